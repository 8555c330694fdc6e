import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { toRecord } from '../../mappings/document.ts';
import { ApiError, unavailable } from '../http/errors.ts';
import type { Clause } from '../query/clauses.ts';
import type { SortValues } from '../query/order.ts';
import type { Option } from '../query/read-suggestions.ts';
import type { Completion } from '../query/suggestions.ts';
import type { GatheredSearches, StoredRecords } from './batched-searches.ts';
import type { RecordHit } from './record-hit.ts';
import type { Services } from './services.ts';
import type { KnownFacts } from './version-memo.ts';

export type SearchBody = Omit<estypes.SearchRequest, 'index'>;

/** A search for records; its order is part of it. */
export type RecordsBody = SearchBody & Required<Pick<SearchBody, 'sort'>>;

/** The records that a search found. */
export interface FoundRecords {
  hits: RecordHit[];
  /** The exact number, where it was tracked. */
  total: number | undefined;
}

/** Searches on behalf of one request: on one index, within the time limit, until its client goes away. */
export interface Engine {
  /** One search. A page of parts is never taken for a whole: a failed shard is an error. */
  search<Source = unknown, Aggregations = Record<string, estypes.AggregationsAggregate>>(
    body: SearchBody,
  ): Promise<estypes.SearchResponse<Source, Aggregations>>;
  /** The exact number of lots that meet a query. */
  count(query: estypes.QueryDslQueryContainer): Promise<number>;
  /** The records that a search finds. */
  records(body: RecordsBody): Promise<FoundRecords>;
  /** The JSON of the record with an id. */
  record(id: number): Promise<Buffer | undefined>;
  /** The exact numbers of lots that meet some queries, each cheap to count. */
  counts(queries: readonly Clause[]): Promise<number[]>;
  /** The terms that a completion finds. */
  complete(completion: Completion): Promise<Option[]>;
  /** Keeps the index as it is now for a long reading; close it. */
  snapshot(): Promise<Snapshot>;
  /** What earlier requests learnt about the same state of the data. */
  known: KnownFacts;
  /** The same engine for another index or alias. */
  on(index: string): Engine;
}

/** One state of an index that later changes do not touch. */
export interface Snapshot {
  records(body: RecordsBody): Promise<FoundRecords>;
  /** May be called again. */
  close(): Promise<void>;
}

/** What an engine reports of each call, for metrics and `Server-Timing`. */
export type TimeListener = (durationMs: number) => void;

/** @throws ApiError from its methods: `unavailable` where Elasticsearch is away, late or overloaded */
export function createEngine(
  services: Pick<Services, 'elasticsearch' | 'records'>,
  options: {
    index: string;
    /** Whether records are stored with all their fields. */
    isWhole: boolean;
    timeoutMs: number;
    signal: AbortSignal;
    gathered: GatheredSearches;
    known: KnownFacts;
    onTime: TimeListener;
  },
): Engine {
  const client = services.elasticsearch;
  const { index, isWhole, timeoutMs, signal, gathered, onTime } = options;
  const limits = { requestTimeout: timeoutMs, signal };

  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await call();
    } catch (error) {
      throw asApiError(error);
    } finally {
      onTime(performance.now() - start);
    }
  }

  return {
    search: (body) =>
      timed(async () => {
        const answer = await client.search({ index, allow_partial_search_results: false, ...body }, limits);
        if (answer.timed_out) throw unavailable('Elasticsearch took too long to answer.');
        return answer as never;
      }),
    count: (query) =>
      timed(async () => {
        const answer = await client.search(
          { index, allow_partial_search_results: false, size: 0, track_total_hits: true, query },
          limits,
        );
        return totalHits(answer);
      }),
    records: async (body) => {
      const answer = await timed(() => gathered.records(index, body, signal));
      return asFound(answer, body, isWhole);
    },
    record: async (id) => {
      const json = await timed(() => gathered.record(index, id, signal));
      return json && !isWhole ? completed(json) : json;
    },
    counts: (queries) => timed(() => gathered.counts(index, queries, signal)),
    complete: (completion) => timed(() => gathered.complete(index, completion, signal)),
    snapshot: () => timed(() => openSnapshot(services.records, index, { isWhole, limits, timed })),
    known: options.known,
    on: (other) => createEngine(services, { ...options, index: other }),
  };
}

/** Records that lack fields are completed, unless some fields alone were asked for. */
function asFound(answer: StoredRecords, { _source: fields }: RecordsBody, isWhole: boolean): FoundRecords {
  if (answer.timed_out) throw unavailable('Elasticsearch took too long to answer.');
  const hits = answer.hits.hits.map(({ _source, sort }) => ({
    json: isWhole || fields !== undefined ? _source! : completed(_source!),
    sort: sort as SortValues,
  }));
  return { hits, total: answer.hits.total === undefined ? undefined : totalHits(answer) };
}

/** A record of an index that left out what is not known. */
const completed = (json: Buffer) => Buffer.from(JSON.stringify(toRecord(JSON.parse(json.toString()))));

/** How long a snapshot outlives its last search: a slow client takes minutes to read a step of long records. */
const keepAlive = '5m';

async function openSnapshot(
  client: Client,
  index: string,
  options: {
    isWhole: boolean;
    limits: { requestTimeout: number; signal: AbortSignal };
    timed: <T>(call: () => Promise<T>) => Promise<T>;
  },
): Promise<Snapshot> {
  const { isWhole, limits, timed } = options;
  const { requestTimeout, signal } = limits;
  // Without the signal: a snapshot whose client went away while it was opened could not be closed.
  const { id } = await client.openPointInTime({ index, keep_alive: keepAlive }, { requestTimeout });
  // Also after the client went away; if it fails, Elasticsearch ends the snapshot by itself.
  let closed: Promise<unknown> | undefined;
  const close = async () => {
    closed ??= client.closePointInTime({ id }, { requestTimeout }).catch(() => undefined);
    await closed;
  };
  if (signal.aborted) {
    await close();
    throw new ClientGone('The client went away.');
  }
  return {
    async records(body) {
      const pit = { id, keep_alive: keepAlive };
      const search = { allow_partial_search_results: false, ...body, pit };
      const answer = await timed(() => client.search<Buffer>(search, limits));
      return asFound(answer, body, isWhole);
    },
    close,
  };
}

/** The exact total of a search that tracked it. */
export function totalHits(answer: { hits: { total?: number | estypes.SearchTotalHits } }): number {
  const { total } = answer.hits;
  return typeof total === 'number' ? total : total!.value;
}

/** Thrown inside a request whose client went away; nobody reads the answer. */
export class ClientGone extends Error {}

/**
 * What a request began to read changed meanwhile: its index was replaced and removed, or two of its searches do not fit
 * each other. Another try reads the new state.
 */
export class DataChanged extends ApiError {
  constructor(message: string, cause?: unknown) {
    super('unavailable', { message, headers: { 'Retry-After': '1' }, cause });
  }
}

/**
 * What is remembered of the data, or was read a moment before, does not fit what is read now. All of it is forgotten; another
 * try reads everything anew.
 */
export function contradiction({ known }: Engine): DataChanged {
  known.clear();
  return new DataChanged('The data changed while they were read.');
}

const overloaded = new Set([408, 429, 502, 503, 504]);

/** What a search says of shards that no node gives. */
const incomplete = new Set(['search_phase_execution_exception', 'no_shard_available_action_exception']);

/** A key that is wrong or has ended, or a role that lacks a privilege: the operator's to mend. */
const refused = new Set([401, 403]);

/** What a failure of Elasticsearch means to the client. */
export function asApiError(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof ClientGone) return error;
  if (error instanceof errors.RequestAbortedError) return new ClientGone('The client went away.');
  if (error instanceof errors.TimeoutError) {
    return unavailable('Elasticsearch took too long to answer.', error);
  }
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    return unavailable('Elasticsearch cannot be reached.', error);
  }
  if (!(error instanceof errors.ResponseError)) return error;
  const { type, reason } = causeOf(error);
  // The state is read again, which tells what is wrong.
  if (type === 'index_closed_exception') return new DataChanged('The index is closed.', error);
  if (type === 'cluster_block_exception') return unavailable('The index is blocked.', error, 30);
  if (reason.includes('index.max_result_window')) {
    return unavailable('The index was set to give fewer records than this needs.', error, 30);
  }
  if (refused.has(error.statusCode ?? 0)) return unavailable('Elasticsearch refuses this service.', error);
  if (error.statusCode === 404) return new DataChanged('The index is being replaced.', error);
  if (error.statusCode === 503 && incomplete.has(type))
    return unavailable('A part of the index cannot be read.', error);
  if (overloaded.has(error.statusCode ?? 0)) return unavailable('Elasticsearch is overloaded.', error);
  return error;
}

/** What Elasticsearch says of a failure: of several shards, the first one's. */
function causeOf({ body }: errors.ResponseError): { type: string; reason: string } {
  const { error } = (body ?? {}) as { error?: Partial<estypes.ErrorCause> };
  const cause = error?.root_cause?.[0] ?? error;
  return { type: cause?.type ?? '', reason: cause?.reason ?? '' };
}
