import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { type RunningWorker, startWorker } from '../../../../ingest/start-worker.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
const log: string[] = [];
let worker: RunningWorker;
let services: ReturnType<typeof openServices>;

beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  const settings = { WORKER_PORT: '0', DASHBOARD_USER: 'olga', DASHBOARD_PASSWORD: 'pass:word' };
  services = openServices(readIngestConfig({ ...ingest.environment, ...settings }));
  worker = await startWorker(services, pino({ level: 'warn' }, { write: (line) => log.push(line) }));
});
afterAll(async () => {
  await worker.close();
  await services.close();
  await ingest.close();
});

const get = (path: string, user?: string) =>
  fetch(`${worker.operationsUrl}${path}`, {
    headers: user ? { Authorization: `Basic ${Buffer.from(user).toString('base64')}` } : {},
  });

describe("the worker's port", () => {
  it('the worker reports that it is alive and which servers it can reach', async () => {
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ status: 'ready', elasticsearch: 'ok', redis: 'ok' });
  });

  it('metrics count records, rejects, batches and the depth of the queues', async () => {
    await ingest.import('a.csv', 'id,title,gem_type\n1,One,Ruby\n2,,Ruby\n3,Three,Ruby\n');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/^gem_ingest_records_indexed_total 2$/m);
    expect(metrics).toMatch(/^gem_ingest_records_rejected_total\{code="required"\} 1$/m);
    expect(metrics).toMatch(/^gem_ingest_batches_total\{outcome="done"\} 1$/m);
    expect(metrics).toMatch(/^gem_ingest_bulk_seconds_count 1$/m);
    expect(metrics).toMatch(/^gem_ingest_queue_jobs\{queue="t-[0-9a-f]+-imports",state="waiting"\} 0$/m);
  });

  it('the queue dashboard requires the operator password', async () => {
    for (const path of ['/queues', '/queues/', '/queues/api/queues']) {
      expect((await get(path)).status, path).toBe(401);
      expect((await get(path, 'olga:wrong')).status, path).toBe(401);
    }
    expect((await get('/queues/api/queues', 'olga:pass:word')).status).toBe(200);
    expect(await (await get('/queues', 'olga:pass:word')).text()).toMatch(/<html/i);
  });

  it('the dashboard refuses requests that would change something', async () => {
    const headers = { Authorization: `Basic ${Buffer.from('olga:pass:word').toString('base64')}` };
    const url = `${worker.operationsUrl}/queues/api/queues/${ingest.session.imports.name}/pause`;
    const response = await fetch(url, { method: 'PUT', headers });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await ingest.session.imports.isPaused()).toBe(false);
  });

  it('the dashboard forbids frames, foreign scripts, caching and other hosts', async () => {
    for (const [path, user] of [
      ['/queues', 'olga:pass:word'],
      ['/queues/api/queues', 'olga:pass:word'],
      ['/queues', undefined],
    ] as const) {
      const { headers } = await get(path, user);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*/);
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
    }
    expect(await (await get('/queues', 'olga:pass:word')).text()).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('failed logins are logged without the password, and an address that keeps guessing is refused', async () => {
    await get('/queues', 'olga:pass:word');
    log.length = 0;
    const statuses = [];
    for (let n = 0; n < 7; n++) statuses.push((await get('/queues', `olga:guess-${n}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const refused = await get('/queues', 'olga:pass:word');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    const lines = log.filter((line) => line.includes('wrong password'));
    expect(lines).toHaveLength(5);
    expect(JSON.parse(lines[4]!)).toMatchObject({
      address: expect.stringContaining('127.0.0.1'),
      refused: true,
    });
    expect(log.join('')).not.toContain('guess');
    expect((await get('/metrics')).status).toBe(200);
  });
});
