import { type Client, errors } from '@elastic/elasticsearch';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  aliasOnSeveral,
  dataVersionChannel,
  mappingVersion as knownVersion,
  type RecordsMeta,
  suggestIndexName,
} from '../../mappings/records-index.ts';
import { scorecardAlias } from '../../mappings/scorecard.ts';
import { ApiError, errorCodes } from '../http/errors.ts';
import { asApiError } from './errors.ts';

/** The index behind the alias, and its data version. */
export interface IndexState {
  index: string;
  /** The index of the suggested names, which does not exist before the first import ends. */
  suggestions: string;
  /** The alias of the scorecard, which does not exist before the first one. */
  scorecard: string;
  dataVersion: string;
  /** Identifies the data: states of the same index and data version have the same. */
  version: string;
  /** ISO 8601, UTC. */
  asOf: string;
  /** Whether an import is making data visible that the data version does not name yet. */
  isPublishing: boolean;
}

/** There is no usable index: nothing was imported, or an operator must fix a manual change. */
class IndexUnusable extends ApiError {
  /** @param reason for operators: shown in the log and at `/readyz`, not to clients */
  constructor(reason: string, retryAfterS = 30, message: string = errorCodes.unavailable.message) {
    super('unavailable', { reason, message, headers: { 'Retry-After': String(retryAfterS) } });
  }
}

const runbook = 'See “The index was changed by hand” in docs/runbook.md.';

/** An import of all files takes longer than seconds. */
const importedAfterS = 60;

/**
 * Reads the state of the data: the `_meta` of the index behind the alias.
 * @throws ApiError `unavailable` where there is none, the alias or the index was changed manually, or Elasticsearch does not answer
 */
export async function readIndexState(
  elasticsearch: Client,
  { indexAlias, ...limits }: { indexAlias: string; requestTimeout: number; signal?: AbortSignal },
): Promise<IndexState> {
  // An index behind the alias has at least this one.
  const filter_path = ['*.aliases', '*.mappings._meta'];
  const request = { index: indexAlias, ignore_unavailable: true, filter_path };
  const found = await elasticsearch.indices.get(request, limits).catch((error) => {
    throw asApiError(error);
  });
  const indices = Object.keys(found);
  if (indices.length > 1) throw new IndexUnusable(`${aliasOnSeveral(indexAlias, indices)} ${runbook}`);
  const index = indices[0];
  if (index === undefined) {
    const reason = `The index alias ${indexAlias} does not exist: nothing has been imported, or it was removed. ${runbook}`;
    throw new IndexUnusable(reason, 5, 'There is no data: nothing has been imported yet, or it was removed.');
  }
  const meta = (found[index]!.mappings?._meta ?? {}) as Partial<RecordsMeta>;
  const { data_version: dataVersion, as_of: asOf, mapping_version: mappingVersion } = meta;
  if (dataVersion === undefined || asOf === undefined || mappingVersion === undefined) {
    const lacks = `The mapping of ${index} lacks data_version, as_of or mapping_version in its _meta.`;
    throw new IndexUnusable(`The live index has no data version. ${lacks} ${runbook}`);
  }
  const has = `${index} has version ${mappingVersion} of the mapping, and this build needs version ${knownVersion}.`;
  if (mappingVersion > knownVersion) throw new IndexUnusable(`${has} Start the newer build.`, importedAfterS);
  if (mappingVersion < knownVersion) {
    const message = 'The data was indexed by an older version of the service: import the files again.';
    const advice = 'Import all files again, the first with --replace.';
    throw new IndexUnusable(`${has} ${advice}`, importedAfterS, message);
  }
  return {
    index,
    suggestions: suggestIndexName(indexAlias, index),
    scorecard: scorecardAlias(indexAlias),
    dataVersion,
    version: JSON.stringify([index, dataVersion]),
    asOf,
    isPublishing: meta.publishing === true,
  };
}

/** Tracks the current state of the data. */
export type IndexStates = ReturnType<typeof watchIndexStates>;

/** Usual interval between checks of the index and of the connection for announcements, in milliseconds. */
export const usualCheckMs = 5000;

/** Maximum duration of a check. With the interval before it, it ends before `maxAgeMs`. */
const checkTimeoutMs = 4000;

/** Maximum age of a reading, in milliseconds. */
const maxAgeMs = 10_000;

/**
 * Reads the state from the `_meta` of the index behind the alias. While Redis announces changes it is reused between
 * requests: it is read again after each announcement or reconnection, and every five seconds in case an announcement
 * is lost. Without Redis it is read for each request.
 * @param options.timeoutMs maximum wait for Elasticsearch
 * @param options.checkEveryMs interval between checks
 * @param options.onChange called when the data changed
 */
export function watchIndexStates(
  elasticsearch: Client,
  subscriber: Redis,
  options: {
    indexAlias: string;
    timeoutMs: number;
    checkEveryMs: number;
    onChange: () => void;
    log: Logger;
  },
) {
  const { indexAlias, timeoutMs, checkEveryMs, onChange, log } = options;
  const channel = dataVersionChannel(indexAlias);
  const closed = new AbortController();
  const { signal } = closed;
  const checkMs = Math.min(timeoutMs, checkTimeoutMs);
  let subscribed = false;
  /** Counts the announcements, and the times when some may have been missed. */
  let announced = 0;
  let last: { state: IndexState; announced: number; readMs: number } | undefined;
  let isElasticsearchDown = false;
  let reading: Promise<IndexState> | undefined;
  let lastReason: string | undefined;

  /** The next request reads the state again. What is cached under its version is still valid if the version is the same. */
  const expire = () => {
    announced++;
    reading = undefined;
  };
  subscriber.on('message', expire);
  subscriber.on('close', () => {
    subscribed = false;
    expire();
  });
  subscriber.on('ready', async () => {
    // If the connection broke again, its next 'ready' subscribes.
    subscribed = await subscriber.subscribe(channel).then(
      () => true,
      () => false,
    );
    expire();
  });

  /** A reading that started before an announcement is not kept. */
  async function read(requestTimeout: number): Promise<IndexState> {
    const before = announced;
    try {
      const state = await readIndexState(elasticsearch, { indexAlias, requestTimeout, signal });
      if (before === announced) keep(state);
      return state;
    } catch (error) {
      if (before === announced && !signal.aborted && error instanceof ApiError) noteFailure(error);
      throw error;
    }
  }

  function keep(state: IndexState): void {
    const isOther = last?.state.version !== state.version;
    last = { state, announced, readMs: performance.now() };
    isElasticsearchDown = false;
    if (isOther) onChange();
    report(undefined);
  }

  function noteFailure(error: ApiError): void {
    const { cause, reason } = error;
    isElasticsearchDown =
      cause instanceof errors.ConnectionError || cause instanceof errors.NoLivingConnectionsError;
    if (error instanceof IndexUnusable) {
      last = undefined;
      onChange();
    }
    report(reason);
  }

  /** Logs each reason why the data cannot be read once, and the recovery. */
  function report(reason: string | undefined): void {
    if (reason === lastReason) return;
    lastReason = reason;
    if (reason === undefined) log.info('the data can be read as usual again');
    else log.warn({ reason }, 'the data cannot be read as usual');
  }

  async function current(): Promise<IndexState> {
    if (!subscribed) return read(timeoutMs);
    // While Elasticsearch is down, nothing can change a reading.
    const isValid = last?.announced === announced;
    if (isValid && (isElasticsearchDown || performance.now() - last!.readMs < maxAgeMs)) return last!.state;
    reading ??= read(timeoutMs).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function checkAgain(): Promise<void> {
    // A dead connection is detected by a command without a response: ioredis then closes it (`socketTimeout`) and reconnects.
    await Promise.allSettled([read(checkMs), subscribed && subscriber.ping()]);
    if (!signal.aborted) timer = setTimeout(checkAgain, checkEveryMs).unref();
  }
  let timer = setTimeout(checkAgain, 0).unref();

  return {
    /**
     * The state from which responses are read.
     * @throws ApiError `unavailable` while there is no usable index behind the alias, or Elasticsearch is unavailable
     */
    current,
    /**
     * Reads the state from the index, even if the known one is still valid.
     * @throws ApiError `unavailable`, as `current` does
     */
    check: () => read(checkMs),
    /** Invalidates the known state, which is stale, and everything that was read from it. */
    forget() {
      expire();
      onChange();
    },
    /** Whether changes are announced, so that an earlier reading is still valid. */
    isAnnounced: () => subscribed,
    /** The state last read; undefined before the first reading, and while the index cannot be used. */
    last: () => last?.state,
    /** Stops the checks. */
    close() {
      clearTimeout(timer);
      closed.abort();
    },
  };
}

/**
 * Measures the data version of the API, so that differences between processes are visible. Without usable data there is
 * no sample.
 */
export function measureData(registry: Registry, indexStates: Pick<IndexStates, 'last'>): void {
  new Gauge({
    name: 'gem_api_data_version_info',
    help: 'Always 1; the label is the version of the data that the API answers from.',
    labelNames: ['data_version'] as const,
    registers: [registry],
    collect() {
      const last = indexStates.last();
      this.reset();
      if (last) this.set({ data_version: last.dataVersion }, 1);
    },
  });
}
