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

  it('the port reports a Redis that is out of memory, or a read-only replica', async () => {
    await ingest.redis.config('SET', 'maxmemory', '1');
    expect(await readiness()).toMatchObject({ status: 503, redis: 'refuses writes (OOM)' });
    await expectFull();
    await ingest.redis.config('SET', 'maxmemory', '0');
    await ingest.redis.call('REPLICAOF', '127.0.0.1', '1');
    expect(await readiness()).toMatchObject({ status: 503, redis: 'refuses writes (READONLY)' });
    await ingest.redis.call('REPLICAOF', 'NO', 'ONE');
    expect(await readiness()).toMatchObject({ status: 200 });
  });
});

/** The queues can still be read. */
async function expectFull(): Promise<void> {
  const { text } = await get('/metrics');
  expect(text).toMatch(/^gem_ingest_redis_up 0$/m);
  expect(text).toMatch(/^gem_ingest_queue_jobs\{.*state="waiting"\} 0$/m);
}

describe('imports during a Redis outage', () => {
  it('an import continues by itself after Redis was out of memory', async () => {
    // A few slow batches.
    engine.delay(50);
    const lots = Array.from({ length: 2_500 }, (_, i) => `${i + 1},Lot ${i + 1},Ruby\n`).join('');
    await ingest.put('full.csv', `id,title,gem_type\n${lots}`);
    const id = await ingest.enqueue({ path: 'full.csv' });
    await waitUntil(async () => (await ingest.session.log.find(id))?.state !== 'waiting');
    const before = await refusals();
    await ingest.redis.config('SET', 'maxmemory', '1');
    // Long enough for all running work to meet the error.
    await waitUntil(async () => (await refusals()) > before + 5);
    await ingest.redis.config('SET', 'maxmemory', '0');
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 2_500 });
    engine.delay(0);
  });
});

/** The number of commands and scripts that Redis refused or that failed. */
async function refusals(): Promise<number> {
  const info = await ingest.redis.info('commandstats');
  return [...info.matchAll(/(?:rejected|failed)_calls=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
}
