import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { objectStore } from '../../../../ingest/source/object-store.ts';
import type { OpenedSource, SourceOptions } from '../../../../ingest/source/open-source.ts';
import { openSource } from '../../../../ingest/source/open-source.ts';
import type { SourceRecord } from '../../../../ingest/source/read-batches.ts';

export const objects = objectStore({ S3_REGION: 'us-east-1' });

/** Reads all records of a file with this content, and what the source tells. */
export async function readFile(
  content: string | Uint8Array,
  { path, ...options }: SourceOptions & { path: string },
): Promise<{ records: SourceRecord[]; source: OpenedSource }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'read-'));
  const file = join(folder.path, basename(path));
  await writeFile(file, content);
  await using source = await openSource(file, options, { objects });
  const records: SourceRecord[] = [];
  for await (const batch of source.batches()) records.push(...batch.records);
  return { records, source };
}
