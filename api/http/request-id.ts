import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * Names the request in `X-Request-Id` and the logs: by the id that a proxy gave it, when that is a sane one
 * (1 to 128 of `A-Za-z0-9._:-`), else by a new one.
 */
export function requestId(): Middleware {
  return (context, next) => {
    const given = context.get('X-Request-Id');
    context.state.requestId = /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : randomUUID();
    context.set('X-Request-Id', context.state.requestId);
    return next();
  };
}
