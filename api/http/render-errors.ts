import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { errorBody } from './error-body.ts';
import { ApiError, ClientDisconnected, errorCodes } from './errors.ts';

/** The only place that writes error bodies. An unexpected error is logged and answered without its details. */
export function renderErrors(log: Logger): Middleware {
  return async (context, next) => {
    try {
      await next();
      if (context.status === 404 && context.body == null) throw new ApiError('not_found');
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError('internal', { cause: thrown });
      if (!(thrown instanceof ApiError) && !(thrown instanceof ClientDisconnected)) {
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
      context.body = JSON.stringify(errorBody(error));
    }
  };
}
