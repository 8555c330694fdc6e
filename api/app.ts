import Router from '@koa/router';
import Koa from 'koa';
import type { AppContext } from './app-context.ts';
import { accessLog } from './middleware/access-log.ts';
import { allowedMethods } from './middleware/allowed-methods.ts';
import { boundInFlight } from './middleware/bound-in-flight.ts';
import { findClient } from './middleware/find-client.ts';
import { measure } from './middleware/measure.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { renderErrors } from './middleware/render-errors.ts';
import { requestId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { routes } from './routes/index.ts';
import { operations } from './routes/operations.ts';
import { serveDocs } from './serve-docs.ts';
import { serveExplorer } from './serve-explorer.ts';
import { serveOpenApi } from './serve-open-api.ts';
import { serveRoute } from './serve-route.ts';

/** The whole API, in the order in which a request meets its parts. */
export function createApp(app: AppContext): Koa {
  const router = createRouter(app);
  const koa = new Koa();
  koa.use(requestId());
  koa.use(findClient(app.config.trustedProxies));
  koa.use(accessLog(app.log));
  koa.use(measure(app.metrics));
  koa.use(securityHeaders());
  koa.use(renderErrors(app.log));
  koa.use(rateLimit(app));
  koa.use(allowedMethods((path) => router.match(path, 'GET').route));
  koa.use(boundInFlight(app.config.maxInFlight));
  koa.use(router.routes());
  // What fails beyond the middleware is a connection that broke: the access log has it.
  koa.on('error', (error) => app.log.debug({ err: error }, 'a connection broke'));
  return koa;
}

/** Paths count letter by letter: no trailing slash, no other case. */
function createRouter(app: AppContext): Router {
  const router = new Router({ strict: true, sensitive: true });
  for (const route of routes) {
    router.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), serveRoute(route, app));
  }
  for (const operation of operations) {
    router.get(operation.path, async (context) => {
      context.state.route = operation.path;
      const data = await operation.answer(app);
      context.set('Cache-Control', 'no-store');
      context.type = 'application/json';
      context.body = JSON.stringify({ success: true, data, pagination: null, meta: {} });
    });
  }
  router.get('/metrics', async (context) => {
    context.state.route = '/metrics';
    context.type = app.metrics.registry.contentType;
    context.body = await app.metrics.registry.metrics();
  });
  serveOpenApi(router);
  serveDocs(router);
  serveExplorer(router);
  return router;
}
