import Router from '@koa/router';
import Koa from 'koa';
import { clientLimit, costOf } from './endpoint/concurrency-limits.ts';
import type { AppContext } from './endpoint/context.ts';
import type { Operation } from './endpoint/define-route.ts';
import { rememberBriefly } from './endpoint/remember-briefly.ts';
import { serveRoute } from './endpoint/serve-route.ts';
import { allowedMethods, nameRightPath, requireHost, securityHeaders } from './http/access-rules.ts';
import { findClient } from './http/client-address.ts';
import { type SlowReaders, watchReading } from './http/connection-limits.ts';
import { observe, requestId } from './http/observe.ts';
import { rateLimit } from './http/rate-limit.ts';
import { renderErrors } from './http/render-errors.ts';
import { serveDocs } from './pages/serve-docs.ts';
import { serveExplorer } from './pages/serve-explorer.ts';
import { serveOpenApi } from './pages/serve-open-api.ts';
import { serveTexts } from './pages/serve-texts.ts';
import { healthz } from './routes/healthz.ts';
import { operations, routes } from './routes/index.ts';

/** How long a readiness answer is reused. */
const readinessForMs = 1000;

/**
 * The API: its middleware in the order in which a request passes it. server.ts limits connections before it and answers
 * what is not valid HTTP. Both limits need the client; that of requests in progress comes first, since what it refuses does
 * not count towards the hour. Errors have an ID, security headers and a line in the log: those stand outside `renderErrors`.
 */
export function createApp(app: AppContext, slowReaders: SlowReaders): Koa {
  const router = createRouter(app);
  const isKnownPath = (path: string) => router.match(path, 'GET').route;
  const koa = new Koa();
  koa.use(requestId());
  koa.use(findClient(app.config.trustedProxies));
  koa.use(observe(app.metrics, app.log));
  koa.use(securityHeaders());
  koa.use(renderErrors(app.log));
  koa.use(requireHost());
  koa.use(watchReading(slowReaders, app.metrics));
  koa.use(clientLimit((client, path) => app.limits.enter(client, costAt(path)), app.metrics));
  koa.use(rateLimit({ ...app, redis: app.services.redis }));
  koa.use(allowedMethods(isKnownPath));
  koa.use(router.routes());
  koa.use(nameRightPath(isKnownPath));
  reportBrokenConnections(koa, app);
  return koa;
}

const byPath = new Map(routes.map((route) => [route.path, route]));

/** One record, and paths without a route. */
const cheap = { isBrief: true };

const costAt = (path: string) => costOf(byPath.get(path) ?? cheap);

/** Metrics and health checks for operators, on a separate port. */
export function createOperationsApp(app: AppContext): Koa {
  const router = newRouter();
  serveOperations(router, app, operations);
  serveMetrics(router, app);
  const koa = new Koa();
  koa.use(requestId());
  koa.use(findClient([]));
  koa.use(observe(app.metrics, app.log));
  koa.use(securityHeaders());
  koa.use(renderErrors(app.log));
  koa.use(requireHost());
  koa.use(allowedMethods((path) => router.match(path, 'GET').route));
  koa.use(router.routes());
  reportBrokenConnections(koa, app);
  return koa;
}

/** Errors outside the middleware are broken connections: the access log records them. */
function reportBrokenConnections(koa: Koa, { log }: AppContext): void {
  koa.on('error', (error) => log.debug({ err: error }, 'a connection broke'));
}

/** Paths match exactly: no trailing slash, case-sensitive. */
const newRouter = () => new Router({ strict: true, sensitive: true });

function createRouter(app: AppContext): Router {
  const router = newRouter();
  for (const route of routes) {
    router.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), serveRoute(route, app));
  }
  if (app.config.operationsPort === undefined) {
    serveOperations(router, app, operations);
    serveMetrics(router, app);
  } else serveOperations(router, app, [healthz]);
  serveOpenApi(router, app.config.publicUrl);
  serveDocs(router, app.config.publicUrl);
  serveTexts(router, app.config, app.clock);
  serveExplorer(router, app);
  return router;
}

function serveOperations(router: Router, app: AppContext, served: readonly Operation[]): void {
  for (const operation of served) {
    const answer = rememberBriefly(() => operation.answer(app), readinessForMs);
    router.get(operation.path, async (context) => {
      context.state.route = operation.path;
      const data = await answer();
      context.set('Cache-Control', 'no-store');
      context.type = 'application/json';
      context.body = JSON.stringify({ success: true, data, pagination: null, meta: {} });
    });
  }
}

function serveMetrics(router: Router, { metrics: { registry } }: AppContext): void {
  router.get('/metrics', async (context) => {
    context.state.route = '/metrics';
    context.type = registry.contentType;
    context.body = await registry.metrics();
  });
}
