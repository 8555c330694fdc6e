import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { rounded } from '../../../../support/plain-statistics.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { corpus } from '../../../../support/world/world.ts';

const path = '/api/ext/coverage';

/** The value of each grouping. */
const keys = {
  auction_house: (lot: AuctionRecord) => lot.auction_house,
  gem_type: (lot: AuctionRecord) => lot.gem_type,
  year: (lot: AuctionRecord) => lot.auction_date && Number(lot.auction_date.slice(0, 4)),
};
type Grouping = keyof typeof keys;

function plainCoverage(lots: readonly AuctionRecord[]) {
  const sold = lots.filter(({ sale_status }) => sale_status === 'sold');
  const known = (of: (lot: AuctionRecord) => unknown, among = lots) => {
    const n = lots.filter((lot) => of(lot) !== null).length;
    return { lots: n, share: among.length === 0 ? null : rounded(BigInt(n), BigInt(among.length), 6) };
  };
  const hasEstimates = ({ estimate_low_usd: low, estimate_high_usd: high }: AuctionRecord) =>
    low !== null && high !== null && low > 0 && high >= low ? true : null;
  return {
    lots: lots.length,
    sold_lots: sold.length,
    newest_sale:
      lots
        .flatMap(({ auction_date }) => auction_date ?? [])
        .toSorted()
        .at(-1) ?? null,
    status: known(({ is_sold }) => is_sold),
    weight: known(({ carat }) => carat),
    origin: known(({ origin }) => origin),
    treatment: known(({ treatment }) => treatment),
    estimates: known(hasEstimates),
    price: known(({ price_final_usd }) => price_final_usd, sold),
    price_hammer: known(({ price_hammer_usd }) => price_hammer_usd, sold),
    price_premium: known(({ price_premium_usd }) => price_premium_usd, sold),
  };
}

/** Names ascending, the newest year first, unknown values last. */
function inOrder(groups: [key: (string | number | null)[], AuctionRecord[]][]) {
  return groups.toSorted(([a], [b]) => {
    const place = a.findIndex((value, i) => value !== b[i]);
    const [x, y] = [a[place]!, b[place]!];
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * (typeof x === 'number' ? -1 : 1);
  });
}

test('every count and share of coverage agrees with a plain computation, over all lots and by group', async () => {
  const anyGrouping = fc.shuffledSubarray(Object.keys(keys) as Grouping[], { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(anyFilters, anyGrouping, async (filters, groupBy) => {
      const lots = corpus.meeting(filters);
      const groups = Map.groupBy(lots, (lot) => JSON.stringify(groupBy.map((name) => keys[name](lot))));
      const expected = inOrder([...groups].map(([key, some]) => [JSON.parse(key), some]));
      const query = { ...filters, group_by: groupBy.join(), limit: '1000' };
      const { data, meta } = (await get(corpus.url, path, query)).body;
      expect(data).toEqual({
        ...plainCoverage(lots),
        groups: expected.map(([key, some]) => ({
          ...Object.fromEntries(groupBy.map((name, i) => [name, key[i]])),
          ...plainCoverage(some),
        })),
      });
      expect(meta).toMatchObject({
        total_groups: expected.length,
        synthetic_lots: lots.filter(({ is_synthetic }) => is_synthetic).length,
      });
    }),
  );
});

test('coverage by another field than house, year and gem is refused', () =>
  expectRefused(corpus.url, path, [['group_by=origin', 'group_by']]));
