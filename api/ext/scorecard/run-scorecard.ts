import type { Client } from '@elastic/elasticsearch';
import { SettingsError, withLocalStack } from '../../../config/read-settings.ts';
import { type StoredScorecard, scorecardAlias, scorecardId } from '../../../mappings/scorecard.ts';
import { readConfig } from '../../config.ts';
import { ApiError } from '../../http/errors.ts';
import { batchSearches } from '../../search/batched-searches.ts';
import { readIndexState } from '../../search/index-state.ts';
import { createSearchContext, createVersionMemos } from '../../search/search-context.ts';
import { closeServices, connectServices } from '../../search/services.ts';
import { computeScorecard, type ScorecardLimits } from './compute-scorecard.ts';
import { readScorecard } from './scorecard.ts';
import type { ScoredGem } from './scored-gem.ts';

/** Maximum time of one search in milliseconds: nobody waits for it. */
const requestTimeout = 60_000;

/** A minute or two of one core, most of it for regressions; twice where there are real lots and generated ones. */
const usualLimits: ScorecardLimits = { maxGems: 15, maxYears: 10, maxLotsPerYear: 50, maxLots: 1_500 };

/**
 * Computes and stores the scorecard of the live data, unless it is stored already. It may be interrupted at any point.
 * @throws Error where the data changed meanwhile
 */
export async function runScorecard(
  environment: NodeJS.ProcessEnv,
  limits: Partial<ScorecardLimits> = {},
): Promise<'stored' | 'unchanged'> {
  const config = { ...readConfig(environment), elasticsearchTimeoutMs: requestTimeout };
  const { indexAlias } = config;
  const services = connectServices(config);
  const readState = () => readIndexState(services.elasticsearch, { indexAlias, requestTimeout });
  try {
    const state = await readState();
    const { index, dataVersion: data_version } = state;
    const search = createSearchContext(services, {
      index,
      timeoutMs: requestTimeout,
      signal: new AbortController().signal,
      batched: batchSearches(services.elasticsearch, requestTimeout),
      memo: createVersionMemos()(state.version),
      onTime: () => undefined,
    });
    if ((await readScorecard(search, state))?.data_version === data_version) return 'unchanged';
    const today = new Date().toISOString().slice(0, 10);
    const scorecard = await computeScorecard({ search, state, today }, { ...usualLimits, ...limits });
    const after = await readState();
    if (state.isPublishing || after.isPublishing || after.version !== state.version)
      throw new Error('The data changed while the scorecard was computed. Run it again.');
    const computed_at = new Date().toISOString();
    await storeScorecard(services.elasticsearch, indexAlias, { data_version, computed_at, ...scorecard });
    return 'stored';
  } finally {
    await closeServices(services);
  }
}

/** Replaces the stored scorecard. */
async function storeScorecard(
  elasticsearch: Client,
  indexAlias: string,
  scorecard: StoredScorecard<ScoredGem>,
): Promise<void> {
  const alias = scorecardAlias(indexAlias);
  const index = `${alias}-1`;
  const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
  await elasticsearch.indices.create({ index, settings, mappings: { dynamic: false } }, { ignore: [400] });
  // It gets the alias once it can be searched: for the API there is none before.
  const allStarted = { wait_for_active_shards: 1, wait_for_no_initializing_shards: true };
  await elasticsearch.cluster.health({ index, ...allStarted, timeout: '30s' });
  await elasticsearch.indices.updateAliases({ actions: [{ add: { index, alias } }] });
  await elasticsearch.index({ index, id: scorecardId, document: scorecard, refresh: true });
}

/** The program of `gem-auctions scorecard`. */
if (import.meta.main) {
  try {
    await runScorecard(withLocalStack(process.env));
  } catch (error) {
    const isKnown = error instanceof ApiError || error instanceof SettingsError;
    console.error(error instanceof ApiError ? error.reason : isKnown ? error.message : error);
    process.exit(1);
  }
}
