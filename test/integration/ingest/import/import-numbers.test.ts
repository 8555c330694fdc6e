import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchJobId } from '../../../../ingest/queue/contract.ts';
import { importLog, importsIndex } from '../../../../ingest/store/import-log.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (ids: number[], title = 'a') =>
  `id,title,gem_type\n${ids.map((id) => `${id},${title},Ruby`).join('\n')}\n`;

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest({ worker: { reconcileEveryMs: 300 } });
});
afterEach(() => ingest.close());

describe('import numbers', () => {
  it('every import number is assigned once, under concurrency and whatever Redis remembers', async () => {
    const { log } = ingest.session;
    const path = await ingest.put('lots.csv', csv([1]));
    const enter = () => ingest.enqueue({ path });
    const first = await Promise.all(Array.from({ length: 8 }, enter));
    await ingest.redis.del(...(await ingest.redis.keys(`*${ingest.alias}*`)));
    const second = await Promise.all(Array.from({ length: 8 }, enter));
    expect(new Set([...first, ...second]).size).toBe(16);
    expect(Math.min(...second)).toBeGreaterThan(Math.max(...first));
    for (const id of [...first, ...second]) {
      expect(await ingest.finished(id)).toMatchObject({ id, state: 'completed', read: 1 });
    }
    expect(await log.list()).toHaveLength(16);
  });

  it('the number of a removed duplicate import is not assigned again', async () => {
    const { log } = ingest.session;
    const job = { name: 'import-file', payload: { path: 'none.csv' } } as const;
    const entry = { mode: 'upsert', source: 'none.csv', job, job_key: 'a key' } as const;
    const first = await log.createOnce(entry, String);
    const second = await log.createOnce(entry, String);
    const other = await log.createOnce({ ...entry, job_key: 'another key' }, String);
    expect([first, second.isOwn]).toEqual([{ id: first.id, isOwn: true }, false]);
    expect(second.id).toBe(first.id);
    expect(other).toEqual({ id: first.id + 2, isOwn: true });
    expect((await log.list()).map(({ id }) => id)).toEqual([other.id, first.id]);
  });

  it('an import keeps the number that a worker found before a duplicate was removed', async () => {
    const engine = await startFaultProxy(ingest.environment.ELASTICSEARCH_URL.split(',')[0]!);
    const elasticsearch = new Client({ node: engine.url });
    const path = await ingest.put('lots.csv', csv([1]));
    const job = { name: 'import-file', payload: { path } } as const;
    const entry = { mode: 'upsert', source: path, job, job_key: 'a key' } as const;
    const { id } = await ingest.session.log.createOnce(entry, String);
    engine.holdWhen((request) => request.startsWith('DELETE'));
    const second = importLog(elasticsearch, ingest.alias).createOnce(entry, String);
    await expect.poll(() => engine.waiting()).toBe(1);
    expect(await ingest.finished(id + 1)).toMatchObject({ state: 'completed', read: 1 });
    engine.release();
    expect(await second).toEqual({ id, isOwn: false });
    expect(await ingest.session.log.find(id + 1)).toMatchObject({ state: 'completed' });
    await elasticsearch.close();
    await engine.close();
  });

  it('new numbers are higher than those in records, even when the import log was lost', async () => {
    await ingest.import('one.csv', csv([1, 2, 3]));
    const { id } = await ingest.import('two.csv', csv([1, 2, 3], 'b'));
    await ingest.elasticsearch.indices.delete({ index: importsIndex(ingest.alias) });
    const entry = await ingest.import('three.csv', csv([1, 2, 3], 'c'));
    expect(entry.id).toBeGreaterThan(id);
    expect(entry).toMatchObject({ state: 'completed', indexed: 3, superseded: 0 });
    expect((await ingest.records()).map(({ title }) => title)).toEqual(['c', 'c', 'c']);
  });

  it('a record with an import number that the log does not have does not count as newer', async () => {
    await ingest.import('one.csv', csv([1, 2, 3]));
    const { log, imports } = ingest.session;
    await imports.pause();
    const path = await ingest.put('two.csv', csv([1, 2, 3, 4], 'b'));
    const id = await ingest.enqueue({ path });
    // A record of a build that took its numbers from a clock.
    const index = (await log.list())[1]!.index!;
    const document = { id: 2, title: 'c', gem_type: 'Ruby', import: 4_000_000, auction_day: 0 };
    await ingest.elasticsearch.index({
      ...{ index, id: '2', document, refresh: true },
      ...{ version: 4_000_000 * 2 ** 21, version_type: 'external_gte' },
    });
    await imports.resume();
    expect(await ingest.finished(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('1 records have the import number 4000000, which is not in the log'),
    });
  });
});

describe('import jobs with a wrong delay', () => {
  it('a job that a wrong clock delayed runs without waiting', async () => {
    const { imports, log } = ingest.session;
    await imports.pause();
    const id = await ingest.enqueue({ path: await ingest.put('lots.csv', csv([1])) });
    const job = (await imports.getJob(`import-${id}`))!;
    await job.remove();
    const { job: work } = (await log.find(id))!;
    await imports.add(work.name, { ...work.payload, number: id }, { jobId: job.id!, delay: 3_600_000 });
    await imports.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1 });
  });
});

describe('batches that failed before their import waited for them', () => {
  it('such a batch is queued again when the import is planned again', async () => {
    const { imports, batches } = ingest.session;
    await imports.pause();
    const id = await ingest.enqueue({ path: await ingest.put('lots.csv', csv([1])) });
    // Simulates a worker lost between two steps: the batch exists, but the import does not know it.
    const jobId = batchJobId({ import: id, run: 1, batch: 0 });
    await batches.add('index-batch', { import: id } as never, { jobId, attempts: 1 });
    await expect.poll(async () => (await batches.getJob(jobId))?.isFailed()).toBe(true);
    await imports.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1 });
  });
});
