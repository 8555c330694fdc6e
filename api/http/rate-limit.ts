import type { Redis } from 'ioredis';
import type { Context, Middleware } from 'koa';
import koaRatelimit from 'koa-ratelimit';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { isCounted } from './access-rules.ts';
import { clientKeyOf } from './client-address.ts';
import { ApiError } from './errors.ts';
import type { Metrics } from './metrics.ts';
import { createRedisCounter } from './redis-counter.ts';

/** How long Redis is not called after it failed to answer, so that not every request waits for its timeout. */
const retryAfterMs = 1000;

/** Maximum clients that are counted in memory; above it those counted first are dropped. */
const maxClientsInMemory = 50_000;

/**
 * Limits the requests per client and rolling window. koa-ratelimit counts them in Redis for all processes; while Redis
 * is unavailable, in the memory of this process, where the window begins with the client's first request. Everything
 * below /api/v1 and /api/ext counts, whatever its status, except OPTIONS, requests that this limit rejects, and the
 * OpenAPI document.
 */
export function rateLimit({
  config,
  redis,
  metrics,
  log,
}: {
  config: Pick<Config, 'rateLimitMax' | 'rateLimitWindowMs' | 'indexAlias'>;
  redis: Redis;
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

/** The headers of the IETF draft, in addition to those of koa-ratelimit. */
function setHeaders(context: Context, windowS: number): void {
  const total = context.response.get('X-RateLimit-Limit');
  context.set('RateLimit-Policy', `"hour";q=${total};w=${windowS}`);
  context.set(
    'RateLimit',
    `"hour";r=${context.response.get('X-RateLimit-Remaining')};t=${secondsToReset(context, windowS)}`,
  );
}

function limitReached(context: Context, max: number, windowS: number): ApiError {
  return new ApiError('rate_limited', {
    message: `${max} requests per ${windowS} seconds are allowed from one address.`,
    headers: { 'Retry-After': String(secondsToReset(context, windowS)) },
  });
}

/** Whole seconds, rounded up, until the oldest counted request leaves the window; at least 1. */
function secondsToReset(context: Context, windowS: number): number {
  const resetS = Number(context.response.get('X-RateLimit-Reset'));
  return Math.min(windowS, Math.max(1, Math.ceil(resetS - Date.now() / 1000)));
}
