import { join } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import { Queue } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { importsQueueName } from '../../../ingest/queue/contract.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { request, resume, startFencedService, waitUntilBlocked } from '../../support/faults/fencing.ts';
import type { Part } from '../../support/faults/redundant-service.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';
import { get } from '../../support/get.ts';
import { runCli } from '../../support/run-cli.ts';

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

describe('imports at the same time', () => {
  it('an import that ends during the publishing of an earlier one waits until the suggestions of both are written', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    const [worker] = workers;
    await worker.start();
    const rebuildsNames = request('HEAD', /^\/[^/]+-suggest-/);
    let held = 0;
    worker.toElasticsearch.holdWhen((text) => rebuildsNames(text) && held++ === 0);
    const earlier = await service.enqueue('earlier', 400);
    await waitUntilBlocked(worker);
    const later = await service.enqueue('later', 50);
    await service.expectShown(400, 'later', 50);
    expect((await ingest.session.log.find(later))!.state).not.toBe('completed');
    worker.toElasticsearch.release();
    expect(await ingest.finished(earlier)).toMatchObject({ state: 'completed', read: 400 });
    expect(await ingest.finished(later)).toMatchObject({ state: 'completed', indexed: 50 });
    await service.expectSuggested('earlier', 350);
    await service.expectSuggested('later', 50);
    await expect.poll(service.wrongNameIndices).toEqual([]);
  });
});

describe('cancelled replacements and rollbacks', () => {
  it('a replacement that is cancelled just before publishing leaves no index and is never a rollback target', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers, base, replace } = service;
    const [first, second] = workers;
    await first.start();
    first.toElasticsearch.holdWhen(request('GET', /-records-\d+\/_refresh/));
    const cancelled = await service.enqueue('cancelled', 400, replace);
    await waitUntilBlocked(first);
    expect((await runCli(['cancel', String(cancelled)], ingest.environment)).code).toBe(0);
    first.toElasticsearch.release();
    await expect.poll(service.recordsIndices).toEqual([service.indexOf(base)]);

    await second.start();
    const last = await service.complete('last', 500, replace);
    expect(await service.recordsIndices()).toEqual([service.indexOf(base), service.indexOf(last)].sort());
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.expectShown(300, 'base');
    expect(await ingest.session.log.find(cancelled)).toMatchObject({ state: 'cancelled' });
  });

  it('a second rollback restores the index that was live before the last replacement', async () => {
    const service = await startFencedService(stack(), 300);
    const { workers, base, replace } = service;
    await Promise.all(workers.map((worker) => worker.start()));
    await service.complete('second', 400, replace);
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.complete('third', 500, replace);
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.expectShown(300, 'base');
  });

  it('of two simultaneous rollbacks, one goes back one step and the other exits with 1 and the reason', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers, replace } = service;
    await Promise.all(workers.map((worker) => worker.start()));
    const second = await service.complete('second', 400, replace);
    await service.complete('third', 500, replace);

    const ways = await Promise.all([1, 2].map(() => startFaultProxy(stack().elasticsearchUrl)));
    for (const way of ways) way.holdWhen(movesAlias(ingest.alias));
    const ends = Promise.all(
      ways.map(({ url }) => runCli(['rollback'], { ...ingest.environment, ELASTICSEARCH_URL: url })),
    );
    // Both rollbacks have read that the third index is live.
    await expect.poll(() => ways.map((way) => way.waiting())).toEqual([1, 1]);
    for (const way of ways) way.release();
    const [done, refused] = (await ends).sort((a, b) => a.code! - b.code!);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Another process switched the live index/),
    });
    await service.expectShown(400, 'second');
    expect(await service.liveIndices()).toEqual([service.indexOf(second)]);
    await Promise.all(ways.map((way) => way.close()));
  });
});

describe('an alias that an operator changes', () => {
  type Hands = { indices: Client['indices']; name: string; live: string; kept: string };
  const changes = [
    {
      change: 'is removed',
      make: ({ indices, name, live }: Hands) => indices.deleteAlias({ index: live, name }),
      apiReason: /^The live index is missing/,
      importReason: /^No index is live, but data was imported before/,
      undo: ({ indices, name, live }: Hands) => indices.putAlias({ index: live, name }),
    },
    {
      change: 'points to a second index',
      make: ({ indices, name, kept }: Hands) => indices.putAlias({ index: kept, name }),
      apiReason: /points to more than one index/,
      importReason: /points to more than one index/,
      undo: ({ indices, name, kept }: Hands) => indices.deleteAlias({ index: kept, name }),
    },
  ];
  it.for(changes)(
    'when the live alias $change, both APIs and imports fail with the reason until it is repaired',
    async (given) => {
      const service = await startFencedService(stack(), 300);
      const { ingest, workers, apis, base, replace } = service;
      await Promise.all(workers.map((worker) => worker.start()));
      const live = service.indexOf(await service.complete('live', 400, replace));
      await service.expectShown(400, 'live');
      const { indices } = ingest.elasticsearch;
      const hands: Hands = { indices, name: ingest.alias, live, kept: service.indexOf(base) };

      await given.make(hands);
      for (const { url } of apis) {
        const refusal = async () => (await get(url, '/readyz')).body.error?.message;
        await expect.poll(refusal).toMatch(given.apiReason);
      }
      const refused = await ingest.finished(await service.enqueue('few', 10));
      expect(refused).toMatchObject({ state: 'failed', indexed: 0 });
      expect(refused.reason).toMatch(given.importReason);
      expect(await service.recordsIndices()).toEqual([hands.kept, live].sort());
      await given.undo(hands);
      await service.expectShown(400, 'live');
      await service.complete('few', 10);
      await service.expectShown(400, 'few', 10);
    },
  );
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

  it('no import number is given twice when Redis is emptied after a burst of jobs, and later imports are indexed', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    await Promise.all(workers.map((worker) => worker.start()));
    const producer = new Queue(importsQueueName(ingest.alias), { connection: ingest.redis });
    const produce = (name: string, jobs: number) =>
      producer.addBulk(
        Array.from({ length: jobs }, (_, i) => ({
          name: 'upsert-records',
          data: { records: [{ id: 10_000 + i, title: name, gem_type: 'Ruby' }] },
          opts: { jobId: `${name}-${i}` },
        })),
      );
    // The imports are cancelled at once, because the test is only about their numbers.
    const burst = await Promise.all(
      Array.from({ length: 400 }, () => service.enqueue('burst', 1)).map(async (enqueued) => {
        const id = await enqueued;
        await ingest.session.log.change(id, ['waiting', 'running'], { state: 'cancelled' });
        return id;
      }),
    );
    expect(new Set(burst).size).toBe(400);
    await ingest.redis.flushall();

    const path = join(ingest.importRoot, 'after.csv');
    await ingest.put('after.csv', 'id,title,gem_type\n1,after,Ruby\n2,after,Ruby\n');
    const { code, stdout } = await runCli(['import', path, '--json'], ingest.environment);
    const after = JSON.parse(stdout);
    expect({ code, after }).toMatchObject({ code: 0, after: { state: 'completed', read: 2, indexed: 2 } });
    expect(Math.max(...burst)).toBeLessThan(after.id);
    await produce('produced', 5);
    const ended = async () =>
      (await ingest.session.log.list())
        .filter(({ source, id }) => source === 'records of the job' && id > after.id)
        .map(({ state, indexed }) => ({ state, indexed }));
    await expect.poll(ended).toEqual(Array.from({ length: 5 }, () => ({ state: 'completed', indexed: 1 })));
    await producer.close();
    await service.expectShown(305, 'produced', 5);
    await service.expectShown(305, 'after', 2);
  });
});
