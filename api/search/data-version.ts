import { type Client, errors } from '@elastic/elasticsearch';
import { Gauge, type Registry } from '@prometheus-io/client';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { dataVersionChannel } from '../../mappings/records-index.ts';
import { ApiError } from '../http/errors.ts';
import { describeForOperator, type IndexState, IndexUnusable, readIndexState } from './index-state.ts';

/** Identifies the version of the data: two states with the same name have the same data. */
export const versionOf = ({ index, dataVersion }: IndexState) => JSON.stringify([index, dataVersion]);

/** A state that was read from the index, and the time of the reading. */
interface ReadState {
  state: IndexState;
  readAt: Date;
}

/** Tracks the current state of the data. */
export interface IndexStates {
  /**
   * The state from which responses are read.
   * @throws ApiError `unavailable` while there is no usable index behind the alias, or Elasticsearch is unavailable
   */
  current(): Promise<IndexState>;
  /**
   * Reads the state from the index, even if the known one is still valid.
   * @throws ApiError `unavailable`, as `current` does
   */
  check(): Promise<ReadState>;
  /** Invalidates the known state, which is stale, and everything that was read from it. */
  forget(): void;
  /** Whether changes are announced, so that an earlier reading is still valid. */
  isAnnounced(): boolean;
  /** Registers a listener for changes of the data. */
  onChange(listener: () => void): void;
  /** The last reading; undefined before the first one, and while the index cannot be used. */
  lastRead(): ReadState | undefined;
  /** Stops the checks. */
  close(): void;
}

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
 */
export function watchIndexStates(
  elasticsearch: Client,
  subscriber: Redis,
  options: { indexAlias: string; timeoutMs: number; checkEveryMs: number; log: Logger },
): IndexStates {
  const { indexAlias, timeoutMs, checkEveryMs, log } = options;
  const channel = dataVersionChannel(indexAlias);
  const listeners: (() => void)[] = [];
  const closed = new AbortController();
  let subscribed = false;
  let last: (ReadState & { sinceMs: number }) | undefined;
  /** Whether `last` is still valid, as far as is known. */
  let isValid = false;
  let isElasticsearchDown = false;
  let reading: Promise<IndexState> | undefined;
  /** Readings are numbered by start: one that started before a newer one ended, or before a change, is ignored. */
  let begun = 0;
  let oldestValid = 0;
  const report = reporter(log);

  const changed = () => {
    for (const listener of listeners) listener();
  };
  /** The next request reads the state again. What is cached under its version is still valid if the version is the same. */
  const expire = () => {
    oldestValid = begun + 1;
    isValid = false;
    reading = undefined;
  };
  subscriber.on('message', expire);
  subscriber.on('close', () => {
    subscribed = false;
    expire();
  });
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(channel);
      subscribed = true;
    } catch {
      // The connection broke again: its next 'ready' subscribes.
    }
    // Missed announcements are covered by reading from Elasticsearch.
    expire();
  });

  async function read(requestTimeout: number): Promise<IndexState> {
    const number = ++begun;
    try {
      const { signal } = closed;
      const state = await readIndexState(elasticsearch, { indexAlias, requestTimeout, signal });
      if (number >= oldestValid) note(state, number);
      return state;
    } catch (error) {
      if (number >= oldestValid) recordFailure(error);
      throw error;
    }
  }

  function note(state: IndexState, number: number): void {
    const isOther = last === undefined || versionOf(last.state) !== versionOf(state);
    oldestValid = number;
    last = { state, readAt: new Date(), sinceMs: performance.now() };
    isValid = true;
    isElasticsearchDown = false;
    if (isOther) changed();
    report(state.problem);
  }

  function recordFailure(error: unknown): void {
    if (closed.signal.aborted || !(error instanceof ApiError)) return;
    isElasticsearchDown = isDown(error);
    if (error instanceof IndexUnusable) {
      last = undefined;
      isValid = false;
      changed();
    }
    report(describeForOperator(error));
  }

  /** A reading is used while it is checked; while Elasticsearch is down, nothing can change it. */
  const isCurrent = () =>
    subscribed &&
    isValid &&
    last !== undefined &&
    (isElasticsearchDown || performance.now() - last.sinceMs < maxAgeMs);

  async function check(): Promise<void> {
    const limitMs = Math.min(timeoutMs, checkTimeoutMs);
    await Promise.all([
      read(limitMs).catch(() => undefined),
      // A dead connection is detected by a command without a response: ioredis then
      // closes it (`socketTimeout`) and reconnects.
      subscribed ? subscriber.ping().catch(() => undefined) : undefined,
    ]);
    if (!closed.signal.aborted) timer = setTimeout(check, checkEveryMs).unref();
  }
  let timer = setTimeout(check, 0).unref();

  async function current(): Promise<IndexState> {
    if (isCurrent()) return last!.state;
    if (!subscribed) return read(timeoutMs);
    if (reading === undefined) {
      const now = read(timeoutMs);
      reading = now;
      const end = () => {
        if (reading === now) reading = undefined;
      };
      now.then(end, end);
    }
    return reading;
  }

  return {
    forget() {
      expire();
      changed();
    },
    isAnnounced: () => subscribed,
    onChange: (listener) => void listeners.push(listener),
    current,
    async check() {
      const state = await read(Math.min(timeoutMs, checkTimeoutMs));
      return last?.state === state ? last : { state, readAt: new Date() };
    },
    lastRead: () => last,
    close() {
      clearTimeout(timer);
      closed.abort();
    },
  };
}

/** Whether no node accepts a connection. */
function isDown({ cause }: ApiError): boolean {
  return cause instanceof errors.ConnectionError || cause instanceof errors.NoLivingConnectionsError;
}

/** Logs each reason why the data cannot be read once, and the recovery. */
function reporter(log: Logger): (reason: string | undefined) => void {
  let lastReason: string | undefined;
  return (reason) => {
    if (reason === lastReason) return;
    lastReason = reason;
    if (reason === undefined) log.info('the data can be read as usual again');
    else log.warn({ reason }, 'the data cannot be read as usual');
  };
}

/**
 * Measures the data version of the API, so that differences between processes are visible. Without usable data there is
 * no sample.
 */
export function measureData(registry: Registry, indexStates: IndexStates): void {
  const registers = [registry];
  const measureTime = (name: string, help: string, timeOf: (last: ReadState) => Date) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const last = indexStates.lastRead();
        this.remove();
        if (last) this.set(timeOf(last).getTime() / 1000);
      },
    });
  new Gauge({
    name: 'gem_api_data_version_info',
    help: 'Always 1; the label is the version of the data that the API answers from.',
    labelNames: ['data_version'] as const,
    registers,
    collect() {
      const last = indexStates.lastRead();
      this.reset();
      if (last) this.set({ data_version: last.state.dataVersion }, 1);
    },
  });
  measureTime(
    'gem_api_data_as_of_seconds',
    'When the data that the API answers from last changed, in seconds since 1970.',
    ({ state }) => new Date(state.asOf),
  );
  measureTime(
    'gem_api_data_checked_seconds',
    'When the API last read the version of the data from the index, in seconds since 1970.',
    ({ readAt }) => readAt,
  );
}
