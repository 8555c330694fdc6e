import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { sampleIds } from '../../../../mappings/sample-ids.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const header = 'id,title,gem_type';
const csv = (ids: Iterable<number>, title = 'a') =>
  `${header}\n${[...ids].map((id) => `${id},${title},Ruby`).join('\n')}\n`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest({ worker: { reconcileEveryMs: 500 } });
});
afterEach(() => ingest.close());

const ids = async () => (await ingest.records()).map(({ id }) => id);
const live = () => liveIndex(ingest.elasticsearch, ingest.alias);

describe('imports in replace mode', () => {
  it('a replacement leaves only the records of its file', async () => {
    await ingest.import('old.csv', csv(range(1, 10)));
    const entry = await ingest.import('new.csv', csv(range(6, 12)), { mode: 'replace' });
    expect(entry).toMatchObject({ state: 'completed', read: 7, indexed: 7, superseded: 0 });
    expect(await ids()).toEqual(range(6, 12));
  });

  it('a replacement with fewer than half of the live records fails and changes nothing', async () => {
    await ingest.import('old.csv', csv(range(1, 10)));
    const before = await live();
    const entry = await ingest.import('new.csv', csv(range(1, 4)), { mode: 'replace' });
    expect(entry).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('fewer than the required 5'),
    });
    expect(await live()).toBe(before);
    expect(await ids()).toEqual(range(1, 10));
    // The leftovers are deleted after the failure is reported.
    const indices = async () =>
      Object.keys(await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-records-*` }));
    await expect.poll(indices).toEqual([before]);
  });

  it('a smaller replacement succeeds with the override, or when the live data is only the sample', async () => {
    await ingest.import('sample.csv', csv(range(sampleIds.first, sampleIds.first + 9)));
    expect(await ingest.import('real.csv', csv([1]), { mode: 'replace' })).toMatchObject({
      state: 'completed',
    });
    await ingest.import('more.csv', csv(range(1, 10)));
    const entry = await ingest.import('few.csv', csv([1, 2]), { mode: 'replace', min_records: 2 });
    expect(entry).toMatchObject({ state: 'completed', indexed: 2 });
  });

  it('a replacement with more than the allowed share of rejects fails', async () => {
    const bad = `${csv(range(1, 18))}19,,Ruby\n20,,Ruby\n`;
    expect(await ingest.import('bad.csv', bad, { mode: 'replace' })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('2 of 20 records were rejected'),
    });
    const entry = await ingest.import('bad.csv', bad, { mode: 'replace', max_reject_rate: 0.1 });
    expect(entry).toMatchObject({ state: 'completed', indexed: 18, rejected: 2 });
  });

  it('a replacement keeps the two previous indices, and a rollback goes back in one step', async () => {
    for (const n of [1, 2, 3, 4]) await ingest.import(`${n}.csv`, csv(range(1, n)), { mode: 'replace' });
    const kept = await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-records-*` });
    expect(Object.keys(kept)).toHaveLength(3);
    const { config, elasticsearch, redis, log } = ingest.session;
    await rollBack({ config, elasticsearch, redis, log });
    expect(await ids()).toEqual([1, 2, 3]);
    await rollBack({ config, elasticsearch, redis, log });
    expect(await ids()).toEqual([1, 2]);
    await expect(rollBack({ config, elasticsearch, redis, log })).rejects.toThrow(
      'There is no earlier index to roll back to',
    );
  });

  it('upserts enqueued during a replacement are applied after it', async () => {
    await ingest.import('old.csv', csv(range(1, 3)));
    await ingest.put('replace.csv', csv(range(1, 5_000)));
    await ingest.put('upsert.csv', csv([2, 9_999], 'upserted'));
    const replacement = await ingest.enqueue({ path: 'replace.csv', mode: 'replace' });
    const upsert = await ingest.enqueue({ path: 'upsert.csv' });
    expect(await ingest.finished(upsert)).toMatchObject({ state: 'completed', indexed: 2 });
    expect(await ingest.finished(replacement)).toMatchObject({ state: 'completed', read: 5_000 });
    const records = await ingest.records();
    expect(records).toHaveLength(5_001);
    expect(records.filter(({ title }) => title === 'upserted').map(({ id }) => id)).toEqual([2, 9_999]);
  });
});

describe('imports in delete mode', () => {
  it('a deletion removes the ids of its file, and older data does not restore them', async () => {
    await ingest.import('lots.csv', csv(range(1, 10)));
    const older = await ingest.session.log.list();
    const entry = await ingest.import('gone.csv', 'id\n3\n4\n4444\nx\n', { mode: 'delete' });
    expect(entry).toMatchObject({ state: 'completed', read: 4, indexed: 3, superseded: 0, rejected: 1 });
    expect(await ids()).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);

    // The older import runs again under its own number, like a late or repeated delivery.
    const { id, job } = older[0]!;
    await (await ingest.session.imports.getJob(`import-${id}`))!.remove();
    await ingest.session.log.change(id, ['completed'], { state: 'waiting', planned: undefined });
    await ingest.session.imports.add(job.name, { ...job.payload, number: id }, { jobId: `import-${id}` });
    expect(await ingest.finished(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(
        `Import ${entry.id}, which was enqueued later, already deleted records`,
      ),
    });
    expect(await ids()).toEqual([1, 2, 5, 6, 7, 8, 9, 10]);
  });

  it('a repeated id in a deletion counts as superseded', async () => {
    const entry = await ingest.import('gone.csv', 'id\n1\n1\n2\n', { mode: 'delete' });
    expect(entry).toMatchObject({ read: 3, indexed: 2, superseded: 1, rejected: 0 });
  });
});

describe('two imports of the same ids', () => {
  it('the import that was enqueued later wins, even when it runs first', async () => {
    await ingest.put('first.csv', csv(range(1, 3_000), 'first'));
    await ingest.put('second.csv', csv(range(1_001, 4_000), 'second'));
    const { imports, log } = ingest.session;
    await imports.pause();
    const first = await ingest.enqueue({ path: 'first.csv' });
    const second = await ingest.enqueue({ path: 'second.csv' });
    // Taken out of the queue, and ended so that the worker does not queue it again before the later one has run.
    await (await imports.getJob(`import-${first}`))!.remove();
    await log.change(first, ['waiting'], { state: 'failed' });
    await imports.resume();
    await ingest.finished(second);
    await log.change(first, ['failed'], { state: 'waiting' });
    await imports.add('import-file', { path: 'first.csv', number: first }, { jobId: `import-${first}` });
    expect(await ingest.finished(first)).toMatchObject({ read: 3_000, indexed: 1_000, superseded: 2_000 });
    expect((await log.find(second))!).toMatchObject({ indexed: 3_000, superseded: 0 });
    const records = await ingest.records();
    expect(records.every(({ id, title }) => title === (id <= 1_000 ? 'first' : 'second'))).toBe(true);
    expect(records).toHaveLength(4_000);
  });
});

describe('imports of no records', () => {
  it('an import of no records waits for no other import, and no other one fails or waits for it', async () => {
    await ingest.import('old.csv', csv(range(1, 5)));
    const { batches, log } = ingest.session;
    await batches.pause();
    await ingest.put('all.csv', csv(range(1, 10)));
    const replacement = await ingest.enqueue({ path: 'all.csv', mode: 'replace' });
    await ingest.put('later.csv', csv([11]));
    const later = await ingest.enqueue({ path: 'later.csv' });
    const ended = { state: 'completed', read: 0, warning: 'The file has a header and no records.' };
    expect(await ingest.import('none.csv', `${header}\n`)).toMatchObject(ended);
    expect(await ingest.import('none.csv', 'id\n', { mode: 'delete' })).toMatchObject(ended);
    expect(await log.find(later)).toMatchObject({ state: 'waiting' });
    await batches.resume();
    expect(await ingest.finished(replacement)).toMatchObject({ state: 'completed', indexed: 10 });
    expect(await ingest.finished(later)).toMatchObject({ state: 'completed', indexed: 1 });
  });

  it('an import of no records that waited before there was any index does not count as imported data', async () => {
    await ingest.session.imports.pause();
    await ingest.put('first.csv', csv([1]));
    const removed = await ingest.enqueue({ path: 'first.csv', mode: 'delete' });
    const none = await ingest.enqueue({ path: await ingest.put('none.csv', `${header}\n`) });
    await (await ingest.session.imports.getJob(`import-${removed}`))!.remove();
    await ingest.session.imports.resume();
    expect(await ingest.finished(none)).toMatchObject({ state: 'completed', read: 0 });
    expect(await live()).toBeUndefined();
    expect(await ingest.finished(removed)).toMatchObject({ state: 'completed' });
    expect(await ingest.import('first.csv', csv([1]))).toMatchObject({ state: 'completed', indexed: 1 });
  });
});

describe('imports after Redis was emptied', () => {
  it('an import after the loss of Redis writes known ids again, and none counts as superseded', async () => {
    await ingest.import('lots.csv', csv(range(1, 50)));
    const keys = await ingest.redis.keys(`*${ingest.alias}*`);
    await ingest.redis.del(...keys);
    const entry = await ingest.import('again.csv', csv(range(1, 50), 'again'));
    expect(entry).toMatchObject({ indexed: 50, superseded: 0 });
  });
});

describe('cancelled imports', () => {
  it('an import that is cancelled before it starts writes nothing', async () => {
    const { imports, log } = ingest.session;
    await ingest.put('lots.csv', csv(range(1, 100)));
    await imports.pause();
    const id = await ingest.enqueue({ path: 'lots.csv' });
    await log.change(id, ['waiting'], { state: 'cancelled' });
    await imports.resume();
    await ingest.import('other.csv', csv([1]));
    expect(await ids()).toEqual([1]);
    expect((await log.find(id))!.state).toBe('cancelled');
  });

  it('a cancelled replacement keeps the live index and deletes its own', async () => {
    await ingest.import('old.csv', csv(range(1, 10)));
    await ingest.put('new.csv', csv(range(1, 2_000)));
    const { batches, log } = ingest.session;
    await batches.pause();
    const id = await ingest.enqueue({ path: 'new.csv', mode: 'replace' });
    while (!(await log.find(id))!.planned) await pause(5);
    const cancelled = await log.change(id, ['running'], { state: 'cancelled' });
    expect(cancelled).toMatchObject({ id, state: 'cancelled' });
    await batches.resume();
    // The next import waits for the job of the cancelled replacement, as for any replacement.
    await ingest.import('other.csv', csv([11]));
    expect(await ids()).toEqual(range(1, 11));
  });
});

describe('jobs from other producers', () => {
  it.each(['completed', 'cancelled'] as const)(
    'the file of another producer is never deleted, even as temporary: %s',
    async (state) => {
      const { imports, batches, log } = ingest.session;
      await ingest.put('theirs.csv', csv([1]));
      await batches.pause();
      const job = await imports.add('import-file', { path: 'theirs.csv', temporary: true });
      const number = async () => (await imports.getJob(job.id!))?.data.number;
      await expect.poll(number).toBeTruthy();
      const id = await number();
      while (!(await log.find(id))!.planned) await pause(5);
      if (state === 'cancelled') await log.change(id, ['running'], { state });
      await batches.resume();
      expect(await ingest.finished(id)).toMatchObject({ state });
      // It ends after the cleaning.
      await expect.poll(async () => (await imports.getJob(job.id!))?.finishedOn).toBeTruthy();
      expect(await readFile(join(ingest.importRoot, 'theirs.csv'), 'utf8')).toBe(csv([1]));
    },
  );

  it('a job may carry up to 1,000 records, and gets its number from the worker', async () => {
    const records = range(1, 1_000).map((id) => ({ id, title: `Lot ${id}`, gem_type: 'Ruby' }));
    const job = await ingest.session.imports.add('upsert-records', { records });
    const id = await numberOf(job.id!);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', read: 1_000, indexed: 1_000 });
    expect(await ids()).toEqual(range(1, 1_000));
  });

  it.each([
    ['upsert-records', { records: [] }, /records must NOT have fewer than 1 items/],
    [
      'upsert-records',
      { records: range(1, 1_001).map(() => ({})) },
      /records must NOT have more than 1000 items/,
    ],
    ['import-file', { path: 'a.csv', mode: 'append' }, /mode must be equal to one of the allowed values/],
    ['import-file', { file: 'a.csv' }, /must have required property 'path'/],
    ['import-file', { path: 'a.csv', number: 4_294_967_295 }, /does not belong to this job/],
    ['import-file', { path: 'a.csv', planned: { batches: 0, records: 0 } }, /additional properties/],
    ['import-file', null, /must have required property 'path'/],
    ['drop-everything', {}, /Unknown job name/],
  ])('a job %s with an invalid payload or name fails at once', async (name, payload, reason) => {
    const job = await ingest.session.imports.add(name, payload, { attempts: 5 });
    for (;;) {
      if (await job.isFailed()) {
        const seen = (await ingest.session.imports.getJob(job.id!))!;
        expect(seen.failedReason).toMatch(reason);
        expect(seen.attemptsMade).toBe(1);
        return;
      }
      await pause(5);
    }
  });
});

async function numberOf(jobId: string): Promise<number> {
  for (;;) {
    const job = await ingest.session.imports.getJob(jobId);
    if (job?.data.number && (await job.getState()) === 'completed') return job.data.number;
    await pause(5);
  }
}
