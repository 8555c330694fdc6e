import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Job, type Queue, QueueEvents } from 'bullmq';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

// Payloads of the wrong shape, forged numbers and unknown names are also in test/integration/ingest/import/modes.test.ts.

const header = 'id,title,gem_type\n';
let ingest: TestIngest;
let importEvents: QueueEvents;
let batchEvents: QueueEvents;

beforeAll(async () => {
  ingest = await startIngest();
  const connection = { url: inject('redisUrl') };
  importEvents = new QueueEvents(ingest.session.imports.name, { connection });
  batchEvents = new QueueEvents(ingest.session.batches.name, { connection });
  await Promise.all([importEvents.waitUntilReady(), batchEvents.waitUntilReady()]);
  await ingest.import('lots.csv', `${header}1,Kept,Ruby\n`);
});
afterAll(async () => {
  await importEvents?.close();
  await batchEvents?.close();
  await ingest?.close();
});

/** The outcome of a foreign job in a queue; checks that the data is unchanged and that the next import works. */
async function outcomeOf(queue: Queue, events: QueueEvents, name: string, data: unknown): Promise<string> {
  const before = await ingest.records();
  const job: Job = await queue.add(name, data, { attempts: 5, backoff: 60_000 });
  const reason = await job.waitUntilFinished(events).then(
    (value) => `done: ${JSON.stringify(value)}`,
    (error: Error) => error.message,
  );
  expect((await queue.getJob(job.id!))?.attemptsMade).toBe(1);
  expect(await ingest.records()).toEqual(before);
  expect(await ingest.import('next.csv', `${header}1,Kept,Ruby\n`)).toMatchObject({ state: 'completed' });
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
      'with a path that climbs out',
      'import-file',
      { path: '../../etc/passwd', format: 'csv' },
      /no file|outside/,
    ],
    ['with a path into a process', 'import-file', { path: '/proc/self/environ', format: 'csv' }, /outside/],
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
    const told = await outcomeOf(ingest.session.imports, importEvents, name, data);
    expect(told).toMatch(reason);
    expect(told.length).toBeLessThan(1000);
  });

  it('an import job with the number of another import is refused, and the other import is unchanged', async () => {
    const foreign = await ingest.import('foreign.csv', `${header}1,Kept,Ruby\n`);
    const told = await outcomeOf(ingest.session.imports, importEvents, 'import-file', {
      path: 'lots.csv',
      mode: 'replace',
      number: foreign.id,
    });
    expect(told).toMatch(/does not belong to this job/);
    expect(await ingest.session.log.find(foreign.id)).toMatchObject({ state: 'completed', mode: 'upsert' });
  });

  it('hostile records in an import job are rejected one by one', async () => {
    const records = [
      JSON.parse('{"id":2,"title":"a","gem_type":"Ruby","__proto__":{"is_sold":true}}'),
      { id: 2, title: { toString: 'a' }, gem_type: 'Ruby' },
      { id: 1, title: 'Kept', gem_type: 'Ruby' },
    ];
    const job = await ingest.session.imports.add('upsert-records', { records });
    await job.waitUntilFinished(importEvents);
    const { number } = (await ingest.session.imports.getJob(job.id!))!.data;
    expect(await ingest.finished(number)).toMatchObject({ read: 3, indexed: 1, rejected: 2 });
  });
});

describe('jobs in the queue of batches, which only the worker fills', () => {
  const batch = { import: 1, run: 1, batch: 0, start: 0, end: 10, line: 2, records: 1 };
  it.each<[string, string, unknown, RegExp]>([
    ['of another name', 'drop-everything', batch, /Unknown/],
    ['with nothing', 'index-batch', null, /does not match its schema/],
    ['with a text for a place', 'index-batch', { ...batch, start: '0' }, /start must be integer/],
    ['with a place before the file', 'index-batch', { ...batch, start: -1 }, /start must be >= 0/],
    [
      'with more bytes than any batch has',
      'index-batch',
      { ...batch, end: 2 ** 40 },
      /A batch cannot go from byte 0/,
    ],
    ['with an import that is none', 'index-batch', { ...batch, import: '1 OR 1' }, /import must be integer/],
    [
      'with keys that it does not have',
      'index-batch',
      { ...batch, path: '/etc/passwd' },
      /additional properties/,
    ],
  ])('a batch job %s fails at once with that reason', async (_what, name, data, reason) => {
    expect(await outcomeOf(ingest.session.batches, batchEvents, name, data)).toMatch(reason);
  });

  it('a batch job for an import that has ended or never existed does nothing', async () => {
    const { id } = await ingest.import('ended.csv', `${header}1,Kept,Ruby\n`);
    await writeFile(join(ingest.importRoot, 'ended.csv'), `${header}9,Smuggled,Ruby\n`);
    for (const of of [id, 4_000_000_000]) {
      const told = await outcomeOf(ingest.session.batches, batchEvents, 'index-batch', {
        ...batch,
        import: of,
      });
      expect(told).toMatch(/^done: \{"read":0,/);
    }
  });
});
