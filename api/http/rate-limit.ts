import type { Redis } from 'ioredis';
import type { Context, Middleware } from 'koa';
import koaRatelimit from 'koa-ratelimit';
import type { Logger } from 'pino';
import { clientKeyOf } from '../../config/client-address.ts';
import type { Config } from '../config.ts';
import { ApiError } from './errors.ts';
import type { Metrics } from './metrics.ts';

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
  const inRedis = koaRatelimit({
    ...options,
    driver: 'redis',
    db: createRedisCounter(redis),
  } as never);
  const inMemory = koaRatelimit({
    ...options,
    driver: 'memory',
    db: new BoundedMap(maxClientsInMemory),
  } as never);
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
