import { describe, expect, it } from 'vitest';
import { request } from '../../support/fault-proxy.ts';
import { resume, startFencedService, waitUntilBlocked } from '../../support/faults/fencing.ts';
import type { Part } from '../../support/faults/redundant-service.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';
import { get } from '../../support/get.ts';

const stack = stackOfFile();

const namesVersion = request('PUT', /-records-\d+\/_mapping/);
/** Matches the request that moves the live alias. The quotes exclude aliases with longer names. */
const movesAlias = (alias: string) => request('POST', /^\/_aliases/, `"alias":"${alias}"`);
const completes = (alias: string) =>
  request('PUT', new RegExp(`^/${alias}-imports/_doc/`), '"state":"completed"');

describe('workers that stop and resume', () => {
  const stops: [string, (worker: Part) => void][] = [
    ['is stopped', (worker) => worker.suspend()],
    ['is cut off from Redis', (worker) => worker.toRedis.freeze()],
  ];
  const moments: [string, (alias: string) => (text: string) => boolean][] = [
    ['before it sets the data version', () => namesVersion],
    ['as it moves the alias', movesAlias],
    ['as it logs the completion', completes],
  ];
  const scenarios = stops.flatMap(([how, stop]) =>
    moments.map(([when, holds]): [string, string, typeof stop, typeof holds] => [how, when, stop, holds]),
  );
  it.for(scenarios)(
    'a worker that %s %s of a replacement changes nothing when it resumes after a newer one',
    async ([_how, _when, stop, holds]) => {
      const service = await startFencedService(stack(), 300);
      const { ingest, workers, replace } = service;
      const [first, second] = workers;
      await first.start();
      first.toElasticsearch.holdWhen(holds(ingest.alias));
      const older = await service.enqueue('older', 400, replace);
      await waitUntilBlocked(first);
      stop(first);
      await second.start();
      const olderEntry = await ingest.finished(older);
      expect(olderEntry).toMatchObject({ state: 'completed', indexed: 400 });
      const newer = await service.complete('newer', 500, replace);
      await service.expectShown(500, 'newer');

      await resume(first);
      await service.expectShown(500, 'newer');
      expect(await ingest.session.log.find(older)).toEqual(olderEntry);
      expect(await ingest.session.log.find(newer.id)).toEqual(newer);
      await service.complete('later', 10);
      await service.expectShown(500, 'later', 10);
      expect(await service.rollBack()).toBe(service.indexOf(olderEntry));
      await service.expectShown(400, 'older');
    },
  );

  it('a worker that was stopped during a write does not bring back records that were deleted meanwhile', async () => {
    const service = await startFencedService(stack(), 10);
    const { ingest, workers } = service;
    const [first, second] = workers;
    await first.start();
    first.toElasticsearch.holdWhen(request('POST', /-(records|write)-[^/]*\/_bulk/));
    const written = await service.enqueue('written', 3_000);
    await waitUntilBlocked(first);
    first.suspend();
    await second.start();
    expect(await ingest.finished(written)).toMatchObject({ state: 'completed', indexed: 3_000 });
    await service.complete('deleted', 3_000, { mode: 'delete' });
    await service.expectShown(0, 'written');
    await ingest.elasticsearch.indices.flush({ index: ingest.alias, force: true, wait_if_ongoing: true });
    await stack().elasticsearch.restart();

    await resume(first);
    await service.complete('later', 1);
    await service.expectShown(1, 'later');
  });

  it('a worker that was stopped while writing suggestions does not change the suggestions of another worker', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    const [first, second] = workers;
    await first.start();
    first.toElasticsearch.holdWhen(request('POST', /^\/[^/]+-suggest-[^/]+\/_bulk/));
    const held = await service.enqueue('held', 400, service.replace);
    await waitUntilBlocked(first);
    first.suspend();
    await ingest.redis.flushall();
    await second.start();
    expect(await ingest.finished(held)).toMatchObject({ state: 'completed', indexed: 400 });
    await expect.poll(service.wrongNameIndices).toEqual([]);

    await resume(first);
    await expect.poll(service.wrongNameIndices).toEqual([]);
    await service.expectSuggested('held', 400);
    await service.complete('later', 500);
    await service.expectSuggested('later', 500);
    await expect.poll(service.wrongNameIndices).toEqual([]);
  });
});

describe('half-open connections to Redis', () => {
  const faults: [string, (api: Part) => void, string][] = [
    ['half-open connections to Redis that it can replace', (api) => api.toRedis.silence(), 'ready'],
    ['half-open connections to Redis that it cannot replace', (api) => api.toRedis.freeze(), 'away'],
  ];
  it.for(faults)(
    'an API with %s still serves new data, and /readyz reports the state of Redis',
    async (fault) => {
      const [, breakConnections, redis] = fault;
      const service = await startFencedService(stack(), 300);
      const { workers, apis, replace } = service;
      const [broken, whole] = apis;
      await Promise.all(workers.map((worker) => worker.start()));
      await service.expectShown(300, 'base');
      const readiness = async ({ url }: Part) => (await get(url, '/readyz')).body.data;
      await expect.poll(async () => (await readiness(broken)).redis).toBe('ready');

      breakConnections(broken);
      await service.complete('newer', 400, replace);
      await service.expectShown(400, 'newer');
      const { data_version } = await readiness(whole);
      await expect.poll(() => readiness(broken)).toMatchObject({ data_version, redis });
      broken.toRedis.thaw();
      await expect.poll(() => readiness(broken)).toMatchObject({ data_version, redis: 'ready' });
      await service.complete('upserted', 50);
      await service.expectShown(400, 'upserted', 50);
    },
  );
});

describe('Redis that loses all data', () => {
  const moments: [string, (alias: string) => (text: string) => boolean][] = [
    ['before it counts its records', () => request('GET', /-records-\d+\/_refresh/)],
    ['before it goes live', movesAlias],
    ['after it went live', completes],
  ];
  it.for(moments)(
    'a replacement completes although both workers are killed and Redis is emptied %s',
    async ([, holds]) => {
      const service = await startFencedService(stack(), 300);
      const { ingest, workers, replace } = service;
      for (const worker of workers) {
        await worker.start();
        worker.toElasticsearch.holdWhen(holds(ingest.alias));
      }
      const id = await service.enqueue('new', 4_000, replace);
      await waitUntilBlocked(...workers);
      await ingest.redis.flushall();
      await Promise.all(workers.map((worker) => worker.kill()));
      // The held requests ended with the workers.
      for (const { toElasticsearch } of workers) {
        await expect.poll(toElasticsearch.waiting).toBe(0);
        toElasticsearch.release();
      }
      await Promise.all(workers.map((worker) => worker.start()));
      expect(await ingest.finished(id)).toMatchObject({
        ...{ state: 'completed', read: 4_000, indexed: 4_000, superseded: 0, rejected: 0 },
      });
      await service.expectShown(4_000, 'new');
    },
  );
});
