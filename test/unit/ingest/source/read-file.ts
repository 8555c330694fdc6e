import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportFilePayload } from '../../../../ingest/queue/contract.ts';
import { nextRecordOf } from '../../../../ingest/source/next-record.ts';
import { planBatches, planSource } from '../../../../ingest/source/plan-source.ts';
import { type RawRecord, readBatch } from '../../../../ingest/source/read-records.ts';

/** Reads a whole file the way an import does: planned first, then batch by batch. */
export async function readFile(
  content: string | Buffer,
  payload: Partial<ImportFilePayload> & { path: string },
): Promise<{ records: RawRecord[]; planned: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'read-'));
  const path = join(folder, 'file');
  await writeFile(path, content);
  const file = await open(path);
  try {
    const { plan: how, from } = await planSource(file, payload);
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    const records: RawRecord[] = [];
    let planned = 0;
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      planned += batch.records;
      records.push(...(await readBatch(file, plan, batch)));
    }
    return { records, planned };
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
