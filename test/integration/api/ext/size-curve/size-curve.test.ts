import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reachOf } from '../../../../../api/ext/regression/quantiles.ts';
import { amountsOf } from '../../../../../mappings/document.ts';
import { perCaratOf, storedCpi } from '../../../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { cpiOfMonth } from '../../../../../mappings/us-cpi.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { plainRegression } from '../../../../support/plain-regression.ts';
import { plainSummary } from '../../../../support/plain-statistics.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** Rubies, with prices 50% higher from 2 carats on, and most with a hammer price. */
const rubies = marketRecords(1500, 5).map((record) => {
  const { id, carat, origin, auction_date, price_final_usd } = record;
  const price = Math.round(price_final_usd! * (carat! >= 2 ? 1.5 : 1));
  const price_hammer_usd = id % 5 ? Math.round(price / 1.2) : null;
  return buildAuction({ id, carat, origin, auction_date, price_final_usd: price, price_hammer_usd });
});
const others = [
  { is_sold: false, price_final_usd: null },
  { carat: null },
  { price_final_usd: 0 },
  { flags: ['MULTI_STONE' as const] },
  { auction_date: null },
].map((known, i) => buildAuction({ id: 9000 + i, ...known }));
/** Spinels of exactly 1 carat, and one of a thousand carats. */
const spinels = Array.from({ length: 30 }, (_, i) =>
  buildAuction({ id: 9100 + i, gem_type: 'Spinel', carat: i === 0 ? 1000 : 1, price_final_usd: 100 + i }),
);
/** An index of its own: markets with a known step, and of one weight only. */
let api: ApiOverRecords;

beforeAll(async () => {
  api = await startApiOver([...rubies, ...others, ...spinels]);
});
afterAll(() => api?.close());

async function ask(query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, '/api/ext/size-curve', query);
  expect(status).toBe(200);
  return body;
}

const within = (records: readonly AuctionRecord[], from: number, below: number) =>
  records.filter(({ carat }) => carat! >= from && carat! < below);

/** The line fitted over the lots. */
function plainLine(records: readonly AuctionRecord[]) {
  return plainRegression(
    records.map((record) => [1, Math.log(record.carat!)]),
    records.map((record) => Math.log(record.price_per_carat_usd!)),
  );
}

function expectNear(actual: number, expected: number) {
  expect(Math.abs(actual - expected)).toBeLessThan(2e-6);
}

/** @param like what a price may differ by from the one of the plain computation; nothing by default */
function expectPlain(
  data: Body,
  records: readonly AuctionRecord[],
  like = (price: number | null): unknown => price,
) {
  expect(data.n).toBe(records.length);
  expect(data.bands.reduce((sum: number, { n }: Body) => sum + n, 0)).toBe(records.length);
  for (const [place, { carat_from, carat_below }] of data.bands.entries()) {
    const steps = Math.log2(carat_from) * 4;
    expect(steps).toBeCloseTo(Math.round(steps), 3);
    expect(Math.log2(carat_below) * 4).toBeCloseTo(Math.round(steps) + 1, 3);
    if (place > 0) expect(carat_from).toBe(data.bands[place - 1].carat_below);
  }
  for (const end of [0, -1]) expect(data.bands.at(end).n).toBeGreaterThan(0);
  for (const [place, { carat_from, carat_below, elasticity, low_sample, ...band }] of data.bands.entries()) {
    const inside = within(records, carat_from, carat_below);
    const {
      min: _,
      max: __,
      mean: ___,
      ...summary
    } = plainSummary(inside.map((lot) => lot.price_per_carat_usd!));
    const { n, ...prices } = summary;
    expect(band).toEqual({
      n,
      ...Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, like(price)])),
    });
    expect(low_sample).toBe(inside.length < 5);
    const from = data.bands[Math.max(0, place - 2)].carat_from;
    const below = data.bands[Math.min(data.bands.length - 1, place + 2)].carat_below;
    const window = within(records, from, below);
    const canTell = window.length >= 10 && new Set(window.map(({ carat }) => carat)).size > 1;
    expect(elasticity !== null).toBe(canTell);
    if (!canTell) continue;
    expect(elasticity).toMatchObject({ carat_from: from, carat_below: below });
    const plain = plainLine(window);
    expect(elasticity.n).toBe(window.length);
    expectNear(elasticity.elasticity, plain.coefficients[1]!);
    expectNear(elasticity.high, plain.coefficients[1]! + reachOf(window.length - 2) * plain.robustErrors[1]!);
  }
}

describe('/api/ext/size-curve', () => {
  it('the size curve agrees with quantiles and a least squares fit over the lots', async () => {
    const { data, meta } = await ask({ gem_name: 'ruby' });
    expectPlain(data, rubies);
    expect(data.left_out).toEqual({ unsold: 1, unweighed: 1, unpriced: 1, multi_stone: 1, undated: 1 });
    expect(meta.synthetic_lots).toBe(0);
    expect(data.bands.filter(({ elasticity }: Body) => elasticity).length).toBeGreaterThan(10);
  });

  it('filters restrict the lots of the size curve', async () => {
    const { data } = await ask({
      gem_name: 'ruby',
      origin: 'Mozambique',
      weight_min: '1.5',
      date_from: '2016-01-01',
    });
    const some = rubies.filter(
      ({ origin, carat, auction_date }) =>
        origin === 'Mozambique' && carat! >= 1.5 && auction_date! >= '2016',
    );
    expectPlain(data, some);
  });

  it('the size curve of a chosen price is that of lots with this price, in dollars of one month', async () => {
    const hammer = await ask({ gem_name: 'ruby', basis: 'hammer' });
    const priced = rubies.flatMap((record) => {
      const price_per_carat_usd = perCaratOf(record, 'hammer');
      return price_per_carat_usd === null ? [] : { ...record, price_per_carat_usd };
    });
    expectPlain(hammer.data, priced);
    expect(hammer.meta.prices.basis).toBe('hammer');
    const { data } = await ask({ gem_name: 'ruby', dollars: 'real', base: '2000-01' });
    const inDollars = rubies.map((record) => ({
      ...record,
      price_per_carat_usd:
        (amountsOf(record)!.real_published_per_carat! * cpiOfMonth('2000-01')!) / storedCpi,
    }));
    expectPlain(data, inDollars, (price) => price && expect.closeTo(price, -Math.log10(price) + 4));
  });

  it('lots of a single weight have no slope', async () => {
    const { data } = await ask({ gem_name: 'spinel' });
    expectPlain(data, spinels);
    expect(data.bands[0]).toMatchObject({ carat_from: 1, n: 29, elasticity: null });
    expect(data.bands.at(-1)).toMatchObject({ n: 1, median_low: null, low_sample: true });
    expect(data.bands[5]).toMatchObject({ n: 0, median: null });
  });
});
