import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachOf } from '../../../../../api/ext/regression/quantiles.ts';
import { amountsOf } from '../../../../../mappings/document.ts';
import { type PriceKind, perCaratOf, storedCpi } from '../../../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { cpiOfMonth, newestCpiMonth } from '../../../../../mappings/us-cpi.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords, plainModel } from '../../../../support/hedonic-records.ts';
import { plainSummary } from '../../../../support/plain-statistics.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const yearOf = (record: AuctionRecord) => record.auction_date!.slice(0, 4);
const quarterOf = (record: AuctionRecord) =>
  `${yearOf(record)}-Q${Math.ceil(Number(record.auction_date!.slice(5, 7)) / 3)}`;

const rubies = marketRecords(160, 1);

/** Lots that no index includes, each for a different reason. */
const others: AuctionRecord[] = [
  { is_sold: false, price_final_usd: null },
  { is_sold: false, price_final_usd: null, carat: null },
  { carat: null },
  { price_final_usd: null },
  { price_final_usd: 0 },
  { carat: 900_000, price_final_usd: 1 },
  { flags: ['MULTI_STONE' as const] },
  { flags: ['MULTI_STONE' as const], auction_date: null },
  { auction_date: null },
  ...[1, 2, 3, 4].map((month) => ({ auction_date: `2021-0${month}-01` })),
  ...[1, 2, 3, 4, 5, 6].map(() => ({
    auction_date: '2016-01-01',
    auction_date_precision: 'year' as const,
    origin: 'Thailand',
  })),
  ...[1, 2, 3, 4].map(() => ({ auction_date: '2017-05-12', origin: 'Vietnam' })),
].map((known, i) => buildAuction({ id: 1000 + i, ...known }));

const spinels = marketRecords(90, 2).map((record) => ({
  ...record,
  id: 5000 + record.id,
  gem_type: 'Spinel',
}));
/** The lots of another source, which count nowhere. */
const duplicates = spinels
  .slice(0, 3)
  .map((record) => ({ ...record, id: 100 + record.id, duplicate_of: record.id }));
/** One lot in each of 401 quarters, one more than the limit of a regression. */
const garnets = Array.from({ length: 401 }, (_, i) => {
  const [year, month] = [1900 + Math.floor(i / 4), String(1 + 3 * (i % 4)).padStart(2, '0')];
  return buildAuction({ id: 8000 + i, gem_type: 'Tsavorite', auction_date: `${year}-${month}-12` });
});
/** Sapphires with a published price and one, both or neither of the other prices. */
const sapphires = marketRecords(180, 6).map((record, i): AuctionRecord => {
  const price = record.price_final_usd!;
  const known = [
    { price_basis: 'hammer', price_hammer_usd: price, price_premium_usd: Math.round(price * 1.25) },
    { price_basis: 'premium', price_premium_usd: price, price_hammer_usd: Math.round(price / 1.2) },
    { price_basis: 'premium', price_premium_usd: price },
    { price_basis: 'unknown' },
    // Only the hammer price is known.
    { price_final_usd: null, price_hammer_usd: price },
  ] as const;
  const flags = i % 20 === 0 ? (['PRICE_OUTLIER'] as const) : [];
  return buildAuction({
    ...record,
    ...known[i % 5]!,
    id: 9_000 + i,
    gem_type: 'Sapphire',
    flags: [...flags],
  });
});
/** A sapphire that was sold before the consumer price index begins. */
const early = { id: 9_500, gem_type: 'Sapphire', auction_date: '1905-06-01', price_hammer_usd: 10_000 };
/** An index of its own: markets with periods of too few lots, and one with more periods than a regression solves. */
let api: ApiOverRecords;

beforeAll(async () => {
  api = await startApiOver([
    ...[...rubies, ...others, ...spinels, ...duplicates, ...garnets, ...sapphires],
    buildAuction(early),
  ]);
});
afterAll(() => api?.close());

async function ask(query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, '/api/ext/price-index', query);
  expect(status).toBe(200);
  return body;
}

type PlainFit = ReturnType<typeof plainModel>;

const saleOf = (record: AuctionRecord) => `${record.auction_date} ${record.auction_house}`;

/** Compares a response with a plain fit over the records, by their published prices or others. */
function expectPlain(
  data: Body,
  records: AuctionRecord[],
  periodOf: typeof yearOf,
  base: string,
  priceOf = (record: AuctionRecord) => record.price_per_carat_usd!,
) {
  const { fit } = data.model;
  const sales = records.map(saleOf);
  const plain = plainModel(records, periodOf, base, {}, priceOf);
  expect(fit).toMatchObject({
    ...{ n: records.length, degrees_of_freedom: records.length - plain.rank },
    sales: new Set(sales).size,
  });
  expect(fit.within_sale_correlation).toBeCloseTo(plain.share, 5);
  expect(fit.r_squared).toBeCloseTo(plain.rSquared, 5);
  expect(fit.residual_standard_error).toBeCloseTo(plain.residualError, 5);
  for (const period of data.periods) {
    const inside = records.filter((record) => periodOf(record) === period.period);
    expect(period.n).toBe(inside.length);
    expect(period.median_price_per_carat_usd).toBeCloseTo(plainSummary(inside.map(priceOf)).median!, 1);
    if (period.period === base) {
      expect(period).toMatchObject({ index: 100, low: 100, high: 100, gap: null });
      continue;
    }
    const at = valueAt(plain, `period ${period.period}`);
    expect(period.index).toBeCloseTo(100 * at(0), 3);
    expect(period.low).toBeCloseTo(100 * at(-1), 3);
    expect(period.high).toBeCloseTo(100 * at(1), 3);
  }
}

/** The ratio to the base at a multiple of the half width of a 95% interval from the estimate. */
function valueAt({ columns, coefficients, errorOf }: PlainFit, name: string) {
  const column = columns.indexOf(name);
  const { error, degreesOfFreedom } = errorOf(columns.map((_, i) => Number(i === column)));
  return (times: number) => Math.exp(coefficients[column]! + times * reachOf(degreesOfFreedom) * error);
}

/** The price per carat on a basis, in dollars of a month or in those of the sale. */
function pricePerCaratOf(record: AuctionRecord, basis: PriceKind, month: string | undefined): number | null {
  if (month === undefined) return perCaratOf(record, basis);
  const stored = amountsOf(record)?.[`real_${basis}_per_carat`];
  return stored === undefined ? null : (stored * cpiOfMonth(month)!) / storedCpi;
}

describe('/api/ext/price-index', () => {
  it('the price index agrees with a plain fit over the lots', async () => {
    const { data, meta } = await ask({ gem_name: 'spinel' });
    const years = [...new Set(spinels.map(yearOf))].sort();
    expect(data.base).toBe(years[0]);
    expectPlain(data, spinels, yearOf, data.base);
    expect(data.change).toMatchObject({ from: years[0], to: years.at(-1) });
    expect(meta.synthetic_lots).toBe(0);
  });

  it.for([
    ['premium', undefined],
    ['hammer', newestCpiMonth],
  ] as const)(
    'the price index agrees with a plain fit over the chosen prices: %s, in dollars of %s',
    async ([basis, real]) => {
      const priceOf = (record: AuctionRecord) => pricePerCaratOf(record, basis, real);
      const dollars = real === undefined ? 'nominal' : 'real';
      const { data, meta } = await ask({ gem_name: 'sapphire', basis, dollars });
      const used = sapphires.filter((record) => priceOf(record) !== null);
      expectPlain(data, used, yearOf, '2015', (record) => priceOf(record)!);
      const ofBasis = (name: string) => used.filter(({ price_basis }) => price_basis === name).length;
      expect(meta.prices).toMatchObject({
        ...{ basis, dollars, left_out: data.model.left_out.unpriced },
        ...{ of_hammer_lots: ofBasis('hammer'), of_premium_lots: ofBasis('premium') },
      });
      expect(data.model.left_out.before_price_index).toBe(real === undefined ? undefined : 1);
    },
  );

  it('filters, other base periods and quarters are accepted', async () => {
    const { data } = await ask({
      gem_name: 'spinel',
      treatment: 'no heat',
      weight_min: '1.5',
      date_from: '2016-01-01',
      base: '2018',
    });
    const some = spinels.filter(
      (record) => record.treatment === 'No heat' && record.carat! >= 1.5 && yearOf(record) >= '2016',
    );
    expect(data.base).toBe('2018');
    expectPlain(data, some, yearOf, '2018');
  });

  it('the change is that from the first period to the last, with an interval of its own, whatever the base', async () => {
    const { data } = await ask({ gem_name: 'spinel', from: '2016', to: '2018', base: '2017' });
    const inside = spinels.filter((record) => yearOf(record) >= '2016' && yearOf(record) <= '2018');
    expect(data.periods.map(({ period }: Body) => period)).toEqual(['2016', '2017', '2018']);
    const at = valueAt(plainModel(inside, yearOf, '2016'), 'period 2018');
    const { relative_change, low, high, ...others } = data.change;
    expect(others).toMatchObject({ from: '2016', to: '2018' });
    expect(relative_change).toBeCloseTo(at(0) - 1, 5);
    expect(low).toBeCloseTo(at(-1) - 1, 5);
    expect(high).toBeCloseTo(at(1) - 1, 5);
    const medianOf = (year: string) =>
      plainSummary(inside.filter((one) => yearOf(one) === year).map((one) => one.price_per_carat_usd!))
        .median!;
    const medianChange = medianOf('2018') / medianOf('2016') - 1;
    expect(others.median_change).toBeCloseTo(medianChange, 5);
    expect(others.note !== null).toBe(medianChange < low || medianChange > high);
    const sameRanges: Record<string, string>[] = [
      { date_from: '2016-01-01', date_to: '2018-12-31' },
      { from: '2016', date_to: '2018-12-31' },
      { from: '2015', to: '2019', date_from: '2016-01-01', date_to: '2018-12-31' },
    ];
    for (const same of sameRanges) {
      expect((await ask({ gem_name: 'spinel', base: '2017', ...same })).data).toEqual(data);
    }
    expect((await ask({ gem_name: 'spinel', from: '2018', to: '2018' })).data.change).toBeNull();
    const never = await ask({ gem_name: 'spinel', from: '0000', to: '0001' });
    expect(never.data).toMatchObject({ base: null, periods: [], change: null });
  });

  it('quarters leave out lots of which only the year is known', async () => {
    const { data } = await ask({ gem_name: 'ruby', interval: 'quarter', date_to: '2016-12-31' });
    const counted = [...rubies, ...others.slice(-4)].filter((record) => yearOf(record) <= '2016');
    for (const { period, n } of data.periods) {
      expect(n).toBe(counted.filter((record) => quarterOf(record) === period).length);
    }
    expect(data.periods.map(({ period }: Body) => period)).toEqual(
      ['2015', '2016'].flatMap((year) => [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`)),
    );
    expect(data.model.left_out.dated_by_year_only).toBe(6);
  });

  it('every lot of the filter is counted, in the model or as left out for one reason', async () => {
    const { data } = await ask({ gem_name: 'ruby' });
    expect(data.model.left_out).toEqual({
      unsold: 2,
      unweighed: 1,
      unpriced: 3,
      multi_stone: 2,
      undated: 1,
      dated_by_year_only: 0,
      thin_periods: 4,
    });
    expect(data.model.n).toBe(rubies.length + 6 + 4);
    expect(data.model.fit.n).toBe(data.model.n);
  });

  it('periods with too few lots stay gaps, and are never filled', async () => {
    const { data } = await ask({ gem_name: 'ruby' });
    expect(data.periods.slice(-2)).toMatchObject([
      gapPeriod('2020', 0, 'too_few_lots', null),
      gapPeriod('2021', 4, 'too_few_lots', 10_000 / 2),
    ]);
    const late = await ask({ gem_name: 'ruby', base: '2021' });
    expect(late.data.base).toBe('2021');
    expect(late.data.periods[0]).toMatchObject({ index: null, gap: 'base_has_no_index', median_index: null });
    const few = await ask({ gem_name: 'spinel', date_to: '2015-12-31', weight_min: '5' });
    expect(few.data.model.fit).toBeNull();
  });

  it('beside the index each period has the plain median, as an index too', async () => {
    const { data } = await ask({ gem_name: 'spinel', base: '2015' });
    const medianOf = (year: string) =>
      plainSummary(spinels.filter((one) => yearOf(one) === year).map((one) => one.price_per_carat_usd!))
        .median!;
    for (const { period, median_index, median_price_per_carat_usd } of data.periods) {
      expect(median_price_per_carat_usd).toBe(medianOf(period));
      expect(median_index).toBeCloseTo((100 * medianOf(period)) / medianOf('2015'), 4);
    }
  });

  it('a request for more periods than one regression can solve is refused', async () => {
    const query = 'gem_name=tsavorite&interval=quarter';
    const { status, body } = await get(api.url, '/api/ext/price-index', query);
    expect(status).toBe(400);
    expect(body.error.details[0].message).toMatch(/more than 400 quarters\. Narrow the dates/);
    const fewer = await get(api.url, '/api/ext/price-index', `${query}&date_from=1900-04-01`);
    expect(fewer.status).toBe(200);
  });

  it('a request requires one gem and a base that is one of the periods', async () => {
    await expectRefused(api.url, '/api/ext/price-index', [
      ['', 'gem_name'],
      ['gem_name=ruby,spinel', 'gem_name'],
      ['gem_name=ruby&base=2015-Q1', 'base'],
      ['gem_name=ruby&interval=quarter&base=2015', 'base'],
      ['gem_name=ruby&base=15', 'base'],
      ['gem_name=ruby&from=2019&to=2015', 'from'],
      ['gem_name=ruby&from=2015&to=2016-Q1', 'to'],
      ['gem_name=ruby&base=%202015', 'base'],
      ['gem_name=ruby&basis=net', 'basis'],
      ['gem_name=ruby&dollars=euro', 'dollars'],
    ]);
  });
});

function gapPeriod(period: string, n: number, why: string, median: number | null) {
  return {
    period,
    start_date: `${period}-01-01`,
    n,
    index: null,
    low: null,
    high: null,
    gap: why,
    median_price_per_carat_usd: median,
    median_index: null,
  };
}
