import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachOf } from '../../../../../api/ext/regression/quantiles.ts';
import { amountsOf } from '../../../../../mappings/document.ts';
import { type PriceKind, perCaratOf, storedCpi } from '../../../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { cpiOfMonth, newestCpiMonth } from '../../../../../mappings/us-cpi.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords, plainModel } from '../../../../support/hedonic-records.ts';
import { plainRegression } from '../../../../support/plain-regression.ts';
import { plainSummary } from '../../../../support/plain-statistics.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** Rubies with a published price and one, both or neither of the other prices; some lots are left out. */
const rubies = marketRecords(180, 6).map((record, i): AuctionRecord => {
  const price = record.price_final_usd!;
  const known = [
    { price_basis: 'hammer', price_hammer_usd: price, price_premium_usd: Math.round(price * 1.25) },
    { price_basis: 'premium', price_premium_usd: price, price_hammer_usd: Math.round(price / 1.2) },
    { price_basis: 'premium', price_premium_usd: price },
    { price_basis: 'unknown' },
    // Only the hammer price is known.
    { price_final_usd: null, price_hammer_usd: price },
  ] as const;
  const auction_date_precision = i % 37 === 0 ? ('year' as const) : ('day' as const);
  const flags = i % 20 === 0 ? (['PRICE_OUTLIER'] as const) : [];
  return buildAuction({ ...record, ...known[i % 5]!, auction_date_precision, flags: [...flags] });
});
const others = [
  { auction_date: '1905-06-01', price_hammer_usd: 10_000 },
  { auction_date: null, price_hammer_usd: 10_000 },
  { price_hammer_usd: 9_000, flags: ['MULTI_STONE' as const] },
  { price_hammer_usd: 9_000, carat: null },
  { is_sold: false, price_final_usd: null },
].map((known, i) => buildAuction({ id: 1000 + i, ...known }));
/** An index of its own: a market, small enough for plain matrices, of which some prices are known on one basis only. */
let api: ApiOverRecords;

beforeAll(async () => {
  api = await startApiOver([...rubies, ...others]);
});
afterAll(() => api?.close());

async function ask(path: string, query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, `/api/ext/${path}`, {
    gem_name: 'ruby',
    ...query,
  });
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body;
}

/** The price per carat in the basis and dollars of a request. */
function priceOf(record: AuctionRecord, basis: PriceKind, real: string | undefined): number | null {
  if (real === undefined) return perCaratOf(record, basis);
  const stored = amountsOf(record)?.[`real_${basis}_per_carat`];
  return stored === undefined ? null : (stored * cpiOfMonth(real)!) / storedCpi;
}

const yearOf = (record: AuctionRecord) => record.auction_date!.slice(0, 4);

const choices = [
  ['premium', undefined],
  ['hammer', newestCpiMonth],
] as const;

const queryOf = (basis: PriceKind, real: string | undefined) => ({
  basis,
  ...(real !== undefined && { dollars: 'real' }),
});

describe('price index and size curve of a chosen price', () => {
  it.for(choices)(
    'the price index agrees with a plain fit over the chosen prices: %s, %s',
    async ([basis, real]) => {
      const priced = (record: AuctionRecord) => priceOf(record, basis, real);
      const { data, meta } = await ask('price-index', queryOf(basis, real));
      const used = rubies.filter((record) => priced(record) !== null);
      expect(data.model.n).toBe(used.length);
      const { base } = data;
      const plain = plainModel(used, yearOf, base, {}, (record) => priced(record)!);
      const { columns } = plain;
      for (const { period, n, index, high, median_price_per_carat_usd: median } of data.periods) {
        const inside = used.filter((record) => yearOf(record) === period);
        // The regression excludes the lot of 1905.
        if (inside.length === 0) continue;
        expect(n).toBe(inside.length);
        const column = columns.indexOf(`period ${period}`);
        if (column >= 0) {
          const { error, degreesOfFreedom } = plain.errorOf(columns.map((_, i) => Number(i === column)));
          const reach = reachOf(degreesOfFreedom) * error;
          expect(index).toBeCloseTo(100 * Math.exp(plain.coefficients[column]!), 3);
          expect(high).toBeCloseTo(100 * Math.exp(plain.coefficients[column]! + reach), 3);
        }
        expect(Math.abs(median - plainSummary(inside.map((record) => priced(record)!)).median!)).toBeLessThan(
          0.006,
        );
      }
      const ofBasis = (name: string) => used.filter(({ price_basis }) => price_basis === name).length;
      expect(meta.prices).toMatchObject({
        ...{ basis, dollars: real === undefined ? 'nominal' : 'real' },
        ...{ of_hammer_lots: ofBasis('hammer'), of_premium_lots: ofBasis('premium') },
        left_out: data.model.left_out.unpriced,
      });
      expect(data.model.left_out).toMatchObject({ unsold: 1, unweighed: 1 });
      expect(data.model.left_out.before_price_index).toBe(real === undefined ? undefined : 1);
    },
  );

  it('the size curve of a chosen price is computed from that price, in dollars of one month', async () => {
    for (const [basis, real] of [
      ['hammer', undefined],
      ['published', '2000-01'],
    ] as const) {
      const query = { ...queryOf(basis, real), ...(real === '2000-01' && { base: real }) };
      const { data, meta } = await ask('size-curve', query);
      const used = [...rubies, ...others.slice(0, 1)].filter(
        (record) => priceOf(record, basis, real) !== null,
      );
      expect(data.n).toBe(used.length);
      expect(meta.prices.basis).toBe(basis);
      for (const { carat_from, carat_below, n, median, p90, elasticity } of data.bands) {
        const inside = (from: number, below: number) =>
          used.filter(({ carat }) => carat! >= from && carat! < below);
        const prices = inside(carat_from, carat_below).map((record) => priceOf(record, basis, real)!);
        expect(n).toBe(prices.length);
        if (n === 0) continue;
        expect(median / plainSummary(prices).median!).toBeCloseTo(1, 4);
        expect(p90 / plainSummary(prices).p90!).toBeCloseTo(1, 4);
        if (elasticity === null) continue;
        const window = inside(elasticity.carat_from, elasticity.carat_below);
        const line = plainRegression(
          window.map(({ carat }) => [1, Math.log(carat!)]),
          window.map((record) => Math.log(priceOf(record, basis, real)!)),
        );
        expect(Math.abs(elasticity.elasticity - line.coefficients[1]!)).toBeLessThan(2e-6);
      }
    }
  });

  it('outliers are left out of index and size curve on request', async () => {
    for (const path of ['price-index', 'size-curve']) {
      const [kept, left] = [await ask(path, {}), await ask(path, { outliers: 'leave_out' })];
      const lots = ({ data }: Body) => data.n ?? data.model.n;
      const leftOut = ({ data }: Body) => data.left_out ?? data.model.left_out;
      const outliers = rubies.filter(
        ({ flags, price_final_usd }) => flags.length > 0 && price_final_usd !== null,
      );
      expect(lots(kept) - lots(left)).toBe(outliers.length);
      expect(leftOut(left).price_outliers).toBe(outliers.length);
      expect(leftOut(kept)).not.toHaveProperty('price_outliers');
      expect([kept, left].map(({ meta }) => meta.prices)).toEqual([undefined, undefined]);
    }
  });

  it('price choices that contradict other parameters are refused', async () => {
    await expectRefused(api.url, '/api/ext/price-index', [
      ['gem_name=ruby&basis=net', 'basis'],
      ['gem_name=ruby&dollars=euro', 'dollars'],
      ['gem_name=ruby&outliers=drop', 'outliers'],
    ]);
    await expectRefused(api.url, '/api/ext/size-curve', [
      ['gem_name=ruby&base=2015-01', 'base'],
      ['gem_name=ruby&dollars=real&base=1800-01', 'base'],
    ]);
  });
});
