import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPriceModel } from '../../../../../api/ext/price-model/read-price-model.ts';
import {
  type SalesOptions,
  type SalesResult,
  salePartsBody,
  saleTotalsBody,
} from '../../../../../api/ext/price-model/sale-parts.ts';
import { kinds } from '../../../../../api/ext/regression/hedonic-index.ts';
import { filterClauses } from '../../../../../api/filters/filter-clauses.ts';
import { batchSearches } from '../../../../../api/search/batched-searches.ts';
import type { SearchBody } from '../../../../../api/search/clauses.ts';
import { allOf, type Clause } from '../../../../../api/search/clauses.ts';
import {
  createSearchContext,
  createVersionMemos,
  type SearchContext,
} from '../../../../../api/search/search-context.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

/** An index of its own, whose lots are fewer than the response switches at. Lots with an origin and a period that have too few lots. */
const rubies = [
  ...marketRecords(160, 1),
  ...[1, 2, 3, 4].map((id) =>
    buildAuction({
      ...{ id: 1000 + id, auction_date: '2017-05-12', carat: id, price_final_usd: 5000 * id * id },
      ...{ origin: 'Vietnam', treatment: 'Heated', auction_house: 'Bonhams' },
    }),
  ),
];
/** Lots of a period that has too few. No other lots are from this house. */
const late = [1, 2, 3, 4].map((id) =>
  buildAuction({ id: 2000 + id, auction_date: '2021-02-01', auction_house: 'Phillips' }),
);
const unsold = buildAuction({ id: 3000, is_sold: false, price_final_usd: null });
let index: TestIndex;
let search: SearchContext;

beforeAll(async () => {
  index = await createTestIndex([...rubies, ...late, unsold]);
  const timeoutMs = 10_000;
  search = createSearchContext(index, {
    ...{
      index: index.alias,
      timeoutMs,
      signal: new AbortController().signal,
      onTime: () => {},
    },
    batched: batchSearches(index.elasticsearch, timeoutMs),
    memo: createVersionMemos()(''),
  });
});
afterAll(() => index?.remove());

const query = allOf(filterClauses({ gem_name: ['ruby'] }));

describe('the price model computed from marginal sums', () => {
  it('the model from marginal sums agrees with the model from cells, which also has clustered errors', async () => {
    const [margins, cells] = [
      // As if there were too few lots for cells.
      (await readPriceModel(search, query, 'quarter', { choice: {}, cellLots: 0 }))!,
      (await readPriceModel(search, query, 'quarter', { choice: {} }))!,
    ];
    const { sales, shared, own } = cells.fit.sales!;
    expect(margins.fit.sales!.sales).toBe(sales);
    expect(margins.fit.sales!.shared).toBeCloseTo(shared, 9);
    expect(margins.fit.sales!.own).toBeCloseTo(own, 9);
    expect([margins.heaviest, margins.periods]).toEqual([cells.heaviest, cells.periods]);
    for (const kind of kinds) {
      for (const { name } of cells.poolings[kind].categories)
        if (name !== null) expect(margins.salesWith(kind, name)).toBe(cells.salesWith(kind, name));
    }
    for (const period of margins.periods) {
      const found = margins.fit.estimate(margins.differenceOf(period, margins.reference))!;
      const { clusteredError, ...expected } = cells.fit.estimate(
        cells.differenceOf(period, cells.reference),
      )!;
      expect(clusteredError).not.toBeNull();
      for (const name of ['value', 'error', 'classicalError'] as const)
        expect(found[name]).toBeCloseTo(expected[name], 9);
      expect(found.clusteredError).toBeNull();
    }
  });

  it.for([
    ['totals', saleTotalsBody],
    ['origins', (query, options) => salePartsBody(query, 'origin', options)],
    ['treatments', (query, options) => salePartsBody(query, 'treatment', options)],
  ] satisfies [string, (query: Clause, options: SalesOptions) => SearchBody][])(
    'the %s of sales are read page by page, and none of them twice',
    async ([, bodyOf]) => {
      const pageAfter = async (after?: string) => {
        const body = bodyOf(query, { interval: 'year', after });
        const { aggregations } = await search.search<unknown, SalesResult<{ key: string }>>(body);
        return aggregations?.sales?.buckets ?? [];
      };
      const all = await pageAfter();
      const keys = all.map(({ key }) => key);
      expect(keys.length).toBeGreaterThan(20);
      expect(keys).toEqual([...new Set(keys)].sort());
      for (const place of [0, 10, keys.length - 1])
        expect(await pageAfter(keys[place])).toEqual(all.slice(place + 1));
    },
  );
});
