import type { Middleware } from 'koa';
import { isCounted } from './access-rules.ts';
import { clientKeyOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/**
 * Rejects a client that has too many requests in progress, before the rate limit counts the request. A request is in
 * progress until its client has read the response.
 * @param enter counts a request by its client, path and query, and returns a function that ends it; throws to reject
 * the request
 */
export function clientLimit(
  enter: (client: string, path: string, query: string) => () => void,
  { clientLimited }: Pick<Metrics, 'clientLimited'>,
): Middleware {
  return (context, next) => {
    if (context.method === 'OPTIONS' || !isCounted(context.path)) return next();
    try {
      context.res.once('close', enter(clientKeyOf(context), context.path, context.querystring));
    } catch (error) {
      clientLimited.inc();
      throw error;
    }
    return next();
  };
}
