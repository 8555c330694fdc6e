import type { Middleware } from 'koa';
import type { AppContext } from '../context.ts';
import type { Cost } from '../endpoint/concurrency-limits.ts';
import { clientKeyOf } from './client-address.ts';
import { isCounted } from './path-kinds.ts';

/**
 * Refuses a client that has too much in progress, before its request is counted, and watches that it reads its answers.
 * A request is in progress until its client has read the answer.
 */
export function admit(
  { admission, slowReaders, metrics }: Pick<AppContext, 'admission' | 'slowReaders' | 'metrics'>,
  costAt: (path: string, query: string) => Cost,
): Middleware {
  return (context, next) => {
    slowReaders.watch(context.res, () => {
      metrics.slowReaders.inc();
      context.state.error = { code: 'unavailable', message: 'The client read too slowly.' };
    });
    if (context.method === 'OPTIONS' || !isCounted(context.path)) return next();
    try {
      const cost = costAt(context.path, context.querystring);
      const { leave } = admission.enter(clientKeyOf(context), cost);
      context.res.once('close', leave);
    } catch (error) {
      metrics.clientLimited.inc();
      throw error;
    }
    return next();
  };
}
