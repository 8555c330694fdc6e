import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { clientOf } from './client-address.ts';

/** One JSON line per request, written when its response was sent or its client disconnected. */
export function accessLog(log: Logger): Middleware {
  return (context, next) => {
    const start = performance.now();
    context.res.on('close', () => {
      const line = {
        requestId: context.state.requestId,
        method: context.method,
        path: context.path.slice(0, 500),
        query: context.querystring.slice(0, 2000) || undefined,
        route: context.state.route,
        status: context.res.writableFinished ? context.status : 499,
        ms: Math.round((performance.now() - start) * 10) / 10,
        elasticsearchMs: context.state.elasticsearchMs,
        client: clientOf(context),
        cause: causeOf(context.state.error),
      };
      if (context.status >= 500) log.error(line, 'request');
      else log.info(line, 'request');
    });
    return next();
  };
}

/** Why a request failed, for the operator; clients never see it. */
function causeOf(error: { code: string; message: string; cause?: unknown } | undefined): string | undefined {
  if (error === undefined || error.code === 'invalid_parameter') return undefined;
  const cause = error.cause instanceof Error ? `: ${error.cause.name}: ${error.cause.message}` : '';
  return `${error.message}${cause}`.slice(0, 1000);
}
