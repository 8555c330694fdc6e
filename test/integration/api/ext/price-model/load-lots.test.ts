import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLots, nameOfDay, textAt } from '../../../../../api/ext/price-model/load-lots.ts';
import { filterClauses } from '../../../../../api/filters/filter-clauses.ts';
import { batchSearches } from '../../../../../api/search/batched-searches.ts';
import { allOf } from '../../../../../api/search/clauses.ts';
import {
  createSearchContext,
  createVersionMemos,
  type SearchContext,
} from '../../../../../api/search/search-context.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

const rubies = marketRecords(160, 1).map(
  (record, i): AuctionRecord =>
    buildAuction({
      ...record,
      ...{ price_hammer_usd: i % 3 ? null : 1000 + i, price_basis: i % 2 ? 'hammer' : null },
      ...{ is_synthetic: i % 4 === 0, flags: i % 5 ? [] : ['PRICE_OUTLIER'] },
    }),
);
const others = [
  { is_sold: false, price_final_usd: null },
  { carat: null },
  { auction_date: null },
  { flags: ['MULTI_STONE' as const] },
].map((known, i) => buildAuction({ id: 1000 + i, ...known }));
/** An index of its own, whose lots are fewer than the limits of the service. */
let index: TestIndex;
let search: SearchContext;

beforeAll(async () => {
  index = await createTestIndex([...rubies, ...others]);
  const timeoutMs = 10_000;
  search = createSearchContext(index, {
    ...{ index: index.alias, timeoutMs, signal: new AbortController().signal, onTime: () => {} },
    batched: batchSearches(index.elasticsearch, timeoutMs),
    memo: createVersionMemos()(''),
  });
});
afterAll(() => index?.remove());

const query = allOf(filterClauses({ gem_name: ['ruby'] }));

it('columns have the sold single stones with a weight and a date, as their records say', async () => {
  const lots = await loadLots(search, query, { basis: 'hammer' });
  expect([lots.n, lots.of]).toEqual([rubies.length, rubies.length]);
  const found = Array.from({ length: lots.n }, (_, row) => ({
    id: lots.id[row]!,
    carat: lots.carat[row]!,
    auction_date: nameOfDay(lots.day[row]!),
    origin: textAt(lots.origin, row),
    price_basis: textAt(lots.price_basis, row),
    price_final_usd: lots.price.published[row]!,
    price_hammer_usd: Number.isNaN(lots.price.hammer[row]!) ? null : lots.price.hammer[row]!,
    price_per_carat_usd: lots.perCarat.published[row]!,
    is_synthetic: lots.isSynthetic[row] === 1,
    flags: lots.isOutlier[row] ? ['PRICE_OUTLIER'] : [],
  }));
  for (const lot of found) expect(rubies.find(({ id }) => id === lot.id)).toMatchObject(lot);
  expect(new Set(found.map(({ id }) => id)).size).toBe(rubies.length);
});

it('lots are loaded once for a data version, and a sample of many is the same each time', async () => {
  expect(await loadLots(search, query)).toBe(await loadLots(search, query));
  const sample = await loadLots(search, query, { most: 40 });
  expect([sample.n, sample.of]).toEqual([40, rubies.length]);
  expect(new Set(sample.id).size).toBe(40);
  const newer = createVersionMemos()('newer');
  const again = await loadLots({ ...search, memo: newer }, query, { most: 40 });
  expect(again).not.toBe(sample);
  expect(again.id).toEqual(sample.id);
  // Not the newest lots, but any.
  expect(new Set(Array.from(sample.quarter, (quarter) => quarter >> 2)).size).toBeGreaterThan(3);
});
