import type { Server, ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { Redis } from 'ioredis';
import type { Context, Middleware } from 'koa';
// @ts-expect-error: it has no types
import koaRatelimit from 'koa-ratelimit';
import type { Logger } from 'pino';
import { clientAddress, clientKeyOf, isTrustedProxy, rateLimitKey } from '../../config/client-address.ts';
import type { Config } from '../config.ts';
import { ApiError, ClientDisconnected, overloaded } from './errors.ts';
import type { Metrics } from './metrics.ts';

/*
 * Everything that limits a client, in the order in which its requests meet it: connections, requests in progress, requests an
 * hour, the queue of each cost, and the speed at which responses are read.
 */

/**
 * Closes connections above a total maximum and above a maximum per client: an IPv4 address or the /64 network of an
 * IPv6 one. Those of trusted proxies count only towards the total. A connection is closed before its request is read.
 */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'maxConnections' | 'maxConnectionsPerClient' | 'trustedProxies'>,
  metrics: Pick<Metrics, 'connectionsRefused'>,
): void {
  const open = new Map<string, number>();
  server.maxConnections = config.maxConnections;
  server.on('drop', () => metrics.connectionsRefused.inc({ limit: 'total' }));
  server.on('connection', (socket) => {
    if (isTrustedProxy(socket.remoteAddress, config.trustedProxies)) return;
    const client = rateLimitKey(clientAddress(socket.remoteAddress, '', []));
    const count = (open.get(client) ?? 0) + 1;
    if (count > config.maxConnectionsPerClient) {
      metrics.connectionsRefused.inc({ limit: 'client' });
      socket.destroy();
      return;
    }
    open.set(client, count);
    socket.once('close', () => {
      const rest = open.get(client)! - 1;
      if (rest === 0) open.delete(client);
      else open.set(client, rest);
    });
  });
}

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

/** How long Redis is not called after it failed to answer, so that not every request waits for its timeout. */
const retryAfterMs = 1000;

/** Maximum clients that are counted in memory; above it those counted first are dropped. */
const maxClientsInMemory = 50_000;

/**
 * Limits the requests per client and rolling window. koa-ratelimit counts them in Redis for all processes; while Redis
 * is unavailable, in the memory of this process, where the window begins with the client's first request. Every
 * request to a counted path counts, whatever its status, except OPTIONS, and requests that this limit or an earlier one
 * rejects.
 */
export function rateLimit({
  config,
  redis,
  metrics,
  log,
  isCounted,
}: {
  config: Pick<Config, 'rateLimitMax' | 'rateLimitWindowMs' | 'indexAlias'>;
  redis: Redis;
  metrics: Pick<Metrics, 'rateLimited' | 'rateLimitInMemory'>;
  log: Logger;
  isCounted: (path: string) => boolean;
}): Middleware {
  const { rateLimitMax: max, rateLimitWindowMs: duration, indexAlias } = config;
  if (max === 0) return (_context, next) => next();

  const windowS = duration / 1000;
  const options = {
    duration,
    max,
    namespace: `gem-auctions:${indexAlias}:rate:counts`,
    id: clientKeyOf,
    // Only called at the limit, after koa-ratelimit has set its own headers and body.
    onLimited(context: Context) {
      metrics.rateLimited.inc();
      setHeaders(context, windowS);
      throw limitReached(context, max, windowS);
    },
  };
  const inRedis: Middleware = koaRatelimit({
    ...options,
    driver: 'redis',
    db: createRedisCounter(redis),
  });
  const inMemory: Middleware = koaRatelimit({
    ...options,
    driver: 'memory',
    db: new BoundedMap(maxClientsInMemory),
  });
  let retryAt = 0;
  let isInMemory = false;
  const report = (changedToMemory: boolean) => {
    if (changedToMemory === isInMemory) return;
    isInMemory = changedToMemory;
    if (isInMemory) log.warn('Redis is unavailable: the rate limit counts in memory');
    else log.info('Redis is available: the rate limit counts there again');
  };

  async function count(context: Context): Promise<void> {
    if (redis.status === 'ready' && performance.now() >= retryAt) {
      try {
        await inRedis(context, done);
        return report(false);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        retryAt = performance.now() + retryAfterMs;
      }
    }
    report(true);
    metrics.rateLimitInMemory.inc();
    await inMemory(context, done);
  }

  return async (context, next) => {
    if (context.method === 'OPTIONS' || !isCounted(context.path)) return next();
    await count(context);
    setHeaders(context, windowS);
    return next();
  };
}

const done = async () => undefined;

/** A map that drops its oldest entries. */
class BoundedMap<Value> extends Map<string, Value> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: string, value: Value): this {
    super.set(key, value);
    if (this.size > this.#maxSize) this.delete(this.keys().next().value!);
    return this;
  }
}

/** The names of policies, by their window in seconds. */
const windowNames: Record<number, string> = { 60: 'minute', 3600: 'hour', 86400: 'day' };

/** The headers of the IETF draft, in addition to those of koa-ratelimit. */
function setHeaders(context: Context, windowS: number): void {
  // The count in memory has fractions of seconds.
  context.set('X-RateLimit-Reset', String(Math.ceil(Number(context.response.get('X-RateLimit-Reset')))));
  const total = context.response.get('X-RateLimit-Limit');
  const policy = windowNames[windowS] ?? `${windowS}-seconds`;
  const left = context.response.get('X-RateLimit-Remaining');
  context.set('RateLimit-Policy', `"${policy}";q=${total};w=${windowS}`);
  context.set('RateLimit', `"${policy}";r=${left};t=${secondsToReset(context, windowS)}`);
}

function limitReached(context: Context, max: number, windowS: number): ApiError {
  return new ApiError('rate_limited', {
    message: `This address has used its ${max} requests per ${windowS} seconds. Retry after the seconds in Retry-After.`,
    headers: { 'Retry-After': String(secondsToReset(context, windowS)) },
  });
}

/** Whole seconds, rounded up, until the oldest counted request leaves the window; at least 1. */
function secondsToReset(context: Context, windowS: number): number {
  const resetS = Number(context.response.get('X-RateLimit-Reset'));
  return Math.min(windowS, Math.max(1, Math.ceil(resetS - Date.now() / 1000)));
}

/** Slots of a window: the requests of a slot leave the window together with the last of them, never earlier. */
const slots = 120;

/**
 * Counts a request unless its client is at the limit. A client is one string of at most `slots` + 1 pairs, oldest
 * first: the time of the last request of a slot, and the number of requests in it. Pairs from a clock that was far
 * ahead are dropped.
 */
const lua = `
local now, duration, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local slot = duration / ${slots}
local stored = redis.call('GET', KEYS[1])
local pairs_before = stored and cmsgpack.unpack(stored) or {}
local kept, total = {}, 0
for i = 1, #pairs_before, 2 do
  local last, count = pairs_before[i], pairs_before[i + 1]
  if last > now - duration and last <= now + duration then
    kept[#kept + 1] = last
    kept[#kept + 1] = count
    total = total + count
  end
end
if total < max then
  local newest = kept[#kept - 1]
  if newest and math.floor(newest / slot) >= math.floor(now / slot) then
    kept[#kept - 1] = math.max(newest, now)
    kept[#kept] = kept[#kept] + 1
  else
    kept[#kept + 1] = now
    kept[#kept + 1] = 1
  end
  redis.call('SET', KEYS[1], cmsgpack.pack(kept), 'PX', math.ceil(duration))
end
return { math.max(0, max - total), math.ceil((kept[1] + duration) / 1000) }
`;

interface Script {
  countRequest(key: string, now: number, durationMs: number, max: number): Promise<[number, number]>;
}

/** Requests left before this one, the epoch second at which the oldest leaves, and the limit. */
type Count = [remaining: number, resetS: number, max: number];

/**
 * Counts requests per client over a rolling window in Redis, for all processes, in constant space per client. It has
 * the one command that koa-ratelimit calls on its database.
 */
export function createRedisCounter(redis: Redis) {
  redis.defineCommand('countRequest', { lua, numberOfKeys: 1 });
  const script = redis as unknown as Script;

  return {
    /**
     * Counts a request unless its client is at the limit; times are in milliseconds.
     * @throws Error when Redis does not answer
     */
    async ratelimiter(key: string, now: number, durationMs: number, max: number): Promise<Count> {
      // Milliseconds are rounded up: a request never leaves the window too early.
      const [remaining, resetS] = await script.countRequest(key, Math.ceil(now), durationMs, max);
      return [remaining, resetS, max];
    },
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

/** Closes the connections of clients that read too slowly. */
export interface SlowReaders {
  /** Watches a response until it is sent. */
  watch(response: ServerResponse, onCut: () => void): void;
  /** Closes connections that are too slow; call it periodically. */
  sweep(now: number): void;
}

interface Reading {
  response: ServerResponse;
  onCut: () => void;
  sinceMs: number;
  /** Bytes written to the connection so far; undefined while it sends an earlier response. */
  bytes: number | undefined;
  /** The time for which the client may still leave the response unread. */
  creditMs: number;
}

/**
 * The bytes of a response that the kernel buffers before the client reads them (Linux: `tcp_wmem`, at most 4 MiB). It
 * takes more when a third of that is free again: a slow client appears to read in steps of this size.
 */
const systemBufferBytes = 4 * 2 ** 20;

/** Closes the connection of a client that does not read its response. */
export function watchReading(slowReaders: SlowReaders, metrics: Pick<Metrics, 'slowReaders'>): Middleware {
  return (context, next) => {
    slowReaders.watch(context.res, () => {
      metrics.slowReaders.inc();
      context.state.error = { code: 'unavailable', reason: 'The client read too slowly.' };
    });
    return next();
  };
}

/** A pause of the process counts at most this much against its clients. */
const maxStepMs = 2000;

/**
 * Each byte of a response earns its client `1 / minBytesPerS` seconds. The time in which bytes wait for the client is
 * subtracted: the rate is an average over `graceMs`. One sweep checks all open responses.
 */
export function createSlowReaders({ minBytesPerS, graceMs, timeoutMs }: Config['reading']): SlowReaders {
  const open = new Set<Reading>();
  const earnedMs = (bytes: number) => (1000 * bytes) / minBytesPerS;
  let sweptMs = performance.now();

  /** Whether the client has read too slowly. */
  function isLate(reading: Reading, now: number, stepMs: number): boolean {
    const { response, sinceMs } = reading;
    // Where several responses share a connection, the earlier ones are sent first.
    if (response.socket === null) return false;
    const waiting = response.writableLength;
    const written = response.socket.bytesWritten;
    const added = reading.bytes === undefined ? waiting + systemBufferBytes : written - reading.bytes;
    reading.bytes = written;
    const most = graceMs + earnedMs(waiting + systemBufferBytes);
    reading.creditMs = Math.min(reading.creditMs + earnedMs(added), most);
    if (waiting === 0) return false;
    reading.creditMs -= stepMs;
    return reading.creditMs < 0 || now - sinceMs > timeoutMs;
  }

  return {
    watch(response, onCut) {
      const bytes = response.socket?.bytesWritten;
      const reading = { response, onCut, sinceMs: performance.now(), bytes, creditMs: graceMs };
      open.add(reading);
      response.once('close', () => open.delete(reading));
    },
    sweep(now) {
      const stepMs = Math.min(now - sweptMs, maxStepMs);
      sweptMs = now;
      for (const reading of open) {
        if (!isLate(reading, now, stepMs)) continue;
        reading.onCut();
        reading.response.destroy();
      }
    },
  };
}
