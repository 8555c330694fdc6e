import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { clientOf } from './client-address.ts';
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
function causeOf(error: { code: string; reason: string; cause?: unknown } | undefined): string | undefined {
  if (error === undefined || error.code === 'invalid_parameter') return undefined;
  const cause = error.cause instanceof Error ? `: ${error.cause.name}: ${error.cause.message}` : '';
  return `${error.reason}${cause}`.slice(0, 1000);
}

/** Counts and times requests, including health checks and metrics, which have route names of their own. */
export function measure(metrics: Metrics): Middleware {
  return (context, next) => {
    const start = performance.now();
    metrics.inFlight.inc();
    context.res.on('close', () => {
      const route = (context.state.route as string | undefined) ?? 'none';
      const status = context.res.writableFinished ? String(context.status) : '499';
      metrics.inFlight.dec();
      metrics.requests.inc({ route, status });
      metrics.latency.observe({ route }, (performance.now() - start) / 1000);
    });
    return next();
  };
}
