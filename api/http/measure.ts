import type { Middleware } from 'koa';
import type { Metrics } from './metrics.ts';

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
