import { toDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { ImportContext } from '../context.ts';
import { indexDocuments, toBytes, type Write } from './bulk-write.ts';

/** An index whose records are marked at the end of an import. */
export interface MarkedIndex {
  index: string;
  /** The alias through which the import may write to it. */
  writeAlias: string;
  mappingVersion: number;
  /** The time of the import. */
  at: string;
}

/**
 * Writes changed records, each under the version that it has: whatever may overwrite the record still does. A record that
 * was overwritten meanwhile keeps what is newer; that write's own import looks at it again.
 * @returns how many records were sent; they need a refresh to be seen
 */
export async function rewriteRecords(
  context: Pick<ImportContext, 'elasticsearch' | 'metrics'>,
  { writeAlias, mappingVersion, at }: MarkedIndex,
  changed: readonly { record: AuctionRecord; version: number }[],
  signal: AbortSignal,
): Promise<number> {
  const writes = changed.map(({ record, version }): Write => {
    const document = toBytes(
      toDocument({ ...record, updated_at: later(record.updated_at, at) }, mappingVersion),
    );
    return { id: record.id, version, document };
  });
  await indexDocuments(context, { writeAlias, version: 0 }, writes, signal);
  return writes.length;
}

/** A later import may have written the record. */
const later = (updatedAt: string | null, at: string) =>
  updatedAt !== null && updatedAt > at ? updatedAt : at;
