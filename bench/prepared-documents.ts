import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { checkRecords } from '../ingest/import/check-records.ts';
import { toBytes } from '../ingest/index/bulk-write.ts';
import { headerColumns, nextRecordOf } from '../ingest/source/formats.ts';
import { planBatches } from '../ingest/source/plan-batches.ts';
import { readBatch } from '../ingest/source/read-batch.ts';
import type { ImportPlan } from '../ingest/store/import-log.ts';

/** A bulk request in a file. */
export interface PreparedBulk {
  start: number;
  length: number;
}

/**
 * Writes the documents that an import would make of a CSV file, as the bodies of its bulk requests, one after the
 * other into one file.
 */
export async function prepareDocuments(csv: string, target: string): Promise<PreparedBulk[]> {
  const source = await open(csv);
  const file = await open(target, 'w');
  try {
    const { plan, from } = await planOf(csv, source);
    const bulks: PreparedBulk[] = [];
    const rules = { id: 1, created_at: '2026-01-01T00:00:00.000Z', mode: 'upsert' } as const;
    let start = 0;
    for await (const batch of planBatches(source, from, nextRecordOf(plan))) {
      const { accepted } = checkRecords(await readBatch(source, plan, batch), rules);
      const lines = accepted.flatMap(({ id, document }) => [
        toBytes({ index: { _id: String(id), version: 1, version_type: 'external_gte' } }),
        document!,
      ]);
      const { bytesWritten } = await file.write(Buffer.concat(lines));
      bulks.push({ start, length: bytesWritten });
      start += bytesWritten;
    }
    return bulks;
  } finally {
    await source.close();
    await file.close();
  }
}

async function planOf(csv: string, source: FileHandle) {
  const { size, mtimeMs: modifiedMs } = await stat(csv);
  const { buffer, bytesRead } = await source.read(Buffer.alloc(4096), 0, 4096, 0);
  const header = buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0]!;
  const columns = headerColumns(header, ',');
  const plan: ImportPlan = {
    ...{ path: basename(dirname(csv)), size, modifiedMs, format: 'csv', encoding: 'utf-8' },
    ...{ delimiter: ',', columns },
  };
  return { plan, from: { byte: Buffer.byteLength(header) + 1, line: 2 } };
}
