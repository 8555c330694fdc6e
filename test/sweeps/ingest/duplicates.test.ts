import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { plainDuplicates } from '../../support/plain-duplicates.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const anyLot = fc.record({
  title: fc.constantFrom('A ruby ring', 'A Ruby-Ring', 'Rubis'),
  carat: fc.constantFrom(null, 2, 2.01, 2.1),
  price_final_usd: fc.constantFrom(1_000, 2_000),
  auction_house: fc.constantFrom("Christie's", 'Bonhams'),
  auction_date: fc.constantFrom('2020-05-12', '2020-05-13'),
  lot_number: fc.constantFrom(null, '12', 'Lot 12', '13', '14', '15'),
  url: fc.constantFrom(null, 'https://example.org/lot'),
});

it('duplicates are linked by the rule after each of thirty random imports, corrections and deletions', async () => {
  const sources = new Map<number, string>();
  for (let seed = 1; seed <= 30; seed++) {
    const name = 'abc'[seed % 3]!;
    const base = 1 + 100 * (seed % 3);
    const lots = fc
      .sample(anyLot, { numRuns: 40, seed })
      .map((known, i) => buildAuction({ ...known, id: base + ((i * seed) % 60) }));
    const mode = seed % 7 === 0 ? 'delete' : 'upsert';
    const content = lots.map((lot) => JSON.stringify(lot)).join('\n');
    sources.set((await ingest.import(`${name}.ndjson`, content, { mode })).id, name);
    const records = await ingest.records();
    const expected = plainDuplicates(records, (record) => sources.get(record.import!));
    const links = new Map(records.map(({ id, duplicate_of }) => [id, duplicate_of]));
    expect(links, `seed ${seed}`).toEqual(expected);
  }
});
