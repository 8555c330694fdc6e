import type { Client } from '@elastic/elasticsearch';
import { type StoredScorecard, scorecardAlias, scorecardId } from '../../../mappings/scorecard.ts';
import { batchSearches } from '../../search/batched-searches.ts';
import { type IndexStates, versionOf } from '../../search/data-version.ts';
import { StaleIndexError } from '../../search/errors.ts';
import { IndexUnusable } from '../../search/index-state.ts';
import { createSearchContext, createVersionMemos } from '../../search/search-context.ts';
import type { Services } from '../../search/services.ts';
import { computeScorecard, type ScorecardLimits } from './compute-scorecard.ts';
import { readScorecard } from './scorecard.ts';
import type { ScoredGem } from './scored-gem.ts';

/** The services and limits of a scorecard. */
interface ScorecardContext {
  services: Pick<Services, 'elasticsearch'>;
  states: Pick<IndexStates, 'check' | 'current'>;
  indexAlias: string;
  /** Maximum time of one search. */
  timeoutMs: number;
  limits: ScorecardLimits;
}

/** The outcome of a job; `superseded`: the data changed, and the job of their new version follows. */
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
    if (state.dataVersion !== dataVersion) return 'superseded';
    const search = createSearchContext(services, {
      ...{ index: state.index, timeoutMs, signal },
      batched: batchSearches(services.elasticsearch, timeoutMs),
      memo: createVersionMemos()(versionOf(state)),
      onTime: () => undefined,
    });
    if ((await readScorecard(search, state))?.data_version === dataVersion) return 'unchanged';
    const today = new Date().toISOString().slice(0, 10);
    const scorecard = await computeScorecard({ search, state, limits, today, checkpoint });
    await checkpoint();
    const computed_at = new Date().toISOString();
    await storeScorecard(services.elasticsearch, indexAlias, {
      data_version: dataVersion,
      computed_at,
      ...scorecard,
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

/** Replaces the stored scorecard. Only one process does so at a time: the one that has the job. */
async function storeScorecard(
  elasticsearch: Client,
  indexAlias: string,
  scorecard: StoredScorecard<ScoredGem>,
): Promise<void> {
  const alias = scorecardAlias(indexAlias);
  const index = `${alias}-1`;
  if (!(await elasticsearch.indices.exists({ index }))) {
    await elasticsearch.indices.create({
      index,
      settings: { number_of_shards: 1, auto_expand_replicas: '0-1' },
      mappings: { dynamic: false },
    });
  }
  // It gets the alias once it can be searched: for the API there is none before.
  const allStarted = { wait_for_active_shards: 1, wait_for_no_initializing_shards: true };
  await elasticsearch.cluster.health({ index, ...allStarted, timeout: '30s' });
  await elasticsearch.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  await elasticsearch.index({ index, id: scorecardId, document: scorecard, refresh: true });
}
