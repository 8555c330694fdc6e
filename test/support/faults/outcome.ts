import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { suggestPattern } from '../../../mappings/records-index.ts';
import type { TestIngest } from '../start-ingest.ts';
import type { ScenarioLots } from './lots.ts';

/** Everything that imports leave behind, so that two runs can be compared. */
export interface Outcome {
  /** By id, without the number and the time of the import that wrote them. */
  records: object[];
  rejects: object[];
  /** Every suggestion with its number of lots. */
  suggestions: string[];
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
  const { hits } = await ingest.elasticsearch.search<{
    text: string;
    type: string;
    suggest: { weight: number };
  }>({ index: suggestPattern(ingest.alias), size: 10_000 });
  const suggestions = hits.hits.map(({ _source: found }) =>
    JSON.stringify([found!.type, found!.text, found!.suggest.weight]),
  );
  return {
    records,
    rejects: rejects.map(({ line, code, raw }) => ({ line, code, raw })),
    suggestions: suggestions.sort(),
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
