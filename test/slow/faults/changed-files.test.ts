import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  csvOf,
  type FencedService,
  request,
  resume,
  startFencedService,
  waitUntilBlocked,
} from '../../support/faults/fencing.ts';
import type { Part } from '../../support/faults/redundant-service.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';

const stack = stackOfFile();

const writesRecords = request('POST', /-write-[^/]*\/_bulk/);

/** Starts both workers, whose proxies hold their writes. */
async function startHeld(workers: Part[]): Promise<void> {
  for (const worker of workers) {
    await worker.start();
    worker.toElasticsearch.holdWhen(writesRecords);
  }
}

/** Resolves when the file is split into batches and the first batches are held. */
async function untilBegun({ ingest, workers }: FencedService, id: number): Promise<void> {
  await waitUntilBlocked(...workers);
  await untilPlanned(ingest, id);
}

const untilPlanned = ({ session }: FencedService['ingest'], id: number) =>
  expect.poll(async () => (await session.log.find(id))?.planned).toBeTruthy();

const release = (workers: Part[]) => {
  for (const { toElasticsearch } of workers) toElasticsearch.release();
};

describe('files that change or disappear during an import', () => {
  it('an import fails when its file changes, even with the same size and time, and a new import loads the new data', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    await startHeld(workers);
    const aMoment = new Date('2026-01-01T00:00:00Z');
    const write = async (title: string) => {
      const path = join(ingest.importRoot, 'changed.csv');
      await writeFile(path, csvOf(title, 20_000));
      await utimes(path, aMoment, aMoment);
    };
    await write('before');
    const id = await ingest.enqueue({ path: 'changed.csv' });
    await untilBegun(service, id);
    await write('behind');
    release(workers);
    const failed = await ingest.finished(id);
    expect(failed.state).toBe('failed');
    expect(failed.reason).toContain('The file was changed while it was imported');
    await service.complete('behind', 20_000);
    await service.expectShown(20_000, 'behind');
  });
  it('both workers wait while IMPORT_ROOT is missing, and use no attempt', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    await startHeld(workers);
    const id = await service.enqueue('away', 20_000);
    await untilBegun(service, id);
    await rename(ingest.importRoot, `${ingest.importRoot}-away`);
    release(workers);
    for (const { url } of workers) {
      const waits = async () =>
        /^gem_ingest_retries_total\{.*files.*\} (\d+)/m.exec(
          await (await fetch(`${url}/metrics`)).text(),
        )?.[1];
      await expect.poll(waits).toMatch(/^[1-9]/);
    }
    await rename(`${ingest.importRoot}-away`, ingest.importRoot);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 20_000, rejected: 0 });
    for (const { attemptsMade } of await ingest.session.batches.getJobs())
      expect(attemptsMade).toBeLessThan(2);
    await service.expectShown(20_000, 'away');
  });
});

describe('a stopped worker', () => {
  // A large file with only two records.
  const packed = gzipSync(
    `id,title,gem_type\n1,packed,Ruby\n2,packed,Ruby\n${`${' '.repeat(1_000)}\n`.repeat(220_000)}`,
  );

  it('a worker that was stopped while unpacking a file does not disturb the import that another worker took over', async () => {
    const service = await startFencedService(stack(), 300);
    const { ingest, workers } = service;
    const [first, second] = workers;
    const spooled = () => readdir(join(ingest.importRoot, '.spool')).catch(() => []);
    const parts = async () => (await spooled()).filter((name) => name.endsWith('.part'));
    await first.start();
    const id = await ingest.enqueue({ path: await ingest.put('packed.csv.gz', packed) });
    await expect.poll(parts, { interval: 5 }).toHaveLength(1);
    first.suspend();
    expect(await parts()).toHaveLength(1);
    // The batches wait, so that the file is read after the first worker has resumed.
    await ingest.session.batches.pause();
    await second.start();
    await untilPlanned(ingest, id);

    await resume(first);
    await expect.poll(parts).toEqual([]);
    await ingest.session.batches.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', read: 2, indexed: 2 });
    await service.expectShown(300, 'packed', 2);
    await expect.poll(spooled).toEqual([]);
  });
});
