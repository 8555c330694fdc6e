import { copyFile, readdir, stat, symlink, unlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBelow, openPlanned } from '../../../ingest/source/open-data.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

/** What the worker may take, whatever the size of a file. */
const memoryLimitMb = 300;
const header = 'id,title,gem_type\n';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest?.close());

/** The same bytes again and again, compressed: members and frames may follow one another. */
const repeat = (part: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => part));
const zeros = Buffer.alloc(16 * 2 ** 20);

describe('a compressed file', () => {
  it.each([
    ['1 MB of gzip for 1 GB', 'bomb.csv.gz', () => repeat(gzipSync(zeros), 64)],
    ['10 MB of zstd for tens of GB', 'bomb.ndjson.zst', () => repeat(zstdCompressSync(zeros), 6_000)],
    [
      'gzip for one endless line behind a sound header',
      'line.csv.gz',
      () => Buffer.concat([gzipSync(header), repeat(gzipSync(Buffer.alloc(zeros.length, 'x')), 64)]),
    ],
  ])('of %s is refused early, in bounded memory, and nothing of it stays', async (_what, name, content) => {
    const worker = await startWorkerProcess(ingest.environment);
    const entry = await ingest.import(name, content());
    expect(entry.state).toBe('failed');
    expect(entry.reason).toMatch(
      /cannot be decompressed: it expands to more than 256 MiB and more than 100 times/,
    );
    expect(await readdir(join(ingest.importRoot, '.spool'))).toEqual([]);
    expect((await ingest.import('next.csv', `${header}1,Kept,Ruby\n`)).state).toBe('completed');
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb);
    await worker.kill('SIGTERM');
  });

  it('that asks for much memory to be read is refused', async () => {
    const wide = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
    const parts = await Array.fromAsync(Readable.from([Buffer.from(header), zeros]).pipe(wide));
    const worker = await startWorkerProcess(ingest.environment);
    const entry = await ingest.import('wide.csv.zst', Buffer.concat(parts as Buffer[]));
    expect(entry).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('cannot be decompressed'),
    });
    await worker.kill('SIGTERM');
  });

  it('of one line of 160 MB costs that line, in bounded memory', async () => {
    const worker = await startWorkerProcess(ingest.environment);
    const line = repeat(gzipSync(Buffer.alloc(zeros.length, 'x')), 10);
    const rows = [gzipSync(header), line, gzipSync('\n1,Kept,Ruby\n')];
    const entry = await ingest.import('line.csv.gz', Buffer.concat(rows));
    expect(entry).toMatchObject({ state: 'completed', read: 2, indexed: 1, rejected: 1 });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([{ line: 2, code: 'record_too_long' }]);
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb);
    await worker.kill('SIGTERM');
  });
});

describe('a file that is swapped for a link after it was looked at', () => {
  it('is not followed out of IMPORT_ROOT, though the file there looks the same', async () => {
    const inside = join(ingest.importRoot, 'lots.csv');
    const outside = join(tmpdir(), `${ingest.alias}.csv`);
    await writeFile(inside, `${header}1,Kept,Ruby\n`);
    const { size, mtimeMs, atime, mtime } = await stat(inside);
    await copyFile(inside, outside);
    await utimes(outside, atime, mtime);
    const plan = { path: 'lots.csv', size, modifiedMs: (await stat(outside)).mtimeMs };
    expect(Math.abs(plan.modifiedMs - mtimeMs)).toBeLessThan(1);
    await unlink(inside);
    await symlink(outside, inside);
    await expect(openPlanned(plan, ingest.importRoot)).rejects.toThrow('is now outside IMPORT_ROOT');
    await expect(openBelow(ingest.importRoot, 'lots.csv')).rejects.toThrow('is outside IMPORT_ROOT');
    await unlink(outside);
  });
});
