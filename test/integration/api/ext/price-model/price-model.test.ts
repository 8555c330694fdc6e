import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readPriceModel } from '../../../../../api/ext/price-model/read-price-model.ts';
import {
  type SalesOptions,
  type SalesResult,
  salePartsBody,
  saleTotalsBody,
} from '../../../../../api/ext/price-model/sale-parts.ts';
import type { Contrast } from '../../../../../api/ext/regression/fit-hedonic.ts';
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
import { StoredRecords } from '../../../../../api/search/stored-records.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { marketRecords, plainDesign } from '../../../../support/hedonic-records.ts';
import { plainRegression } from '../../../../support/plain-regression.ts';
import { plainSaleVariance } from '../../../../support/plain-sale-variance.ts';
import { createTestIndex, type TestIndex } from '../../../../support/test-index.ts';

/** Lots with an origin and a period that have too few lots. */
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
  const records = new StoredRecords({ node: inject('elasticsearchUrl') });
  const services = { elasticsearch: index.elasticsearch, records };
  search = createSearchContext(services, {
    ...{
      index: index.alias,
      timeoutMs,
      signal: new AbortController().signal,
      onTime: () => {},
    },
    batched: batchSearches(services, timeoutMs),
    memo: createVersionMemos()(''),
  });
});
afterAll(() => index?.remove());

const query = allOf(filterClauses({ gem_name: ['ruby'] }));

/** The model from margins, for which there are too few lots. */
const readMargins = (interval: 'year' | 'quarter') =>
  readPriceModel(search, query, interval, { choice: {}, cellLots: 0 });

const firstOfYear = ({ auction_date }: AuctionRecord) => `${auction_date!.slice(0, 4)}-01-01`;
const firstOfQuarter = ({ auction_date }: AuctionRecord) => {
  const month = 3 * Math.floor((Number(auction_date!.slice(5, 7)) - 1) / 3) + 1;
  return `${auction_date!.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};

describe('the price model computed from marginal sums', () => {
  it.for([
    ['year', firstOfYear],
    ['quarter', firstOfQuarter],
  ] as const)(
    'the model agrees with a least squares fit over the lots: by %s',
    async ([interval, periodOf]) => {
      const model = (await readMargins(interval))!;
      const { fit, poolings } = model;
      const lotsOf = Map.groupBy(rubies, periodOf);
      const used = rubies.filter((record) => lotsOf.get(periodOf(record))!.length >= 5);
      expect(model.periods).toEqual([...new Set(used.map(periodOf))].sort());
      const { design, y, columns } = plainDesign(used, periodOf, model.reference);
      const plain = plainRegression(design, y);
      const sales = used.map(({ auction_date, auction_house }) => `${auction_date} ${auction_house}`);
      const variance = plainSaleVariance(design, y, sales, used.map(periodOf));
      expect([fit.n, fit.rank]).toEqual([used.length, plain.kept.length]);
      expect(fit.sales!.sales).toBe(new Set(sales).size);
      expect(fit.residualError).toBeCloseTo(plain.residualError, 9);
      expect(fit.rSquared).toBeCloseTo(plain.rSquared, 9);
      const expectColumn = (contrast: Contrast, name: string) => {
        const column = columns.indexOf(name);
        const { value, classicalError, clusteredError, ...found } = fit.estimate(contrast)!;
        const { error, degreesOfFreedom } = variance.errorOf(columns.map((_, i) => Number(i === column)));
        expect(Math.abs(found.error / error - 1), name).toBeLessThan(1e-6);
        expect(Math.abs(found.degreesOfFreedom / degreesOfFreedom - 1), name).toBeLessThan(1e-6);
        expect(Math.abs(value / plain.coefficients[column]! - 1), name).toBeLessThan(1e-6);
        expect(Math.abs(classicalError / plain.classicalErrors[column]! - 1), name).toBeLessThan(1e-6);
        expect(clusteredError).toBeNull();
      };
      expectColumn([[2, 1]], 'ln_carat_squared');
      for (const kind of kinds) {
        for (const [place, { name, isPool }] of poolings[kind].categories.entries()) {
          const column = model.columnOf(kind, place);
          if (column !== undefined) expectColumn([[column, 1]], `${kind} ${isPool ? 'Vietnam' : name}`);
        }
      }
      for (const period of model.periods) {
        if (period !== model.reference)
          expectColumn(model.differenceOf(period, model.reference), `period ${period}`);
      }
    },
  );

  it('rare categories among its lots are pooled, and other lots do not matter', async () => {
    const { poolings } = (await readMargins('year'))!;
    expect(poolings.origin.pooled).toEqual([{ name: 'Vietnam', lots: 4 }]);
    expect(poolings.auction_house.pooled).toEqual([]);
    const counted = (await readPriceModel(search, query, 'year', { choice: {} }))!;
    for (const kind of kinds) expect(poolings[kind].categories).toEqual(counted.poolings[kind].categories);
  });

  it('the model from marginal sums agrees with the model from cells, which also has clustered errors', async () => {
    const [margins, cells] = [
      (await readMargins('quarter'))!,
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

  it('without lots there is no model', async () => {
    const nothing = allOf(filterClauses({ gem_name: ['opal'] }));
    expect(await readPriceModel(search, nothing, 'year', { choice: {}, cellLots: -1 })).toBeUndefined();
  });
});
