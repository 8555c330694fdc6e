import type { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { request } from '../../support/fault-proxy.ts';
import { startFencedService, waitUntilBlocked } from '../../support/faults/fencing.ts';
import { startPageReaders } from '../../support/faults/page-readers.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';
import { get } from '../../support/get.ts';

const stack = stackOfFile();

describe('a server that is lost during imports', () => {
  it('every page of a list is consistent on both APIs while Elasticsearch is killed three times during an import', async () => {
    const service = await startFencedService(stack(), 1);
    const { ingest, workers, apis } = service;
    const [worker] = workers;
    await worker.start();
    const readers = apis.map(({ url }) => startPageReaders(url));
    onTestFinished(() => Promise.all(readers.map(({ stop }) => stop())).then(() => {}));
    // All records are written but not visible. A start of Elasticsearch makes them visible.
    worker.toElasticsearch.holdWhen(request('GET', /-(records|write)-[^/]*\/_refresh/));
    const id = await service.enqueue('new', 3_000);
    await waitUntilBlocked(worker);
    const node = stack().elasticsearch;
    for (let kill = 0; kill < 3; kill++) {
      const answered = readers.map(({ seen }) => seen());
      await node.kill('SIGKILL');
      await node.restart();
      for (const [i, { seen }] of readers.entries()) {
        await expect.poll(seen).toBeGreaterThan(answered[i]! + 40);
      }
    }
    worker.toElasticsearch.release();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 3_000 });
    await service.expectShown(3_000, 'new');
    for (const { stop } of readers) expect((await stop()).slice(0, 5)).toEqual([]);
  });
});

describe('Redis that refuses writes', () => {
  const refusals = [
    {
      state: 'is out of memory',
      told: 'refuses writes (OOM)',
      inject: (redis: Redis) => redis.config('SET', 'maxmemory', '1'),
      recover: (redis: Redis) => redis.config('SET', 'maxmemory', '0'),
    },
    {
      state: 'becomes a read-only replica',
      told: 'refuses writes (READONLY)',
      inject: (redis: Redis) => redis.call('REPLICAOF', '127.0.0.1', '1'),
      recover: (redis: Redis) => redis.call('REPLICAOF', 'NO', 'ONE'),
    },
  ];
  it.for(refusals)(
    'when Redis $state during an import, workers report it, readers are served, and the import completes',
    async (given) => {
      const { told, inject, recover } = given;
      const service = await startFencedService(stack(), 300);
      const { ingest, workers, apis } = service;
      const { redis } = ingest;
      for (const { toElasticsearch, start } of workers) {
        await start();
        // The delay makes each of the many batches take a while.
        toElasticsearch.delay(50);
      }
      const id = await service.enqueue('refused', 20_000);
      const state = async () => (await ingest.session.log.find(id))?.state;
      await expect.poll(state, { interval: 10 }).toBe('running');
      onTestFinished(() => recover(redis).then(() => {}));
      const before = await refusedCalls(redis);
      await inject(redis);
      for (const { url } of workers) {
        const readiness = async () => {
          const response = await fetch(`${url}/readyz`);
          return { status: response.status, redis: ((await response.json()) as { redis: string }).redis };
        };
        await expect.poll(readiness).toEqual({ status: 503, redis: told });
      }
      for (const { url } of apis) expect((await get(url, '/api/v1/auctions', 'limit=3')).status).toBe(200);
      await expect.poll(() => refusedCalls(redis)).toBeGreaterThan(before + 20);

      await recover(redis);
      for (const { url } of workers) {
        await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
      }
      expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 20_000, rejected: 0 });
      await service.expectShown(20_000, 'refused');
    },
  );
});

/** The number of commands and scripts that Redis refused or that failed. */
async function refusedCalls(redis: Redis): Promise<number> {
  const info = await redis.info('commandstats');
  return [...info.matchAll(/(?:rejected|failed)_calls=(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
}
