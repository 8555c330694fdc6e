import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { type Clause, equals } from '../query/clauses.ts';
import { allOf } from '../query/filters.ts';
import type { Option } from '../query/read-suggestions.ts';
import { type Completion, suggestBody } from '../query/suggestions.ts';
import { type Ask, type AskTogether, gather } from './batching.ts';
import type { RecordsBody } from './search-context.ts';
import type { Services } from './services.ts';

/** Searches that are cheap beside what asking costs: those of several requests go together as one. */
export interface GatheredSearches {
  /** A search for records, each as the bytes that are stored. */
  records: Ask<RecordsBody, StoredRecords>;
  /** The JSON of the record with an id, as it is stored. */
  record: Ask<number, Buffer | undefined>;
  /** The exact numbers of lots that meet some queries. */
  counts: Ask<readonly Clause[], number[]>;
  /** The terms that a completion finds. */
  complete: Ask<Completion, Option[]>;
}

/** What a search for records finds. */
export type StoredRecords = estypes.SearchResponseBody<Buffer>;

/** One call is worked on there while another one is here; the more go together, the less each costs. */
const cheapest = { lanes: 2, most: 32 };

/** These take Elasticsearch some time: as many in a call as come together, and each costs the API the less. */
const searching = { lanes: 3, most: 16 };

/** These cost Elasticsearch the less each the more of them are in a call: 1.6 ms in one of six, 2.6 alone. */
const completing = { lanes: 2, most: 16 };

/** @param timeoutMs longest time from a question to its answer */
export function gatherSearches(
  { elasticsearch, records }: Pick<Services, 'elasticsearch' | 'records'>,
  timeoutMs: number,
): GatheredSearches {
  return {
    records: gather(searches(records), { timeoutMs, ...searching }),
    record: gather(recordsById(records), { timeoutMs, ...cheapest }),
    counts: gather(counts(elasticsearch), { timeoutMs, ...cheapest }),
    complete: gather(completions(elasticsearch), { timeoutMs, ...completing }),
  };
}

/** A page of parts is never taken for a whole. */
const whole = { allow_partial_search_results: false };

function searches(client: Client): AskTogether<RecordsBody, StoredRecords> {
  return async (index, bodies, options) => {
    if (bodies.length === 1) {
      return [await client.search<Buffer>({ index, ...whole, ...bodies[0]! }, options)];
    }
    const searches = bodies.flatMap(({ preference, ...body }) => [{ index, ...whole, preference }, body]);
    const { responses } = await client.msearch<Buffer>({ searches }, options);
    return responses.map((answer) => ('error' in answer ? asResponseError(answer) : answer));
  };
}

/** The failure of one of several searches, as that of a search alone. */
function asResponseError({ error, status }: estypes.ErrorResponseBase): errors.ResponseError {
  const body = { error, status };
  return new errors.ResponseError({
    body,
    statusCode: status,
    headers: {},
    warnings: null,
    meta: {} as never,
  });
}

function recordsById(client: Client): AskTogether<number, Buffer | undefined> {
  return async (index, ids, options) => {
    const query = allOf([ids.length === 1 ? equals('id', ids[0]!) : { terms: { id: ids } }]);
    const body = { query, size: ids.length, sort: ['_doc'], track_total_hits: false };
    const { hits } = await client.search<Buffer>({ index, ...whole, ...body }, options);
    const found = new Map(hits.hits.map(({ _id, _source }) => [Number(_id), _source!]));
    return ids.map((id) => found.get(id));
  };
}

function counts(client: Client): AskTogether<readonly Clause[], number[]> {
  return async (index, queries, options) => {
    const filters = queries.flat();
    const aggs = { lots: { filters: { filters } } };
    const answer = await client.search<unknown, { lots: { buckets: { doc_count: number }[] } }>(
      // Questions go together in ever other parties: Elasticsearch would keep what it is never asked again.
      { index, ...whole, size: 0, track_total_hits: false, request_cache: false, aggs },
      options,
    );
    const found = answer.aggregations!.lots.buckets.map((bucket) => bucket.doc_count);
    return queries.map(({ length }) => found.splice(0, length));
  };
}

function completions(client: Client): AskTogether<Completion, Option[]> {
  return async (index, asked, options) => {
    const answer = await client.search({ index, ...whole, ...suggestBody(asked) }, options);
    // The completions of an index that is not there find nothing, and are not in the answer.
    const found = (answer.suggest ?? {}) as unknown as Record<string, [{ options: Option[] }]>;
    return asked.map((_, place) => found[place]?.[0].options ?? []);
  };
}
