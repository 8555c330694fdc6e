import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportEntry } from '../../../../ingest/store/import-entry.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';
import { startWorkerProcess } from '../../../support/worker-process.ts';

const header = 'id,title,gem_type\n';
const lots = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `${from + i},Lot ${from + i},Ruby\n`).join('');

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const yieldOnce = () => pause(5);

/** The import after its file was read once; its batches wait for `resume`. */
async function planned(id: number, from = ingest): Promise<ImportEntry> {
  for (;;) {
    const entry = await from.session.log.find(id);
    if (entry?.planned || entry?.state === 'failed') return entry;
    await yieldOnce();
  }
}

/** Resolves at the next repeated call, or when the import has ended. */
async function nextRetry(id: number): Promise<unknown> {
  const retry = Promise.withResolvers<unknown>();
  subscribe('gem-auctions:ingest:retry', retry.resolve);
  try {
    return await Promise.race([retry.promise, ingest.finished(id)]);
  } finally {
    unsubscribe('gem-auctions:ingest:retry', retry.resolve);
  }
}

async function expectOneAttempt(id: number): Promise<void> {
  const job = await ingest.session.imports.getJob(`import-${id}`);
  expect(job!.attemptsMade).toBeLessThan(2);
  for (const batch of await ingest.session.batches.getJobs()) expect(batch.attemptsMade).toBeLessThan(2);
}

describe('files that change during their import', () => {
  it('an import fails when its file changes, even with the same size and modification time', async () => {
    const path = join(ingest.importRoot, 'changed.csv');
    await ingest.session.batches.pause();
    await ingest.put('changed.csv', header + lots(1_000, 7_000));
    const aMoment = new Date('2026-01-01T00:00:00Z');
    await utimes(path, aMoment, aMoment);
    const id = await ingest.enqueue({ path: 'changed.csv' });
    expect((await planned(id)).planned).toMatchObject({ records: 6_000 });
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('Ruby', 'Opal'));
    await utimes(path, aMoment, aMoment);
    await ingest.session.batches.resume();
    const entry = await ingest.finished(id);
    expect(entry.state).toBe('failed');
    expect(entry.reason).toContain('The file was changed while it was imported');
  });
});

describe('IMPORT_ROOT that is temporarily missing', () => {
  const away = () => rename(ingest.importRoot, `${ingest.importRoot}-away`);
  const back = () => rename(`${ingest.importRoot}-away`, ingest.importRoot);

  it('the batches of an import wait for IMPORT_ROOT, and use up no attempt', async () => {
    await ingest.session.batches.pause();
    await ingest.put('away.csv', header + lots(1, 3_001));
    const id = await ingest.enqueue({ path: 'away.csv' });
    await planned(id);
    await away();
    await ingest.session.batches.resume();
    await nextRetry(id);
    await back();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 3_000 });
    await expectOneAttempt(id);
  });

  it.each(['file', 'records'])('an import of a %s that starts waits for IMPORT_ROOT', async (kind) => {
    await ingest.put('begins.csv', header + lots(1, 11));
    await away();
    let id: number;
    if (kind === 'file') id = await ingest.enqueue({ path: 'begins.csv' });
    else {
      const records = [{ id: 1, title: 'One', gem_type: 'Ruby' }];
      const job = await ingest.session.imports.add('upsert-records', { records });
      while ((await ingest.session.imports.getJob(job.id!))?.data.number === undefined) await yieldOnce();
      id = (await ingest.session.imports.getJob(job.id!))!.data.number;
    }
    await nextRetry(id);
    await back();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
  });

  it('a missing IMPORT_ROOT is distinguished from a missing file', async () => {
    const entry = await ingest.finished(await ingest.enqueue({ path: 'no-such.csv' }));
    expect(entry).toMatchObject({ state: 'failed', reason: expect.stringContaining('There is no file') });
  });
});

describe('workers paused while decompressing', () => {
  // A file that takes long to decompress and little time to import.
  const packed = gzipSync(header + lots(1, 7) + `${' '.repeat(1_000)}\n`.repeat(220_000));
  let own: TestIngest;
  beforeAll(async () => {
    own = await startIngest({ worker: false });
  });
  afterAll(() => own?.close());

  const parts = async () =>
    (await readdir(join(own.importRoot, '.spool')).catch(() => [])).filter((name) => name.endsWith('.part'));

  it.each(['SIGCONT', 'SIGKILL'] as const)(
    'a worker that is paused while decompressing and then gets %s does not disturb other workers',
    async (signal) => {
      await own.put('packed.csv.gz', packed);
      const stopped = await startWorkerProcess(own.environment);
      await own.session.batches.pause();
      const id = await own.enqueue({ path: 'packed.csv.gz' });
      while ((await parts()).length === 0) await yieldOnce();
      stopped.process.kill('SIGSTOP');
      expect(await parts()).toHaveLength(1);

      const other = await startWorkerProcess(own.environment);
      const { planned: counts } = await planned(id, own);
      expect(counts).toMatchObject({ records: 6 });
      if (signal === 'SIGCONT') {
        stopped.process.kill('SIGCONT');
        while ((await parts()).length > 0) await yieldOnce();
      } else {
        await stopped.kill('SIGKILL');
      }
      await own.session.batches.resume();
      expect(await own.finished(id)).toMatchObject({ state: 'completed', indexed: 6 });
      await Promise.all([stopped.kill('SIGTERM'), other.kill('SIGTERM')]);
      expect(await readdir(join(own.importRoot, '.spool'))).toEqual([]);
    },
  );
});
