import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedLots } from '../../support/generated-lots.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

const millions = Number(process.env.SOAK_RECORDS ?? 1_000_000);
/** Maximum memory of the worker, independent of the file size. */
const memoryLimitMb = 640;

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest.close());

describe('a large file', () => {
  it('an import of a million records accounts for every line within 640 MB of memory', async () => {
    const lots = generatedLots(millions);
    const path = join(ingest.importRoot, 'lots.csv');
    await pipeline(Readable.from(chunks(lots.csv)), createWriteStream(path));
    const worker = await startWorkerProcess(ingest.environment);
    const start = performance.now();
    const entry = await ingest.finished(await ingest.enqueue({ path: 'lots.csv' }));
    const seconds = (performance.now() - start) / 1_000;
    await worker.kill('SIGTERM');

    console.log(
      `${Math.round(entry.read / seconds)} records/s; worker at most ${worker.peakMb().toFixed(0)} MB`,
    );
    expect(entry).toMatchObject({ state: 'completed', read: lots.read, rejected: lots.badLines.length });
    expect(entry.indexed).toBe(lots.ids.size);
    expect(entry.indexed + entry.superseded + entry.rejected).toBe(lots.read);
    expect((await ingest.rejectsOf(entry.id)).map(({ line }) => line)).toEqual(lots.badLines);
    expect(worker.peakMb()).toBeLessThan(memoryLimitMb);
  });
});

function* chunks(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 2 ** 20) yield text.slice(at, at + 2 ** 20);
}
