import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Queue } from 'bullmq';
import { Hono } from 'hono';
import Koa from 'koa';
import type { Logger } from 'pino';
import { findClient, parseNetworks } from '../../config/client-address.ts';
import type { IngestServices } from '../services.ts';
import { basicAuth } from './basic-auth.ts';
import { guardPage } from './guard-page.ts';
import type { IngestMetrics } from './metrics.ts';
import { type ServerProbes, serverProbes } from './probe-servers.ts';

const dashboardPath = '/queues';

/**
 * Opens the operators' port of a worker: /healthz, /readyz, /metrics, and the dashboard of the queues under /queues. The
 * dashboard needs DASHBOARD_USER and DASHBOARD_PASSWORD and is read-only.
 */
export async function startOperations(
  port: number,
  services: IngestServices,
  metrics: IngestMetrics,
  queues: Queue[],
  logger: Logger,
): Promise<{ url: string; close(): Promise<void> }> {
  const probes = serverProbes(services, queues);
  metrics.watchServers(probes);
  const app = new Koa();
  app.use(async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') await respondReadiness(ctx, probes);
    else if (ctx.path === '/metrics') {
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
    } else await next();
  });
  const { DASHBOARD_USER: user, DASHBOARD_PASSWORD: password, TRUST_PROXY } = services.config;
  if (user && password) {
    const authenticate = basicAuth(user, password, logger);
    app.use(findClient(parseNetworks(TRUST_PROXY)));
    for (const middleware of [guardPage, authenticate, dashboard(queues)]) {
      app.use((ctx, next) => (isDashboard(ctx.path) ? middleware(ctx, next) : next()));
    }
  }

  const server = createServer(app.callback());
  server.listen(port, services.config.HOST);
  await once(server, 'listening');
  return {
    url: `http://${services.config.HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const isDashboard = (path: string) => path === dashboardPath || path.startsWith(`${dashboardPath}/`);

/** The pages of bull-board, by its adapter for Hono, because the one for Koa brings 47 packages. */
function dashboard(queues: Queue[]): Koa.Middleware {
  const adapter = new HonoAdapter(serveStatic).setBasePath(dashboardPath);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Gem imports' } },
  });
  const pages = new Hono({ strict: false }).route(dashboardPath, adapter.registerPlugin());
  return async (ctx) => {
    const response = await pages.request(ctx.url, { method: ctx.method });
    ctx.status = response.status;
    ctx.set(Object.fromEntries(response.headers));
    const isPage = ctx.response.is('html');
    ctx.body = isPage ? await response.text() : Buffer.from(await response.arrayBuffer());
  };
}

/** Responds with the state of both servers; imports need both. */
async function respondReadiness(ctx: Koa.Context, probes: ServerProbes): Promise<void> {
  const [elasticsearch, redis] = await Promise.all([probes.elasticsearch(), probes.redis()]);
  ctx.status = elasticsearch.up && redis.up ? 200 : 503;
  ctx.body = {
    status: ctx.status === 200 ? 'ready' : 'unavailable',
    elasticsearch: elasticsearch.state,
    ...(elasticsearch.up && { elasticsearch_version: probes.elasticsearchVersion() }),
    redis: redis.state,
  };
}
