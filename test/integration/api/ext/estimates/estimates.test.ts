import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters, buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { medianRanks } from '../../../../support/median-ranks.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';
import { corpus } from '../../../../support/world/world.ts';

const estimates = { estimate_low_usd: 1_000, estimate_high_usd: 2_000 };

describe('/api/ext/estimates', () => {
  let api: ApiOverRecords;
  beforeAll(async () => {
    api = await startApiOver([
      buildAuction({ id: 1, ...estimates, price_hammer_usd: 1_000, price_premium_usd: 2_001 }),
      buildAuction({ id: 2, ...estimates, price_hammer_usd: 2_000 }),
      buildAuction({ id: 3, ...estimates, price_premium_usd: 999, price_basis: 'premium' }),
      buildAuction({ id: 4, ...estimates, sale_status: 'unsold', price_final_usd: null }),
      buildAuction({ id: 5, ...estimates, sale_status: 'listing', price_final_usd: null }),
      buildAuction({ id: 6, estimate_low_usd: 1_000 }),
      buildAuction({ id: 7, estimate_low_usd: 0, estimate_high_usd: 5 }),
    ]);
  });
  afterAll(() => api?.close());
  const ask = async (query: string): Promise<Body> => (await get(api.url, '/api/ext/estimates', query)).body;

  it('hammer prices are compared with estimates, and the response counts the lots left out', async () => {
    const { data, meta } = await ask('');
    expect(data).toMatchObject({
      ...{ lots: 4, sold_lots: 3, unsold_lots: 1, n: 2, sell_through_rate: 0.75 },
      ...{ below: { lots: 0 }, within: { lots: 2, share: 1 }, above: { lots: 0 } },
      price_to_low: { median: 1.5, p25: 1.25, median_low: null },
      groups: [{ estimate_band: '1000-5000', lots: 4 }],
    });
    expect(meta).toMatchObject({
      left_out: { lots: 1, reason: 'their hammer price is not known' },
      ...{ lots_without_estimates: 2, total_groups: 1, ungrouped_lots: 0 },
    });
  });

  it('prices with buyer’s premium are compared separately', async () => {
    const { data, meta } = await ask('basis=premium');
    expect(data).toMatchObject({ n: 2, below: { lots: 1 }, within: { lots: 0 }, above: { lots: 1 } });
    expect(meta.left_out.lots).toBe(1);
  });

  it('published prices are refused, because they mix both bases', async () => {
    const { status, body } = await get(api.url, '/api/ext/estimates', 'basis=published');
    expect([status, body.error.details[0].allowed]).toEqual([400, ['hammer', 'premium']]);
  });

  it('the figures are null when no lot matches', async () => {
    const { data } = await ask('year=1999');
    expect(data).toMatchObject({ lots: 0, n: 0, groups: [], below: { share: null, low: null } });
    expect(data.price_to_low.median).toBeNull();
  });
});

type Figures = Record<string, unknown>;

const anyGrouping = fc.shuffledSubarray(['estimate_band', 'auction_house', 'gem_type', 'year'], {
  minLength: 1,
  maxLength: 2,
});
const bands = [0, 1_000, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000, Infinity];
const keys: Record<string, (lot: AuctionRecord) => string | number | null> = {
  estimate_band: ({ estimate_low_usd: low }) => {
    const place = bands.findLastIndex((from) => from <= low!);
    return `${bands[place]}-${place < bands.length - 2 ? bands[place + 1] : ''}`;
  },
  auction_house: ({ auction_house }) => auction_house,
  gem_type: ({ gem_type }) => gem_type,
  year: ({ auction_date }) => auction_date && Number(auction_date.slice(0, 4)),
};
const ranks = medianRanks(4000);
/** Published with 6 decimals, of which the last may differ. */
const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 5));

/** All figures of docs/price-intelligence.md by their definitions. */
function plainEstimates(lots: AuctionRecord[], field: 'price_hammer_usd' | 'price_premium_usd'): Figures {
  const priced = lots.filter((lot) => lot[field] !== null);
  const [sold, unsold] = ['sold', 'unsold'].map(
    (status) => lots.filter(({ sale_status }) => sale_status === status).length,
  ) as [number, number];
  const n = priced.length;
  const low = (lot: AuctionRecord) => lot.estimate_low_usd!;
  const high = (lot: AuctionRecord) => lot.estimate_high_usd!;
  const at = {
    below: priced.filter((lot) => lot[field]! < low(lot)).length,
    above: priced.filter((lot) => lot[field]! > high(lot)).length,
  };
  const share = (count: number) => ({ lots: count, ...plainShare(count, n) });
  const ratios = (middle: (lot: AuctionRecord) => number) => {
    const sorted = priced.map((lot) => lot[field]! / middle(lot)).toSorted((a, b) => a - b);
    const valueAt = (position: number) => {
      if (n === 0) return null;
      const [from, to] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
      return near(from === to ? from : from + (position % 1) * (to - from));
    };
    const quantile = (q: number) => valueAt(q * (n - 1));
    const rank = n < 6 ? undefined : ranks[n]!;
    return {
      ...{ p25: quantile(0.25), median: quantile(0.5), p75: quantile(0.75) },
      median_low: rank === undefined ? null : valueAt(rank - 1),
      median_high: rank === undefined ? null : valueAt(n - rank),
    };
  };
  return {
    ...{ lots: lots.length, sold_lots: sold, unsold_lots: unsold, n, low_sample: n < 5 },
    ...{ below: share(at.below), above: share(at.above), within: share(n - at.below - at.above) },
    price_to_low: ratios(low),
    price_to_middle: ratios((lot) => (low(lot) + high(lot)) / 2),
  };
}

/** Wilson's ends p have (share − p)² = z²·p·(1 − p) ÷ n. */
function plainShare(count: number, n: number) {
  if (n === 0) return { share: null, low: null, high: null };
  const [share, spread] = [count / n, 1.959963984540054 ** 2 / n];
  const [a, b] = [1 + spread, -(2 * share + spread)];
  const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * share ** 2));
  return { share: near(share), low: near((-b - root) / (2 * a)), high: near((-b + root) / (2 * a)) };
}

it('every figure agrees with a plain computation, over all lots and by group', async () => {
  const anyBasis = fc.constantFrom('hammer', 'premium');
  await fc.assert(
    fc.asyncProperty(anyFilters, anyBasis, anyGrouping, async (filters, basis, groupBy) => {
      const field = basis === 'hammer' ? 'price_hammer_usd' : 'price_premium_usd';
      const lots = corpus.meeting(filters);
      const usable = lots.filter(
        ({ estimate_low_usd: low, estimate_high_usd: high }) =>
          low !== null && high !== null && low > 0 && high >= low,
      );
      const query = { ...filters, basis, group_by: groupBy.join(), limit: '1000' };
      const { data, meta } = (await get(corpus.url, '/api/ext/estimates', query)).body;
      expect(data).toMatchObject(plainEstimates(usable, field));
      const keyOf = (lot: Body) => groupBy.map((name) => keys[name]!(lot));
      const groups = Map.groupBy(
        usable.filter((lot) => !keyOf(lot).includes(null)),
        (lot) => keyOf(lot).join('|'),
      );
      expect(meta.total_groups).toBe(groups.size);
      for (const group of data.groups) {
        const some = groups.get(groupBy.map((name) => group[name]).join('|'))!;
        expect(group).toMatchObject(plainEstimates(some, field));
      }
      const sizes = data.groups.map((group: Body) => group.lots);
      expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
    }),
  );
});
