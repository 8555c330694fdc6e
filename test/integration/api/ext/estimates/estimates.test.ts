import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { medianRanks } from '../../../../support/median-ranks.ts';
import { corpus } from '../../../../support/world/world.ts';

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
      const sold = usable.filter(({ sale_status }) => sale_status === 'sold');
      expect(meta).toMatchObject({
        left_out: { lots: sold.filter((lot) => lot[field] === null).length },
        lots_without_estimates: lots.length - usable.length,
        total_groups: groups.size,
        ungrouped_lots: usable.filter((lot) => keyOf(lot).includes(null)).length,
      });
      for (const group of data.groups) {
        const some = groups.get(groupBy.map((name) => group[name]).join('|'))!;
        expect(group).toMatchObject(plainEstimates(some, field));
      }
      const sizes = data.groups.map((group: Body) => group.lots);
      expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
    }),
  );
});

it('published prices are refused, because they mix both bases', async () => {
  const { status, body } = await get(corpus.url, '/api/ext/estimates', 'basis=published');
  expect([status, body.error.details[0].allowed]).toEqual([400, ['hammer', 'premium']]);
});
