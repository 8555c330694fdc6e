import type { Client } from '@elastic/elasticsearch';
import { scorecardAlias } from '../../mappings/records-index.ts';
import { ensureOperationsIndex, findDocument } from './elasticsearch.ts';

/** A scorecard, and the version of the data from which it was computed. */
export interface Scorecard<Gem = object> {
  data_version: string;
  /** ISO 8601, UTC. */
  computed_at: string;
  gems: Gem[];
}

/** The only document. */
const id = 'newest';

/** Replaces the scorecard. */
export async function storeScorecard(
  elasticsearch: Client,
  indexAlias: string,
  scorecard: Scorecard,
): Promise<void> {
  // It gets the alias once it can be searched: for the API there is none before.
  const index = `${scorecardAlias(indexAlias)}-1`;
  await ensureOperationsIndex(elasticsearch, index, { properties: {} });
  const actions = [{ add: { index, alias: scorecardAlias(indexAlias) } }];
  await elasticsearch.indices.updateAliases({ actions });
  await elasticsearch.index({ index, id, document: scorecard, refresh: true });
}

/** The stored scorecard; undefined before the first one. */
export async function readScorecard<Gem>(
  elasticsearch: Client,
  indexAlias: string,
): Promise<Scorecard<Gem> | undefined> {
  const request = { index: scorecardAlias(indexAlias), id };
  return (await findDocument<Scorecard<Gem>>(elasticsearch, request))?._source;
}

/** The version of the data from which the stored scorecard was computed; undefined before the first one. */
export async function scoredVersion(elasticsearch: Client, indexAlias: string): Promise<string | undefined> {
  const request = { index: scorecardAlias(indexAlias), id, _source_includes: ['data_version'] };
  return (await findDocument<Scorecard>(elasticsearch, request))?._source?.data_version;
}
