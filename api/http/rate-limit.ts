import type { Context, Middleware } from 'koa';
import koaRatelimit from 'koa-ratelimit';
import type { AppContext } from '../context.ts';
import { rateCounter } from '../rate-counter.ts';
import { clientOf, rateLimitKey } from './client-address.ts';
import { ApiError } from './errors.ts';
import { isCounted } from './path-kinds.ts';

/**
 * So many requests per client and rolling window, counted for koa-ratelimit in Redis, or in memory while Redis is
 * away. Everything below /api/v1 and /api/ext counts, whatever comes of it, save OPTIONS, what is refused here,
 * and the OpenAPI document.
 */
export function rateLimit({ config, services, metrics, log }: AppContext): Middleware {
  const { rateLimitMax: max, rateLimitWindowMs: duration } = config;
  if (max === 0) return (_context, next) => next();

  const windowS = duration / 1000;
  const counter = rateCounter(services.redis, {
    onMemory: () => metrics.rateLimitInMemory.inc(),
    onChange: (inMemory) =>
      inMemory
        ? log.warn('Redis is away: the rate limit counts in memory')
        : log.info('Redis is back: the rate limit counts there again'),
  });
  const limit = koaRatelimit({
    driver: 'redis',
    // koa-ratelimit calls this one method of its database; the counter adds what to do without Redis.
    db: counter as never,
    duration,
    max,
    namespace: `gem-auctions:${config.indexAlias}:rate:counts`,
    id: (context: Context) => (isExempt(context) ? false : rateLimitKey(clientOf(context))),
    // Called at the limit only, when koa-ratelimit has set its headers and a body that is not ours.
    onLimited(context: Context) {
      metrics.rateLimited.inc();
      setHeaders(context, windowS);
      throw limitReached(context, max, windowS);
    },
  } as koaRatelimit.MiddlewareOptions);

  return (context, next) =>
    limit(context, () => {
      setHeaders(context, windowS);
      return next();
    });
}

const isExempt = (context: Context) => context.method === 'OPTIONS' || !isCounted(context.path);

/** The standard's headers, beside those of koa-ratelimit. */
function setHeaders(context: Context, windowS: number): void {
  // What is not counted says nothing of a limit.
  if (!context.res.hasHeader('X-RateLimit-Limit')) return;
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
