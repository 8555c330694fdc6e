import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { isRejection, normalize } from '../../../ingest/record/normalize.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';

const file = join(import.meta.dirname, '../../../local/samples/notable-sales.csv');

/** The Archduke Joseph, sold in 2012 and 1993: the end of an import links its lots. */
const archduke = [9_000_000_000_000_087, 9_000_000_000_000_088];

/** The records that an import makes of the samples: the notable sales, and some synthetic lots of eight years. */
export function sampleRecords(): AuctionRecord[] {
  const { data } = Papa.parse<Record<string, unknown>>(readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const writer = { id: 1, created_at: '2026-01-01T00:00:00.000Z' };
  return [...data, ...syntheticLots(2000)].map((fields) => {
    const normalized = normalize(fields as Record<string, unknown>, writer);
    if (isRejection(normalized)) throw new Error(normalized.message);
    const { record } = normalized;
    return archduke.includes(record.id)
      ? { ...record, stone_id: archduke[0]!, stone_evidence: ['name', 'weight'] }
      : record;
  });
}
