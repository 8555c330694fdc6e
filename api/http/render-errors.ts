import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { presentError } from '../present/error.ts';
import { ClientGone } from '../search/search-context.ts';
import { ApiError, errorCodes } from './errors.ts';

/** The only place that writes error bodies. What is no `ApiError` is logged and answered without its internals. */
export function renderErrors(log: Logger): Middleware {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && context.body == null) throw new ApiError('not_found');
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal', { cause: thrown });
      if (!(thrown instanceof ApiError) && !(thrown instanceof ClientGone)) {
        log.error({ err: thrown, requestId: context.state.requestId }, 'a request failed unexpectedly');
      }
      context.state.error = error;
      context.status = errorCodes[error.code].status;
      context.remove('ETag');
      context.remove('Last-Modified');
      context.remove('Link');
      context.remove('Content-Encoding');
      context.set({ 'Cache-Control': 'no-store', ...error.headers });
      context.type = 'application/json';
      context.body = JSON.stringify(presentError(error));
    }
  };
}
