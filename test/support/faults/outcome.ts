import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import type { TestIngest } from '../start-ingest.ts';
import type { ScenarioLots } from './lots.ts';

/** What imports leave behind. */
export interface Outcome {
  /** By id, without the number and the time of the import that wrote them. */
  records: object[];
  rejects: object[];
}

/** Reads the final state through the API and from the indices. */
export async function readOutcome(apiUrl: string, ingest: TestIngest, fileId: number): Promise<Outcome> {
  const response = await fetch(`${apiUrl}/api/ext/export/auctions?format=ndjson&sort=id`);
  const lines = (await response.text()).trimEnd().split('\n');
  const records = lines.map((line) => {
    const { import: _number, updated_at: _time, ...record } = JSON.parse(line) as AuctionRecord;
    return record;
  });
  const rejects = await ingest.rejectsOf(fileId);
  return {
    records,
    rejects: rejects.map(({ line, code, raw }) => ({ line, code, raw })),
  };
}

/** Expects exactly the records that must exist. */
export function expectComplete({ records, rejects }: Outcome, lots: ScenarioLots): void {
  const plain = records.map((record) => ({
    ...(record as AuctionRecord),
    flags: [],
    import: null,
    updated_at: null,
  }));
  const expected = [...lots.final.values()].sort((a, b) => a.id - b.id);
  expect(plain.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  const different = plain.filter((record, i) => !isDeepStrictEqual(record, expected[i]));
  expect(different.slice(0, 3)).toEqual([]);
  expect(rejects.map((reject) => (reject as { line: number }).line)).toEqual(lots.badLines);
}
