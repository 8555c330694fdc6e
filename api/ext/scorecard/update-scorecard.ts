import { mappingVersion } from '../../../mappings/records-index.ts';
import { batchSearches } from '../../search/batched-searches.ts';
import { type IndexStates, versionOf } from '../../search/data-version.ts';
import { StaleIndexError } from '../../search/errors.ts';
import { IndexUnusable } from '../../search/index-state.ts';
import { createSearchContext, createVersionMemos } from '../../search/search-context.ts';
import type { Services } from '../../search/services.ts';
import { computeScorecard, type ScorecardLimits } from './compute-scorecard.ts';
import { readScorecard } from './scorecard.ts';
import { storeScorecard } from './store-scorecard.ts';

/** With what a scorecard is computed. */
export interface ScorecardContext {
  services: Pick<Services, 'elasticsearch' | 'records'>;
  states: Pick<IndexStates, 'check' | 'current'>;
  indexAlias: string;
  /** Maximum time of one search. */
  timeoutMs: number;
  limits: ScorecardLimits;
}

/** What became of a job; `superseded`: the data changed, and the job of their new version follows. */
export type ScorecardOutcome = 'stored' | 'unchanged' | 'superseded';

/**
 * Computes and stores the scorecard of a data version, unless it is stored already. It ends where the version changes, and
 * may be interrupted and run again at any point.
 */
export async function updateScorecard(
  dataVersion: string,
  { services, states, indexAlias, timeoutMs, limits }: ScorecardContext,
  signal: AbortSignal,
): Promise<ScorecardOutcome> {
  const checkpoint = async () => {
    signal.throwIfAborted();
    if ((await states.current()).dataVersion !== dataVersion) throw new Superseded();
  };
  try {
    const { state } = await states.check();
    // An index of an older mapping is migrated first, and has another version then.
    if (state.dataVersion !== dataVersion || state.mappingVersion !== mappingVersion) return 'superseded';
    const search = createSearchContext(services, {
      ...{ index: state.index, mappingVersion: state.mappingVersion, timeoutMs, signal },
      batched: batchSearches(services, timeoutMs),
      memo: createVersionMemos()(versionOf(state)),
      onTime: () => undefined,
    });
    if ((await readScorecard(search, state))?.data_version === dataVersion) return 'unchanged';
    const today = new Date().toISOString().slice(0, 10);
    const gems = await computeScorecard({ search, state, limits, today, checkpoint });
    await checkpoint();
    const computed_at = new Date().toISOString();
    await storeScorecard(services.elasticsearch, indexAlias, {
      data_version: dataVersion,
      computed_at,
      gems,
    });
    return 'stored';
  } catch (error) {
    // The index was replaced and removed, or none is live.
    const isGone = error instanceof StaleIndexError || error instanceof IndexUnusable;
    if (isGone || error instanceof Superseded) return 'superseded';
    throw error;
  }
}

/** The data version changed while a scorecard was computed. */
class Superseded extends Error {}
