import { readdir } from 'node:fs/promises';
import { type Job, QueueEvents } from 'bullmq';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const header = 'id,title,gem_type\n';
let ingest: TestIngest;
let importEvents: QueueEvents;

beforeAll(async () => {
  ingest = await startIngest();
  const connection = { url: inject('redisUrl') };
  importEvents = new QueueEvents(ingest.session.imports.name, { connection });
  await importEvents.waitUntilReady();
  await ingest.import('lots.csv', `${header}1,Kept,Ruby\n`);
});
afterAll(async () => {
  await importEvents?.close();
  await ingest?.close();
});

/** The outcome of a foreign job; checks that the data is unchanged. */
async function outcomeOf(name: string, data: unknown): Promise<string> {
  const queue = ingest.session.imports;
  const before = await ingest.records();
  const job: Job = await queue.add(name, data, { attempts: 5, backoff: 60_000 });
  const reason = await job.waitUntilFinished(importEvents).then(
    (value) => `done: ${JSON.stringify(value)}`,
    (error: Error) => error.message,
  );
  expect((await queue.getJob(job.id!))?.attemptsMade).toBe(1);
  expect(await ingest.records()).toEqual(before);
  return reason;
}

describe('jobs in the queue of imports', () => {
  const ownProto = JSON.parse('{"path":"lots.csv","__proto__":{"temporary":true}}');
  it.each<[string, string, unknown, RegExp]>([
    ['with a name that objects inherit', 'constructor', {}, /Unknown job name "constructor"/],
    ['with a name that is an escape', '../import-file', {}, /Unknown job name/],
    ['with a list for a payload', 'import-file', [{ path: 'lots.csv' }], /does not match its schema/],
    ['with a text for a payload', 'import-file', 'lots.csv', /does not match its schema/],
    ['with a number for a payload', 'upsert-records', 7, /does not match its schema/],
    ['with keys that objects inherit', 'import-file', ownProto, /must NOT have additional properties/],
    ['with a path that is no text', 'import-file', { path: ['lots.csv'] }, /path must be string/],
    [
      'with a delimiter of two bytes',
      'import-file',
      { path: 'lots.csv', delimiter: 'é' },
      /delimiter must match/,
    ],
    [
      'with a number of its own',
      'import-file',
      { path: 'lots.csv', number: 1 },
      /does not belong to this job/,
    ],
    [
      'with a number that is none',
      'import-file',
      { path: 'lots.csv', number: { $gt: 0 } },
      /does not belong/,
    ],
    [
      'with far too many records',
      'upsert-records',
      { records: Array(200_000).fill({}) },
      /more than 1000 items/,
    ],
    ['with records that are none', 'upsert-records', { records: [null, [], 'x'] }, /must be object/],
  ])('an import job %s fails at once with that reason', async (_what, name, data, reason) => {
    const told = await outcomeOf(name, data);
    expect(told).toMatch(reason);
    expect(told.length).toBeLessThan(1000);
  });

  it('an import job with the number of another import is refused, and the other import is unchanged', async () => {
    const foreign = await ingest.import('foreign.csv', `${header}1,Kept,Ruby\n`);
    const told = await outcomeOf('import-file', {
      path: 'lots.csv',
      mode: 'replace',
      number: foreign.id,
    });
    expect(told).toMatch(/does not belong to this job/);
    expect(await ingest.session.log.find(foreign.id)).toMatchObject({ state: 'completed', mode: 'upsert' });
  });

  it('a job may carry up to 1,000 records', async () => {
    const lot = (_: unknown, i: number) => ({ id: 1_000 + i, title: 'Kept', gem_type: 'Ruby' });
    expect(await ingest.produce(Array.from({ length: 1_000 }, lot))).toMatchObject({ indexed: 1_000 });
    expect(await outcomeOf('upsert-records', { records: Array(1_001).fill({}) })).toMatch(/more than 1000/);
  });

  it('a job of another producer does not have its file deleted, even as temporary', async () => {
    const job = await ingest.session.imports.add('import-file', { path: 'lots.csv', temporary: true });
    await job.waitUntilFinished(importEvents);
    expect(await ingest.import('next.csv', `${header}1,Kept,Ruby\n`)).toMatchObject({ state: 'completed' });
    expect(await readdir(ingest.importRoot)).toContain('lots.csv');
  });
});
