import type { Server } from 'node:http';
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
import { redisPauseMs } from './retries.ts';

/*
 * Everything that limits a client, in the order in which its requests meet it: connections, requests in progress, requests an
 * hour, and the queue of each cost. Node closes the connection of a client
 * that reads nothing of its response for READ_TIMEOUT_S.
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
): Middleware {
  return (context, next) => {
    try {
      context.res.once('close', enter(clientKeyOf(context), context.path));
    } catch (error) {
      clientLimited.inc();
      throw error;
    }
    return next();
  };
}

/** Maximum clients that are counted in memory; above it their counts begin again. */
const maxClientsInMemory = 50_000;

/**
 * Limits the requests per client and rolling window. koa-ratelimit counts them in Redis for all processes; while Redis
 * is unavailable, in the memory of this process, where the window begins with the client's first request. Every
 * request counts, whatever its status, except those that this limit or an earlier one rejects.
 */
export function rateLimit({
  config,
  services: { redis },
  metrics,
  log,
}: {
  config: Pick<Config, 'rateLimitMax' | 'rateLimitWindowMs' | 'indexAlias'>;
  services: { redis: Redis };
  metrics: Pick<Metrics, 'rateLimited' | 'rateLimitInMemory'>;
  log: Logger;
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
      throw new ApiError('rate_limited', {
        message: `This address has used its ${max} requests per ${windowS} seconds. Retry after the seconds in Retry-After.`,
        headers: { 'Retry-After': String(secondsToReset(context, windowS)) },
      });
    },
  };
  const inMemoryCounts = new Map();
  const inRedis: Middleware = koaRatelimit({
    ...options,
    driver: 'redis',
    db: createRedisCounter(redis),
  });
  const inMemory: Middleware = koaRatelimit({
    ...options,
    driver: 'memory',
    db: inMemoryCounts,
  });
  let retryAt = 0;
  async function count(context: Context): Promise<void> {
    if (redis.status === 'ready' && performance.now() >= retryAt) {
      try {
        return await inRedis(context, done);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        retryAt = performance.now() + redisPauseMs;
        log.warn({ err: error }, 'the rate limit counts in memory');
      }
    }
    metrics.rateLimitInMemory.inc();
    if (inMemoryCounts.size > maxClientsInMemory) inMemoryCounts.clear();
    await inMemory(context, done);
  }

  return async (context, next) => {
    await count(context);
    setHeaders(context, windowS);
    return next();
  };
}

const done = async () => undefined;

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

/** Whole seconds, rounded up, until the oldest counted request leaves the window; at least 1. */
function secondsToReset(context: Context, windowS: number): number {
  const resetS = Number(context.response.get('X-RateLimit-Reset'));
  return Math.min(windowS, Math.max(1, Math.ceil(resetS - Date.now() / 1000)));
}

/** Slots of a window: the requests of a slot leave the window together with the last of them, never earlier. */
const slots = 120;

/**
 * Counts a request unless its client is at the limit. A client is one string of at most `slots` + 1 pairs, oldest
 * first: the time of the last request of a slot, and the number of requests in it. Times are those of Redis, so that the clocks
 * of processes need not agree. Pairs from a clock that was far ahead are dropped.
 */
const lua = `
local now, duration, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.ceil(time[2] / 1000)
end
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
return { math.max(0, max - total), kept[1] + duration - now }
`;

interface Script {
  /** @returns requests left before this one, and milliseconds until the oldest leaves */
  countRequest(key: string, now: number | '', durationMs: number, max: number): Promise<[number, number]>;
}

/** Requests left before this one, the epoch second at which the oldest leaves by the clock of the process, and the limit. */
type Count = [remaining: number, resetS: number, max: number];

/**
 * Counts requests per client over a rolling window in Redis, for all processes, in constant space per client. It has
 * the one command that koa-ratelimit calls on its database.
 * @param hasOwnTimes whether requests are counted at the times of the calls, not at those of Redis
 */
export function createRedisCounter(redis: Redis, hasOwnTimes = false) {
  redis.defineCommand('countRequest', { lua, numberOfKeys: 1 });
  const script = redis as unknown as Script;

  return {
    /**
     * Counts a request unless its client is at the limit; times are in milliseconds.
     * @throws Error when Redis does not answer
     */
    async ratelimiter(key: string, now: number, durationMs: number, max: number): Promise<Count> {
      // Milliseconds are rounded up: a request never leaves the window too early.
      const time = hasOwnTimes ? Math.ceil(now) : '';
      const [remaining, leftMs] = await script.countRequest(key, time, durationMs, max);
      return [remaining, Math.ceil((now + leftMs) / 1000), max];
    },
  };
}

/**
 * The cost of a request: `brief` for a few records or names, `long` for statistics, `model` for a regression, `export` for
 * a file.
 */
export type Cost = 'brief' | 'long' | 'model' | 'export';

/** The cost of a request, from its route alone: it is needed before the request is read. */
export function costOf(route: { cost?: 'brief' | 'model'; export?: unknown }): Cost {
  return route.cost ?? (route.export ? 'export' : 'long');
}

const nounOf: Record<Cost, string> = {
  brief: 'requests',
  long: 'requests for statistics',
  model: 'requests for price models',
  export: 'exports',
};

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

/** Limits concurrency fairly between clients. */
export function createConcurrencyLimits({
  maxPending,
  maxPerClient,
  of,
}: ReturnType<typeof concurrencyBounds>) {
  /** The costs of the requests of each client. */
  const inProgress = new Map<string, Cost[]>();
  const limits = {
    brief: createFairLimit(of.brief),
    long: createFairLimit(of.long),
    model: createFairLimit(of.model),
    export: createFairLimit(of.export),
  };
  const pending = () => Object.values(limits).reduce((total, limit) => total + limit.pending(), 0);

  return {
    /**
     * Counts a request of a client. Call the returned function when the response has been read.
     * @throws ApiError `rate_limited` where the client has too many requests in progress
     */
    enter(client: string, cost: Cost): Release {
      const costs = inProgress.get(client) ?? [];
      throwIfReached(maxPerClient, costs.length, nounOf.brief);
      throwIfReached(of[cost].maxPerClient, costs.filter((one) => one === cost).length, nounOf[cost]);
      costs.push(cost);
      inProgress.set(client, costs);
      return () => {
        costs.splice(costs.indexOf(cost), 1);
        if (costs.length === 0) inProgress.delete(client);
      };
    },
    /**
     * Waits for a slot for a request of this cost. After it, only batches wait for each other (batched-searches.ts).
     * @throws ApiError `overloaded` where too many requests run or wait, or after the maximum wait
     * @throws ClientDisconnected
     */
    async acquire(cost: Cost, ...who: Parameters<(typeof limits)[Cost]['acquire']>): Promise<Release> {
      if (pending() >= maxPending || limits[cost].pending() >= of[cost].maxPending) {
        throw overloaded('Too many requests are in progress.', undefined, 1);
      }
      return limits[cost].acquire(...who);
    },
    /** Number of requests that have a slot or wait for one. */
    pending,
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
}: Record<'maxConcurrent' | 'maxConcurrentPerClient' | 'timeoutMs', number>) {
  const running = new Map<string, number>();
  /** The calls that wait, by client; the client that is next comes first. */
  const queues = new Map<string, Set<(release: Release) => void>>();
  let pending = 0;

  const runningOf = (client: string) => running.get(client) ?? 0;
  const mayStart = (client: string) =>
    running.values().reduce((taken, count) => taken + count, 0) < maxConcurrent &&
    runningOf(client) < maxConcurrentPerClient;

  function start(client: string): Release {
    running.set(client, runningOf(client) + 1);
    return () => {
      pending--;
      running.set(client, runningOf(client) - 1);
      if (runningOf(client) === 0) running.delete(client);
      startNext();
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
      next!(start(client));
      return;
    }
  }

  return {
    /**
     * Resolves when the client gets a slot.
     * @param onDisconnect registers a listener for the disconnection of the client, which ends its wait
     * @throws ClientDisconnected
     * @throws ApiError `overloaded` after the maximum wait
     */
    async acquire(client: string, onDisconnect: (leave: () => void) => void): Promise<Release> {
      pending++;
      if (mayStart(client)) return start(client);
      const { promise, resolve, reject } = Promise.withResolvers<Release>();
      const queue = queues.get(client) ?? new Set();
      queues.set(client, queue.add(resolve));
      const leave = (error: Error) => {
        if (!queue.delete(resolve)) return;
        if (queue.size === 0) queues.delete(client);
        pending--;
        reject(error);
      };
      const late = () => leave(overloaded('Too many requests are waiting.', undefined, 1));
      const timer = setTimeout(late, timeoutMs);
      onDisconnect(() => leave(new ClientDisconnected()));
      return promise.finally(() => clearTimeout(timer));
    },
    /** Number of requests that have a slot or wait for one. */
    pending: () => pending,
  };
}

/** The share of the heap that the largest price model needs while it is computed: its cells, and a page of them as JSON. */
const modelBytes = 128 * 2 ** 20;

/** Maximum wait for the end of another export of the same client; shorter than the timeouts of proxies. */
const exportWaitMs = 30_000;

/**
 * The concurrency limits. A client may run only a few long requests, because the searches of other clients queue behind them in Elasticsearch.
 * @param heapBytes the maximum heap of the process: price models that are computed at once must fit into it
 */
export function concurrencyBounds(
  {
    maxInFlight,
    maxInFlightPerClient,
    elasticsearchTimeoutMs: timeoutMs,
  }: Pick<Config, 'maxInFlight' | 'maxInFlightPerClient' | 'elasticsearchTimeoutMs'>,
  heapBytes = getHeapStatistics().heap_size_limit,
) {
  const share = (most: number) => (maxInFlightPerClient === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most));
  // Brief requests need little memory, and more of them make larger batches of searches; a few long ones keep
  // Elasticsearch busy.
  const brief = Math.max(8, Math.ceil(maxInFlight / 4));
  const long = Math.max(8, Math.ceil(maxInFlight / 16));
  const models = Math.min(long, Math.max(1, Math.floor(heapBytes / modelBytes)));
  const maxPerClient = share(maxInFlightPerClient);
  const fewPerClient = share(maxInFlightPerClient / 4);
  const boundsOf = (part: number, perClient: number, maxConcurrent: number, ofOneClient: number) => ({
    maxPending: Math.ceil(maxInFlight / part),
    maxPerClient: perClient,
    maxConcurrent,
    /** Infinity without a limit. */
    maxConcurrentPerClient: share(ofOneClient),
    timeoutMs,
  });
  return {
    /** Maximum requests that use Elasticsearch, waiting ones included. */
    maxPending: maxInFlight,
    /** Maximum requests of one client, from their arrival to the last byte that it reads. */
    maxPerClient,
    /** The same for each cost, and how many of these run at once. */
    of: {
      brief: boundsOf(1, maxPerClient, brief, brief / 2),
      // Long requests leave room for brief ones.
      long: boundsOf(2, fewPerClient, long, long / 4),
      model: boundsOf(4, fewPerClient, models, models / 2),
      // Each export lasts, and needs memory, for as long as its client reads.
      export: {
        ...boundsOf(4, fewPerClient, Math.max(4, Math.ceil(maxInFlight / 16)), 1),
        timeoutMs: exportWaitMs,
      },
    },
  };
}
