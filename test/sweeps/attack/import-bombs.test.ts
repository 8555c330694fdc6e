import { readdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { constants, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBelow } from '../../../ingest/source/source-bytes.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

/** The memory limit of the worker, for files of any size. */
const memoryLimitMb = 640;
const header = 'id,title,gem_type\n';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest?.close());

/** The same compressed bytes repeated, since members and frames may follow one another. */
const repeat = (part: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => part));
const blanks = Buffer.alloc(16 * 2 ** 20, ' ');

describe('decompression bombs', () => {
  it.each([
    ['1 MB of gzip for 1 GB', 'bomb.ndjson.gz', () => repeat(gzipSync(blanks), 64)],
    ['10 MB of zstd for tens of GB', 'bomb.ndjson.zst', () => repeat(zstdCompressSync(blanks), 6_000)],
    [
      'gzip for one endless line behind a sound header',
      'line.csv.gz',
      () => Buffer.concat([gzipSync(header), repeat(gzipSync(Buffer.alloc(blanks.length, 'x')), 64)]),
    ],
  ])(
    'a compressed file of %s is refused early, in bounded memory, and leaves no files',
    async (_what, name, content) => {
      const worker = await startWorkerProcess(ingest.environment);
      const before = await readdir(ingest.importRoot);
      const entry = await ingest.import(name, content());
      expect(entry.state).toBe('failed');
      expect(entry.reason).toMatch(
        /cannot be decompressed: it expands to more than 256 MiB and more than 100 times/,
      );
      expect(await readdir(ingest.importRoot)).toEqual([...before, name].sort());
      expect((await ingest.import('next.csv', `${header}1,Kept,Ruby\n`)).state).toBe('completed');
      expect(worker.peakMb()).toBeLessThan(memoryLimitMb);
      await worker.kill('SIGTERM');
    },
  );

  it('a compressed file that needs much memory to unpack is refused', async () => {
    const wide = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
    const parts = await Array.fromAsync(Readable.from([Buffer.from(header), blanks]).pipe(wide));
    const worker = await startWorkerProcess(ingest.environment);
    const entry = await ingest.import('wide.csv.zst', Buffer.concat(parts as Buffer[]));
    expect(entry).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('cannot be decompressed'),
    });
    await worker.kill('SIGTERM');
  });

  it('a line of 160 MB in a compressed file costs only that line, in bounded memory', async () => {
    const worker = await startWorkerProcess(ingest.environment);
    const line = repeat(gzipSync(Buffer.alloc(blanks.length, 'x')), 10);
    const rows = [gzipSync(header), line, gzipSync('\n1,Kept,Ruby\n')];
    const entry = await ingest.import('line.csv.gz', Buffer.concat(rows));
    expect(entry).toMatchObject({ state: 'completed', read: 2, indexed: 1, rejected: 1 });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([{ line: 2, code: 'record_too_long' }]);
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb);
    await worker.kill('SIGTERM');
  });
});

describe('files swapped for a link after their check', () => {
  it('a link that replaces a checked file is not followed out of IMPORT_ROOT', async () => {
    const inside = join(ingest.importRoot, 'swapped.csv');
    const outside = join(tmpdir(), `${ingest.alias}.csv`);
    await writeFile(outside, `${header}1,Kept,Ruby\n`);
    await symlink(outside, inside);
    await expect(openBelow(ingest.importRoot, 'swapped.csv')).rejects.toThrow('is outside IMPORT_ROOT');
    await unlink(inside);
    await unlink(outside);
  });
});
