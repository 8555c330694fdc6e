import type { Middleware } from 'koa';
import { isCounted } from '../counted-paths.ts';
import { ClientGone } from '../engine.ts';
import { unavailable } from '../errors.ts';

/** Refuses work beyond `max` requests at once: a short 503 now is better than a late one for everybody. */
export function boundInFlight(max: number): Middleware {
  let inFlight = 0;
  return async (context, next) => {
    if (!isCounted(context.path)) return next();
    if (inFlight >= max) {
      throw unavailable('Too many requests are being worked on.', undefined, 1);
    }
    // Its client left before it came here: the event that would give the place back has been.
    if (context.res.destroyed) throw new ClientGone('The client went away.');
    inFlight++;
    context.res.on('close', () => inFlight--);
    return next();
  };
}
