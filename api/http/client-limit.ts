import type { Middleware } from 'koa';
import { clientKeyOf } from './client-address.ts';
import type { Metrics } from './metrics.ts';
import { isCounted } from './path-kinds.ts';

/**
 * Refuses a client that has too much in progress, before its request is counted by the rate limit. A request is in
 * progress until its client has read the answer.
 * @param enter counts a request by its client, path and query, and returns what ends it; throws to refuse it
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
