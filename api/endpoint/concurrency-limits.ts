import { getHeapStatistics } from 'node:v8';
import type { Middleware } from 'koa';
import { clientKeyOf } from '../../config/client-address.ts';
import type { Config } from '../config.ts';
import { ApiError, ClientDisconnected, overloaded } from '../http/errors.ts';
import type { Metrics } from '../http/metrics.ts';

/**
 * Rejects a client that has too many requests in progress, before the rate limit counts the request. A request is in
 * progress until its client has read the response.
 * @param enter counts a request by its client and path, and returns a function that ends it; throws to reject the
 * request
 */
export function clientLimit(
  enter: (client: string, path: string) => () => void,
  { clientLimited }: Pick<Metrics, 'clientLimited'>,
  isCounted: (path: string) => boolean,
): Middleware {
  return (context, next) => {
    if (context.method === 'OPTIONS' || !isCounted(context.path)) return next();
    try {
      context.res.once('close', enter(clientKeyOf(context), context.path));
    } catch (error) {
      clientLimited.inc();
      throw error;
    }
    return next();
  };
}

/**
 * The cost of a request: `brief` for a few records or names, `long` for statistics, `model` for a regression, `export` for
 * a file.
 */
export type Cost = 'brief' | 'long' | 'model' | 'export';

/** The concurrency limits. Those of one client may be `Infinity`. */
interface ConcurrencyBounds {
  /** Maximum requests that use Elasticsearch, waiting ones included. */
  maxPending: number;
  /** Maximum requests of one client, from their arrival to the last byte that it reads. */
  maxPerClient: number;
  of: Record<
    Cost,
    {
      /** Like `maxPending` and `maxPerClient`, for requests of this cost. */
      maxPending: number;
      maxPerClient: number;
      /** Maximum concurrent requests; an export counts until it is read. */
      maxConcurrent: number;
      /** Maximum concurrent requests of one client. */
      maxConcurrentPerClient: number;
      /** Maximum wait for a slot, in milliseconds. */
      timeoutMs: number;
    }
  >;
}

/** Limits concurrency fairly between clients. */
export interface ConcurrencyLimits {
  /**
   * Counts a request of a client. Call the returned function when the response has been read.
   * @throws ApiError `rate_limited` where the client has too many requests in progress
   */
  enter(client: string, cost: Cost): Release;
  /**
   * Waits for a slot for a request of this cost. After it, only batches wait for each other (batched-searches.ts).
   * @throws ApiError `overloaded` where too many requests run or wait, or after the maximum wait
   * @throws ClientDisconnected
   */
  acquire(cost: Cost, ...who: Parameters<FairLimit['acquire']>): Promise<Release>;
  /** Number of requests that have a slot or wait for one. */
  pending(): number;
  /** Rejects the requests that have waited too long; call it periodically. */
  sweep(now: number): void;
  /** Resolves when no slot is taken. */
  idle(): Promise<void>;
}

/** The cost of a request, from its route alone: it is needed before the request is read. */
export function costOf(route: { cost?: 'brief' | 'model'; export?: unknown }): Cost {
  return route.export ? 'export' : (route.cost ?? 'long');
}

type Counts = Record<Cost, number>;

const none = (): Counts => ({ brief: 0, long: 0, model: 0, export: 0 });
const totalOf = ({ brief, long, model, export: exports }: Counts) => brief + long + model + exports;

const nounOf = {
  brief: 'requests',
  long: 'requests for statistics',
  model: 'requests for price models',
  export: 'exports',
};

export function createConcurrencyLimits(bounds: ConcurrencyBounds): ConcurrencyLimits {
  const inProgress = new Map<string, Counts>();
  const pending = none();
  const limits: Record<Cost, FairLimit> = {
    brief: createFairLimit(bounds.of.brief),
    long: createFairLimit(bounds.of.long),
    model: createFairLimit(bounds.of.model),
    export: createFairLimit(bounds.of.export),
  };

  return {
    enter(client, cost) {
      const counts = inProgress.get(client) ?? none();
      throwIfReached(bounds.maxPerClient, totalOf(counts), nounOf.brief);
      throwIfReached(bounds.of[cost].maxPerClient, counts[cost], nounOf[cost]);
      counts[cost]++;
      inProgress.set(client, counts);
      return () => {
        counts[cost]--;
        if (totalOf(counts) === 0) inProgress.delete(client);
      };
    },
    async acquire(cost, ...who) {
      if (totalOf(pending) >= bounds.maxPending || pending[cost] >= bounds.of[cost].maxPending) {
        throw overloaded('Too many requests are in progress.', undefined, 1);
      }
      pending[cost]++;
      try {
        const release = await limits[cost].acquire(...who);
        return () => {
          pending[cost]--;
          release();
        };
      } catch (error) {
        pending[cost]--;
        throw error;
      }
    },
    pending: () => totalOf(pending),
    sweep(now) {
      for (const limit of Object.values(limits)) limit.sweep(now);
    },
    async idle() {
      await Promise.all(Object.values(limits).map((limit) => limit.idle()));
    },
  };
}

function throwIfReached(max: number, count: number, noun: string): void {
  if (count < max) return;
  throw new ApiError('rate_limited', {
    message: `This address has ${count} ${noun} in progress. At most ${max} are allowed. Read the responses, then retry.`,
    headers: { 'Retry-After': '1' },
  });
}

/** Releases a slot. */
export type Release = () => void;

/** A concurrency limit that clients share. */
interface FairLimit {
  /**
   * Resolves when the client gets a slot.
   * @param onDisconnect registers a listener for the disconnection of the client, which ends its wait
   * @throws ClientDisconnected
   * @throws ApiError `overloaded` after the maximum wait
   */
  acquire(client: string, onDisconnect: (leave: () => void) => void): Promise<Release>;
  /** Rejects the requests that have waited too long. */
  sweep(now: number): void;
  /** Resolves when no slot is taken. */
  idle(): Promise<void>;
}

interface Waiting {
  since: number;
  resolve(release: Release): void;
  reject(error: Error): void;
}

/**
 * Runs at most `maxConcurrent` calls at once, and at most `maxConcurrentPerClient` of one client. Waiting calls start
 * round-robin: one of each client, the oldest first. A client with many calls delays only its own.
 *
 * Not p-queue or a similar library: they have priorities but no round-robin between clients.
 * @param timeoutMs maximum wait for a slot
 */
export function createFairLimit({
  maxConcurrent,
  maxConcurrentPerClient,
  timeoutMs,
}: Pick<ConcurrencyBounds['of'][Cost], 'maxConcurrent' | 'maxConcurrentPerClient' | 'timeoutMs'>): FairLimit {
  const running = new Map<string, number>();
  /** The client that is next comes first. */
  const queues = new Map<string, Set<Waiting>>();
  const idleWaiters = new Set<() => void>();
  let taken = 0;

  const mayStart = (client: string) =>
    taken < maxConcurrent && (running.get(client) ?? 0) < maxConcurrentPerClient;

  function start(client: string): Release {
    taken++;
    running.set(client, (running.get(client) ?? 0) + 1);
    return () => {
      taken--;
      const left = running.get(client)! - 1;
      if (left > 0) running.set(client, left);
      else running.delete(client);
      startNext();
      if (taken === 0) for (const resolve of idleWaiters) resolve();
    };
  }

  function startNext(): void {
    for (const [client, queue] of queues) {
      if (!mayStart(client)) continue;
      const [next] = queue;
      // The client goes to the end of the queue.
      queues.delete(client);
      queue.delete(next!);
      if (queue.size > 0) queues.set(client, queue);
      next!.resolve(start(client));
      return;
    }
  }

  function leave(client: string, waiting: Waiting, error: Error): void {
    const queue = queues.get(client);
    if (!queue?.delete(waiting)) return;
    if (queue.size === 0) queues.delete(client);
    waiting.reject(error);
  }

  return {
    async acquire(client, onDisconnect) {
      if (mayStart(client)) return start(client);
      return new Promise((resolve, reject) => {
        const waiting = { since: performance.now(), resolve, reject };
        const queue = queues.get(client);
        if (queue) queue.add(waiting);
        else queues.set(client, new Set([waiting]));
        onDisconnect(() => leave(client, waiting, new ClientDisconnected()));
      });
    },
    sweep(now) {
      for (const [client, queue] of queues) {
        for (const waiting of queue) {
          if (now - waiting.since < timeoutMs) break;
          leave(client, waiting, overloaded('Too many requests are waiting.', undefined, 1));
        }
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (taken === 0) resolve();
        else idleWaiters.add(resolve);
      }),
  };
}

/**
 * Maximum concurrent requests; the others wait. Brief ones need little memory, and more of them make larger batches of
 * searches; a few long ones keep Elasticsearch busy.
 */
export const concurrentRequests = (maxInFlight: number) => ({
  brief: Math.max(8, Math.ceil(maxInFlight / 4)),
  long: Math.max(8, Math.ceil(maxInFlight / 16)),
});

/** Maximum concurrent exports: each lasts, and needs memory, for as long as its client reads. */
const concurrentExports = (maxInFlight: number) => Math.max(4, Math.ceil(maxInFlight / 16));

/** The share of the heap that the largest price model needs while it is computed: its cells, and a page of them as JSON. */
const modelBytes = 128 * 2 ** 20;

/** Maximum wait for the end of another export of the same client; shorter than the timeouts of proxies. */
const exportWaitMs = 30_000;

/**
 * A client may run only a few long requests, because the searches of other clients queue behind them in Elasticsearch.
 * @param heapBytes the maximum heap of the process: price models that are computed at once must fit into it
 */
export function concurrencyBounds(
  {
    maxInFlight,
    maxInFlightPerClient,
    elasticsearchTimeoutMs: timeoutMs,
  }: Pick<Config, 'maxInFlight' | 'maxInFlightPerClient' | 'elasticsearchTimeoutMs'>,
  heapBytes = getHeapStatistics().heap_size_limit,
): ConcurrencyBounds {
  const share = (most: number) => (maxInFlightPerClient === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most));
  const { brief, long } = concurrentRequests(maxInFlight);
  const models = Math.min(long, Math.max(1, Math.floor(heapBytes / modelBytes)));
  const maxPerClient = share(maxInFlightPerClient);
  const fewPerClient = share(maxInFlightPerClient / 4);
  return {
    maxPending: maxInFlight,
    maxPerClient,
    of: {
      brief: {
        maxPending: maxInFlight,
        maxPerClient,
        maxConcurrent: brief,
        maxConcurrentPerClient: share(brief / 2),
        timeoutMs,
      },
      // Long requests leave room for brief ones.
      long: {
        maxPending: Math.ceil(maxInFlight / 2),
        maxPerClient: fewPerClient,
        maxConcurrent: long,
        maxConcurrentPerClient: share(long / 4),
        timeoutMs,
      },
      model: {
        maxPending: Math.ceil(maxInFlight / 4),
        maxPerClient: fewPerClient,
        maxConcurrent: models,
        maxConcurrentPerClient: share(models / 2),
        timeoutMs,
      },
      export: {
        maxPending: Math.ceil(maxInFlight / 4),
        maxPerClient: fewPerClient,
        maxConcurrent: concurrentExports(maxInFlight),
        maxConcurrentPerClient: share(1),
        timeoutMs: exportWaitMs,
      },
    },
  };
}
