import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { findClient } from '../config/client-address.ts';
import type { AppContext } from './endpoint/context.ts';
import type { ExportRoute, Operation, Protocol, Route } from './endpoint/define-route.ts';
import { createAsk, serveRoute } from './endpoint/serve-route.ts';
import {
  allowedMethods,
  isCounted,
  requireOneReading,
  securityHeaders,
  suggestPath,
} from './http/access-rules.ts';
import { clientLimit, costOf, rateLimit } from './http/limits.ts';
import { observe, requestId } from './http/observe.ts';
import { renderErrors } from './http/render-errors.ts';
import { healthz, operations } from './operations.ts';
import { once } from './pages/assets.ts';
import { openApiDocument } from './pages/openapi/document.ts';
import { serveDocs } from './pages/serve-docs.ts';
import { serveExplorer } from './pages/serve-explorer.ts';
import { serveOpenApi, serveTexts } from './pages/serve-texts.ts';

/** How long the result of a check is reused. */
const checkReusedForMs = 1000;

/**
 * The API: its middleware in the order in which a request passes it. server.ts limits connections before it and responds
 * to invalid HTTP. Both limits need the client. The limit of requests in progress comes first: the requests that
 * it rejects do not count towards the hourly limit. The ID, the log and the security headers stand outside
 * `renderErrors`, so that errors have them too.
 * @param routes every path below /api, in the order of the documentation
 * @param protocols other protocols over these routes; those that are off are not served
 */
export function createApp(
  app: AppContext,
  routes: readonly (Route | ExportRoute)[],
  protocols: readonly Protocol[],
): Koa {
  const served = protocols.filter((protocol) => protocol.isOn(app.config));
  const router = createRouter(app, routes, served);
  const protocolAt = (path: string) => served.find((protocol) => protocol.path === path);
  const counts = (path: string) => isCounted(path) || protocolAt(path) !== undefined;
  const costAt = costsOf(routes);
  const isKnownPath = (path: string) => router.match(path, 'GET').route;
  const koa = newApp(app, app.config.trustedProxies);
  const limited =
    (limit: Middleware): Middleware =>
    (context, next) =>
      context.method === 'OPTIONS' || !counts(context.path) ? next() : limit(context, next);
  koa.use(limited(clientLimit((client, path) => app.limits.enter(client, costAt(path)), app.metrics)));
  koa.use(limited(rateLimit(app)));
  koa.use(allowedMethods(isKnownPath, (path) => protocolAt(path)?.methods));
  koa.use(router.routes());
  koa.use(
    suggestPath(
      isKnownPath,
      routes.map(({ path }) => path),
    ),
  );
  return koa;
}

/** What every request passes: the ID, the log, the security headers and the errors. */
function newApp({ metrics, log }: AppContext, trustedProxies: AppContext['config']['trustedProxies']): Koa {
  const koa = new Koa();
  koa.use(requestId());
  koa.use(findClient(trustedProxies));
  koa.use(observe(metrics, log));
  koa.use(securityHeaders());
  koa.use(renderErrors(log));
  koa.use(requireOneReading());
  // Errors outside the middleware are broken connections: the access log records them.
  koa.on('error', (error) => log.debug({ err: error }, 'a connection broke'));
  return koa;
}

/** The cost of a request by its path; a path without a route costs the least. */
function costsOf(routes: readonly (Route | ExportRoute)[]) {
  const costs = new Map(routes.map((route) => [route.path, costOf(route)]));
  const least = costOf({ cost: 'brief' });
  return (path: string) => costs.get(path) ?? least;
}

/** Metrics and health checks for operators, on a separate port. */
export function createOperationsApp(app: AppContext): Koa {
  const router = newRouter();
  serveOperations(router, app, operations);
  serveMetrics(router, app);
  const koa = newApp(app, []);
  koa.use(allowedMethods((path) => router.match(path, 'GET').route));
  koa.use(router.routes());
  return koa;
}

/** Paths match exactly: no trailing slash, case-sensitive. */
const newRouter = () => new Router({ strict: true, sensitive: true });

function createRouter(
  app: AppContext,
  routes: readonly (Route | ExportRoute)[],
  protocols: readonly Protocol[],
): Router {
  const router = newRouter();
  for (const route of routes) {
    router.get(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), serveRoute(route, app));
  }
  if (app.config.operationsPort === undefined) {
    serveOperations(router, app, operations);
    serveMetrics(router, app);
  } else serveOperations(router, app, [healthz]);
  const document = () => openApiDocument(routes, operations, app.config.publicUrl);
  serveOpenApi(router, document);
  serveDocs(router, document);
  serveTexts(router, app.config, document);
  serveExplorer(router, app.config.imageHosts);
  for (const protocol of protocols) {
    const open = once(() => protocol.open({ ...app, ask: createAsk(routes, app), document: document() }));
    router.all(protocol.path, async (context, next) => {
      context.state.route = protocol.path;
      return (await open())(context, next);
    });
  }
  return router;
}

function serveOperations(router: Router, app: AppContext, served: readonly Operation[]): void {
  const results = new LRUCache<string, object, Operation>({
    max: 10,
    ttl: checkReusedForMs,
    // Calls while a check runs wait for it.
    fetchMethod: (_path, _stale, { context }) => context.check(app),
  });
  for (const operation of served) {
    router.get(operation.path, async (context) => {
      context.state.route = operation.path;
      const data = await results.fetch(operation.path, { context: operation });
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
