import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * Sets the request ID in `X-Request-Id` and the logs: the ID that a proxy sent, if it is valid
 * (1 to 128 of `A-Za-z0-9._:-`), otherwise a new one.
 */
export function requestId(): Middleware {
  return (context, next) => {
    const given = context.get('X-Request-Id');
    context.state.requestId = /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
    context.set('X-Request-Id', context.state.requestId);
    return next();
  };
}
