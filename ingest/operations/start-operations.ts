import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { HonoAdapter } from '@bull-board/hono';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { Queue } from 'bullmq';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { IngestConfig } from '../services.ts';
import { guardPage } from './guard-page.ts';
import type { IngestMetrics } from './metrics.ts';
import type { ServerProbes } from './probe-servers.ts';
import { signIn } from './sign-in.ts';

const dashboardPath = '/queues';

/**
 * Opens the operators' port of a worker: /healthz, /readyz, /metrics, and the dashboard of the queues under /queues. The
 * dashboard needs DASHBOARD_USER and DASHBOARD_PASSWORD and is read-only.
 */
export async function startOperations(
  port: number,
  config: IngestConfig,
  probes: ServerProbes,
  { registry }: IngestMetrics,
  queues: Queue[],
  logger: Logger,
): Promise<{ url: string; close(): Promise<void> }> {
  const { HOST: hostname, DASHBOARD_USER: user, DASHBOARD_PASSWORD: password, TRUST_PROXY } = config;
  const app = new Hono({ strict: false });
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const [elasticsearch, redis] = await Promise.all([probes.elasticsearch(), probes.redis()]);
    const isReady = elasticsearch.up && redis.up;
    const body = {
      status: isReady ? 'ready' : 'unavailable',
      elasticsearch: elasticsearch.state,
      elasticsearch_version: elasticsearch.answer?.version.number,
      redis: redis.state,
    };
    return c.json(body, isReady ? 200 : 503);
  });
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } }),
  );
  if (user && password) {
    const adapter = new HonoAdapter(serveStatic).setBasePath(dashboardPath);
    createBullBoard({
      queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
      serverAdapter: adapter,
      options: { uiConfig: { boardTitle: 'Gem imports' } },
    });
    app.use(`${dashboardPath}/*`, guardPage, signIn(user, password, TRUST_PROXY, logger));
    app.route(dashboardPath, adapter.registerPlugin());
  }

  const server = serve({ fetch: app.fetch, port, hostname }) as Server;
  await once(server, 'listening');
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
