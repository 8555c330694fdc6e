import { appRoutes } from '@bull-board/api/dist/routes.js';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedulesQueueName } from '../../../../ingest/schedules/run-schedules.ts';
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

const signIn = (user: string) => ({ Authorization: `Basic ${Buffer.from(user).toString('base64')}` });
const get = (path: string, user?: string) =>
  fetch(`${worker.operationsUrl}${path}`, { headers: user ? signIn(user) : {} });

describe("the worker's port", () => {
  it('metrics count records, rejects and the depth of the queues', async () => {
    await ingest.import('a.csv', 'id,title,gem_type\n1,One,Ruby\n2,,Ruby\n3,Three,Ruby\n');
    const metrics = await (await get('/metrics')).text();
    expect(metrics).toMatch(/^gem_ingest_records_indexed_total 2$/m);
    expect(metrics).toMatch(/^gem_ingest_records_rejected_total\{code="required"\} 1$/m);
    expect(metrics).toMatch(/^gem_ingest_bulk_seconds_count [1-9]/m);
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

  it('the dashboard refuses every change', async () => {
    const { imports } = ingest.session;
    const headers = { ...signIn('olga:pass:word'), Origin: worker.operationsUrl! };
    const send = async (method: string, path: string) =>
      (await fetch(`${worker.operationsUrl}/queues${path}`, { method: method.toUpperCase(), headers }))
        .status;
    const changes = appRoutes.api
      .flatMap(({ method, route }) => [method].flat().map((each) => ({ method: each, route: String(route) })))
      .filter(({ method }) => method !== 'get');
    expect(changes.map(({ route }) => route)).toContain('/api/queues/:queueName/add');
    const schedules = schedulesQueueName(ingest.alias);
    for (const queue of [imports.name, schedules]) {
      for (const { method, route } of changes) {
        const path = route.replace(':queueName', queue).replaceAll(/:\w+/g, '1');
        expect(await send(method, path), `${method} ${path}`).toBe(403);
      }
    }
    expect(await imports.isPaused()).toBe(false);
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
    for (let n = 0; n < 7; n++) {
      // Without TRUST_PROXY nobody is taken for a proxy.
      const headers = { ...signIn(`olga:guess-${n}`), 'X-Forwarded-For': `203.0.113.${n}` };
      statuses.push((await fetch(`${worker.operationsUrl}/queues`, { headers })).status);
    }
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

  it('during a change of the password, the new one and the former one admit', async () => {
    const settings = {
      WORKER_PORT: '0',
      DASHBOARD_USER: 'olga',
      DASHBOARD_PASSWORD: 'new one\nformer one\n',
    };
    const services = openServices(readIngestConfig({ ...ingest.environment, ...settings }));
    const other = await startWorker(services, pino({ level: 'silent' }));
    const status = async (password: string) =>
      (await fetch(`${other.operationsUrl}/queues`, { headers: signIn(`olga:${password}`) })).status;
    expect([await status('new one'), await status('former one')]).toEqual([200, 200]);
    expect([await status('new one\nformer one'), await status('')]).toEqual([401, 401]);
    await other.close();
    await services.close();
  });

  it('behind a trusted proxy, wrong passwords lock out a client, not the proxy', async () => {
    const settings = { WORKER_PORT: '0', DASHBOARD_USER: 'olga', DASHBOARD_PASSWORD: 'word' };
    const config = readIngestConfig({ ...ingest.environment, ...settings, TRUST_PROXY: '127.0.0.1/32' });
    const proxied = openServices(config);
    const other = await startWorker(proxied, pino({ level: 'silent' }));
    try {
      const from = async (client: string, user: string) => {
        const headers = { ...signIn(user), 'X-Forwarded-For': client };
        return (await fetch(`${other.operationsUrl}/queues`, { headers })).status;
      };
      for (const [guesser, colleague] of [
        ['203.0.113.1', '203.0.113.2'],
        ['2001:db8::1', '2001:db8:0:1::1'],
      ] as const) {
        for (let n = 0; n < 5; n++) expect(await from(guesser, `olga:guess-${n}`)).toBe(401);
        expect(await from(guesser, 'olga:word')).toBe(429);
        expect(await from(colleague, 'olga:word')).toBe(200);
      }
      // One client has a whole network of IPv6 addresses.
      expect(await from('2001:db8::2', 'olga:word')).toBe(429);
    } finally {
      await other.close();
      await proxied.close();
    }
  });
});
