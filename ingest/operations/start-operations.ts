import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import Koa from 'koa';
import type { IngestServices } from '../services.ts';
import { basicAuth } from './basic-auth.ts';
import type { IngestMetrics } from './metrics.ts';

const dashboardPath = '/queues';

/**
 * The worker's own port, for those who run it: /healthz, /readyz, /metrics, and the queues under /queues, which need
 * DASHBOARD_USER and DASHBOARD_PASSWORD and are read-only.
 */
export async function startOperations(
  port: number,
  services: IngestServices,
  metrics: IngestMetrics,
  queues: Queue[],
): Promise<{ url: string; close(): Promise<void> }> {
  const app = new Koa();
  app.use(async (ctx, next) => {
    if (ctx.path === '/healthz') ctx.body = { status: 'ok' };
    else if (ctx.path === '/readyz') await answerReadiness(ctx, services);
    else if (ctx.path === '/metrics') {
      ctx.type = metrics.registry.contentType;
      ctx.body = await metrics.registry.metrics();
    } else await next();
  });
  const { DASHBOARD_USER: user, DASHBOARD_PASSWORD: password } = services.config;
  if (user && password) {
    app.use((ctx, next) => (isDashboard(ctx.path) ? basicAuth(user, password)(ctx, next) : next()));
    app.use(dashboard(queues));
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

function dashboard(queues: Queue[]): Koa.Middleware {
  const adapter = new KoaAdapter();
  adapter.setBasePath(dashboardPath);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Gem auction imports' } },
  });
  return adapter.registerPlugin();
}

/** Both servers are needed to work on imports; each is told with what is wrong with it. */
async function answerReadiness(ctx: Koa.Context, { elasticsearch, redis }: IngestServices): Promise<void> {
  const [engine, queue] = await Promise.allSettled([
    elasticsearch.info({}, { requestTimeout: 2_000 }),
    redis.status === 'ready' ? redis.ping() : Promise.reject(new Error(`connection ${redis.status}`)),
  ]);
  const state = (result: PromiseSettledResult<unknown>) => {
    if (result.status === 'fulfilled') return 'ok';
    return [401, 403].includes(result.reason.statusCode) ? 'refuses this service' : 'unreachable';
  };
  ctx.status = engine.status === 'fulfilled' && queue.status === 'fulfilled' ? 200 : 503;
  ctx.body = {
    status: ctx.status === 200 ? 'ready' : 'unavailable',
    elasticsearch: state(engine),
    ...(engine.status === 'fulfilled' && { elasticsearch_version: engine.value.version.number }),
    redis: state(queue),
  };
}
