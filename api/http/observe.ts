import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { clientOf } from '../../config/client-address.ts';
import type { Metrics } from './metrics.ts';

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

/**
 * Counts, times and logs each request when its response was sent or its client disconnected: in the metrics, including
 * health checks and metrics, which have route names of their own, and as one JSON line.
 */
export function observe(metrics: Metrics, log: Logger): Middleware {
  return (context, next) => {
    const start = performance.now();
    metrics.inFlight.inc();
    context.res.on('close', () => {
      const ms = performance.now() - start;
      const route = context.state.route as string | undefined;
      const status = context.res.writableFinished ? context.status : 499;
      metrics.inFlight.dec();
      metrics.requests.inc({ route: route ?? 'none', status: String(status) });
      metrics.latency.observe({ route: route ?? 'none' }, ms / 1000);
      const line = {
        requestId: context.state.requestId,
        method: context.method,
        path: context.path.slice(0, 500),
        query: context.querystring.slice(0, 2000) || undefined,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
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
function causeOf(error: { code: string; reason: string; cause?: unknown } | undefined): string | undefined {
  if (error === undefined || error.code === 'invalid_parameter') return undefined;
  const cause = error.cause instanceof Error ? `: ${error.cause.name}: ${error.cause.message}` : '';
  return `${error.reason}${cause}`.slice(0, 1000);
}
