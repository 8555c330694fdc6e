import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLots } from '../../../../../api/ext/price-model/load-lots.ts';
import { pricedLots } from '../../../../../api/ext/price-model/priced-lots.ts';
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

const query = pricedLots(allOf(filterClauses({ gem_name: ['ruby'] })));

it('lots are loaded once for a data version, and a sample of many is the same each time', async () => {
  expect(await loadLots(search, query)).toBe(await loadLots(search, query));
  const sample = await loadLots(search, query, { most: 40 });
  expect([sample.lots.length, sample.of]).toEqual([40, rubies.length]);
  expect(new Set(sample.lots.map(({ id }) => id)).size).toBe(40);
  const newer = createVersionMemos()('newer');
  const again = await loadLots({ ...search, memo: newer }, query, { most: 40 });
  expect(again).not.toBe(sample);
  expect(again).toEqual(sample);
  // Not the newest lots, but any.
  expect(new Set(sample.lots.map((lot) => lot.auction_date.slice(0, 4))).size).toBeGreaterThan(3);
});
