import type { Client } from '@elastic/elasticsearch';
import { type Ask, type AskTogether, gather } from './gather.ts';
import { type Clause, equals } from './query/clauses.ts';
import { allOf } from './query/filters.ts';
import type { SuggestAnswer } from './query/read-suggestions.ts';
import type { SuggestBody } from './query/suggestions.ts';
import type { Services } from './services.ts';

/** Searches so cheap that asking costs more than answering: those of several requests go together as one. */
export interface GatheredSearches {
  /** The JSON of the record with an id, as it is stored. */
  record: Ask<number, string | undefined>;
  /** The exact numbers of lots that meet some queries. */
  counts: Ask<readonly Clause[], number[]>;
  /** What some suggesters find, by their names. */
  suggest: Ask<SuggestBody, SuggestAnswer>;
}

/** Most questions of one search; a search for many is made soon enough again. */
const most = 32;

/** @param timeoutMs longest time from a question to its answer */
export function gatherSearches(
  { elasticsearch, records }: Pick<Services, 'elasticsearch' | 'records'>,
  timeoutMs: number,
): GatheredSearches {
  const options = { timeoutMs, most };
  return {
    record: gather(recordsById(records), options),
    counts: gather(counts(elasticsearch), options),
    suggest: gather(suggestions(elasticsearch), options),
  };
}

/** A page of parts is never taken for a whole. */
const whole = { allow_partial_search_results: false };

function recordsById(client: Client): AskTogether<number, string | undefined> {
  return async (index, ids, options) => {
    const query = allOf([ids.length === 1 ? equals('id', ids[0]!) : { terms: { id: ids } }]);
    const body = { query, size: ids.length, sort: ['_doc'], track_total_hits: false };
    const { hits } = await client.search<string>({ index, ...whole, ...body }, options);
    const found = new Map(hits.hits.map(({ _id, _source }) => [Number(_id), _source!]));
    return ids.map((id) => found.get(id));
  };
}

function counts(client: Client): AskTogether<readonly Clause[], number[]> {
  return async (index, queries, options) => {
    const filters = queries.flat();
    const answer = await client.search<unknown, { lots: { buckets: { doc_count: number }[] } }>(
      { index, ...whole, size: 0, track_total_hits: false, aggs: { lots: { filters: { filters } } } },
      options,
    );
    const found = answer.aggregations!.lots.buckets.map((bucket) => bucket.doc_count);
    return queries.map(({ length }) => found.splice(0, length));
  };
}

function suggestions(client: Client): AskTogether<SuggestBody, SuggestAnswer> {
  return async (index, bodies, options) => {
    const suggesters = bodies.flatMap(({ suggest }, place) =>
      Object.entries(suggest).map(([name, suggester]) => [`${name}_${place}`, suggester]),
    );
    const suggest = Object.fromEntries(suggesters);
    const answer = await client.search({ index, ...whole, ...bodies[0], suggest }, options);
    const found = (answer.suggest ?? {}) as Record<string, unknown>;
    return bodies.map(({ suggest }, place) =>
      Object.fromEntries(Object.keys(suggest).map((name) => [name, found[`${name}_${place}`]])),
    );
  };
}
