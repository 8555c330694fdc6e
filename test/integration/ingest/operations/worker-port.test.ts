import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openServices, readIngestConfig } from '../../../../ingest/services.ts';
import { type RunningWorker, startWorker } from '../../../../ingest/start-worker.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startOwnRedis } from '../../../support/own-redis.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let redis: Awaited<ReturnType<typeof startOwnRedis>>;
let engine: Awaited<ReturnType<typeof startFaultProxy>>;
let ingest: TestIngest;
let worker: RunningWorker;
let services: ReturnType<typeof openServices>;

beforeAll(async () => {
  redis = await startOwnRedis();
  engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
  ingest = await startIngest({ worker: false, redisUrl: redis.url });
  const settings = { WORKER_PORT: '0', ELASTICSEARCH_URL: engine.url };
  services = openServices(readIngestConfig({ ...ingest.environment, ...settings }));
  worker = await startWorker(services, pino({ level: 'silent' }));
});
afterAll(async () => {
  await worker?.close();
  await services?.close();
  await ingest?.close();
  await engine?.close();
  await redis?.close();
});

/** A response in much less time than the timeouts for Elasticsearch and Redis. */
async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${worker.operationsUrl}${path}`, { signal: AbortSignal.timeout(20_000) });
  return { status: response.status, text: await response.text() };
}
const readiness = async () => {
  const { status, text } = await get('/readyz');
  return { ...JSON.parse(text), status };
};

async function waitUntil(found: () => Promise<boolean>): Promise<void> {
  while (!(await found())) await pause(20);
}

/** Conditions that hold whatever happens to the servers. */
async function expectUp(redisUp: 0 | 1, elasticsearchUp: 0 | 1): Promise<void> {
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`^gem_ingest_redis_up ${redisUp}$`, 'm'));
  expect(text).toMatch(new RegExp(`^gem_ingest_elasticsearch_up ${elasticsearchUp}$`, 'm'));
  expect(text.includes('gem_ingest_queue_jobs{')).toBe(redisUp === 1);
  expect((await get('/healthz')).status).toBe(200);
}

describe("the worker's port during outages", () => {
  it('the port reports both servers as reachable', async () => {
    expect(await readiness()).toMatchObject({ status: 200, redis: 'ok', elasticsearch: 'ok' });
    await expectUp(1, 1);
  });

  it('the port reports a frozen Redis at once, and its recovery', async () => {
    await redis.kill('SIGSTOP');
    expect(await readiness()).toMatchObject({ status: 503, redis: 'unreachable', elasticsearch: 'ok' });
    await redis.kill('SIGCONT');
    await waitUntil(async () => (await readiness()).status === 200);
    await expectUp(1, 1);
  });

  it('the port reports a stopped Redis at once', async () => {
    await redis.kill('SIGKILL');
    await waitUntil(async () => (await readiness()).status === 503);
    await expectUp(0, 1);
    await redis.restart();
    await waitUntil(async () => (await readiness()).status === 200);
  });

  it('the port reports an unresponsive Elasticsearch at once', async () => {
    engine.hold();
    expect(await readiness()).toMatchObject({ status: 503, redis: 'ok', elasticsearch: 'unreachable' });
    await expectUp(1, 0);
    engine.release();
    await waitUntil(async () => (await readiness()).status === 200);
  });
});
