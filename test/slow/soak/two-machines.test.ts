import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../../../ingest/store/elasticsearch.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { generatedLots } from '../../support/generated-lots.ts';
import {
  canRunObjectStore,
  startObjectStore,
  type TestStore,
} from '../../support/object-store/start-object-store.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

const records = Number(process.env.SOAK_RECORDS ?? 1_000_000);
/** Maximum memory of a worker, independent of the object size. */
const memoryLimitMb = 640;

describe.skipIf(!canRunObjectStore())(`${records} records in an object store`, () => {
  const lots = generatedLots(records);
  let store: TestStore;
  let ingest: TestIngest;
  let otherRoot: string;
  beforeAll(async () => {
    store = await startObjectStore();
    ingest = await startIngest({ worker: false, settings: store.settings });
    otherRoot = await mkdtemp(join(tmpdir(), 'other-machine-'));
  });
  afterAll(async () => {
    await ingest?.close();
    await store?.close();
    await rm(otherRoot, { recursive: true });
  });

  /**
   * Counts, rejected lines, and a hash over all records without import, time and PRICE_OUTLIER. With more than 1,001
   * prices of a gem, a few prices near the limits may gain or lose that flag with any import (decision 8).
   */
  async function outcome(id: number) {
    const { state, read, indexed, superseded, rejected } = (await ingest.session.log.find(id))!;
    const hash = createHash('sha256');
    const pages = readPages<AuctionRecord>(ingest.elasticsearch, ingest.alias, {
      size: 10_000,
      sort: [{ id: 'asc' }],
    });
    for await (const page of pages) {
      for (const { _source } of page) {
        const flags = _source!.flags.filter((flag) => flag !== 'PRICE_OUTLIER');
        hash.update(JSON.stringify({ ..._source, flags, import: null, updated_at: null }));
      }
    }
    const lines = (await ingest.rejectsOf(id)).map(({ line }) => line);
    return { state, read, indexed, superseded, rejected, lines, records: hash.digest('hex') };
  }
  const imported = async (path: string) => ingest.enqueue({ path, mode: 'replace', min_records: 0 });

  it('two workers without a shared disk import a large object like a single worker, even if one is killed', async () => {
    const path = await store.put('lots.csv', lots.csv);
    const alone = await startWorkerProcess(ingest.environment);
    const calm = await imported(path);
    await ingest.finished(calm);
    await alone.kill('SIGTERM');
    const undisturbed = await outcome(calm);
    expect(undisturbed).toMatchObject({ state: 'completed', read: records, indexed: lots.ids.size });
    expect(undisturbed.lines).toEqual(lots.badLines);

    const steady = await startWorkerProcess(ingest.environment);
    const start = () => startWorkerProcess({ ...ingest.environment, IMPORT_ROOT: otherRoot });
    let victim = await start();
    const id = await imported(path);
    // The victim is killed in the middle of the import.
    const processed = async () => (await ingest.session.log.find(id))?.checkpoint?.batches ?? 0;
    while ((await processed()) < records / 4_000) await pause(20);
    await victim.kill('SIGKILL');
    victim = await start();
    await ingest.finished(id);
    await Promise.all([steady.kill('SIGTERM'), victim.kill('SIGTERM')]);

    expect(await outcome(id)).toEqual(undisturbed);
    const peaks = [alone, steady, victim].map((worker) => worker.peakMb());
    console.log(`workers at most ${Math.max(...peaks).toFixed(0)} MB`);
    expect(Math.max(...peaks)).toBeLessThan(memoryLimitMb);
    for (const root of [ingest.importRoot, otherRoot]) expect(await readdir(root)).toEqual([]);
  });
});
