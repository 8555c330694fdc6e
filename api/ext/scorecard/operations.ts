import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter } from '@prometheus-io/client';
import { processMetrics } from '../../../config/process-metrics.ts';

export type ScorecardMetrics = ReturnType<typeof scorecardMetrics>;

/** What the scorecard process counts; docs/operations/observability.md explains it. */
export function scorecardMetrics() {
  const registry = processMetrics();
  const jobs = new Counter({
    name: 'gem_scorecard_jobs_total',
    help: 'Scorecards by outcome: stored, unchanged, superseded, or failed for good.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Start at 0: alerts on an increase would miss the first failure otherwise.
  for (const outcome of ['stored', 'unchanged', 'superseded', 'failed']) jobs.inc({ outcome }, 0);
  return { registry, jobs };
}

/** Serves /healthz and /metrics; resolves with the URL. The server ends with the process. */
export async function serveOperations(
  port: number,
  host: string,
  { registry }: ScorecardMetrics,
): Promise<string> {
  const server = createServer(async ({ url }, response) => {
    if (url === '/healthz') response.end('{"status":"ok"}');
    else if (url === '/metrics')
      response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}
