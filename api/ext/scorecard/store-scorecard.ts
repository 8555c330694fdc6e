import type { Client } from '@elastic/elasticsearch';
import { type StoredScorecard, scorecardAlias, scorecardId } from '../../../mappings/scorecard.ts';
import type { ScoredGem } from './scored-gem.ts';

/** Replaces the stored scorecard. Only one process does so at a time: the one that has the job. */
export async function storeScorecard(
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
