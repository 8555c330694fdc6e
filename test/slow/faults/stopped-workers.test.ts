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
/** Moves the live alias: no other alias has that very name. */
const movesAlias = (alias: string) => request('POST', /^\/_aliases/, `"alias":"${alias}"`);
const completes = (alias: string) =>
  request('PUT', new RegExp(`^/${alias}-imports/_doc/`), '"state":"completed"');

describe('a worker that stops while it publishes a replacement, and wakes up after a newer one completed', () => {
  const stops: [string, (worker: Part) => void][] = [
    ['stopped', (worker) => worker.suspend()],
    ['cut off from Redis', (worker) => worker.toRedis.freeze()],
  ];
  const moments: [string, (alias: string) => (text: string) => boolean][] = [
    ['before it names the data version', () => namesVersion],
    ['as it moves the alias', movesAlias],
    ['as it enters the end', completes],
  ];
  const scenarios = stops.flatMap(([how, stop]) =>
    moments.map(([when, holds]): [string, string, typeof stop, typeof holds] => [how, when, stop, holds]),
  );
  it.for(scenarios)('changes nothing: %s, %s', async ([_how, _when, stop, holds]) => {
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
  });
});

describe('a worker that stops while it writes', () => {
  it('brings no deleted record back, after Elasticsearch has forgotten the deletions', async () => {
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
    await stack().nodes[0]!.restart();

    await resume(first);
    await service.complete('later', 1);
    await service.expectShown(1, 'later');
  });
});

describe('a worker that stops while it writes suggested names, and Redis is emptied', () => {
  it('leaves the names of another worker as they are', async () => {
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

describe('two imports that end side by side', () => {
  it('both complete, and the later one waits until the names of the earlier one are written', async () => {
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

describe('a replacement that is cancelled as its worker is about to publish it', () => {
  it('leaves no index, and a rollback never leads to it', async () => {
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
});

describe('a rollback after a rollback', () => {
  it('leads to what was live before', async () => {
    const service = await startFencedService(stack(), 300);
    const { workers, base, replace } = service;
    await Promise.all(workers.map((worker) => worker.start()));
    await service.complete('second', 400, replace);
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.complete('third', 500, replace);
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.expectShown(300, 'base');
  });
});

describe('two rollbacks at once', () => {
  it('go back one step, and the operator of the other is told', async () => {
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
    // Both have read that the third is live.
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

describe('an alias that is changed by hand', () => {
  type Hands = { indices: Client['indices']; name: string; live: string; kept: string };
  const changes = [
    {
      change: 'removed',
      make: ({ indices, name, live }: Hands) => indices.deleteAlias({ index: live, name }),
      apiReason: /^The live index is missing/,
      importReason: /^No index is live, but data was imported before/,
      undo: ({ indices, name, live }: Hands) => indices.putAlias({ index: live, name }),
    },
    {
      change: 'put on a second index',
      make: ({ indices, name, kept }: Hands) => indices.putAlias({ index: kept, name }),
      apiReason: /points to more than one index/,
      importReason: /points to more than one index/,
      undo: ({ indices, name, kept }: Hands) => indices.deleteAlias({ index: kept, name }),
    },
  ];
  it.for(changes)(
    '$change: both APIs refuse, imports change nothing, and its repair shows all',
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

describe('an API whose connections to Redis are half open', () => {
  const faults: [string, (api: Part) => void, string][] = [
    ['and can be made anew', (api) => api.toRedis.silence(), 'ready'],
    ['and stay so', (api) => api.toRedis.freeze(), 'away'],
  ];
  it.for(faults)('%s: it shows new data as the other one does, and readiness tells', async (fault) => {
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
  });
});

describe('both workers are killed and Redis is emptied', () => {
  const moments: [string, (alias: string) => (text: string) => boolean][] = [
    ['before an import counts up', () => request('GET', /-records-\d+\/_refresh/)],
    ['before a replacement goes live', movesAlias],
    ['after a replacement went live', completes],
  ];
  it.for(moments)('%s: it completes all the same', async ([, holds]) => {
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
    // What was held has gone with them.
    for (const { toElasticsearch } of workers) {
      await expect.poll(toElasticsearch.waiting).toBe(0);
      toElasticsearch.release();
    }
    await Promise.all(workers.map((worker) => worker.start()));
    expect(await ingest.finished(id)).toMatchObject({
      ...{ state: 'completed', read: 4_000, indexed: 4_000, superseded: 0, rejected: 0 },
    });
    await service.expectShown(4_000, 'new');
  });
});

describe('Redis is emptied after a burst of small jobs', () => {
  it('gives no number twice, and every later import is indexed', async () => {
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
    // Entered in the log and ended at once: what counts are the numbers.
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
