import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceFieldOf } from '../../../../../mappings/price-amounts.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { pricePerCarat } from '../../../../../mappings/round.ts';
import { cpiMonths, cpiOfMonth, newestCpiMonth } from '../../../../../mappings/us-cpi.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import type { Body } from '../../../../support/get.ts';
import { medianRanks } from '../../../../support/median-ranks.ts';
import { plainRanking } from '../../../../support/plain-lists.ts';
import { plainMarket, plainStats, plainTrends } from '../../../../support/plain-statistics.ts';
import { corpus } from '../../../../support/world/world.ts';

/** Groups without their filters, and without the number of lots whose published price has a known basis. */
const comparable = (groups: Body[]) =>
  groups.map(({ filter: _filter, known_basis_lots: _lots, ...group }) => group);

test('statistics and rankings of a basis agree with a plain computation over prices of this basis', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilters, fc.constantFrom('hammer', 'premium'), async (filters, basis) => {
      const field = `price_${basis}_usd` as const;
      const atBasis = (lot: AuctionRecord): AuctionRecord => {
        const price = lot[field];
        const perCarat = price === null || lot.carat === null ? null : pricePerCarat(price, lot.carat);
        return { ...lot, price_final_usd: price, price_per_carat_usd: perCarat };
      };
      const lots = corpus.meeting(filters).map(atBasis);
      const ask = (path: string, query: Record<string, string> = {}) =>
        corpus.ask(path, { ...filters, basis, ...query });
      const stats = await ask('stats');
      expect(stats.data).toEqual(plainStats(lots));
      const priced = lots.filter(({ price_final_usd: price }) => price !== null);
      const ofBasis = (name: string) => priced.filter(({ price_basis }) => price_basis === name).length;
      expect(stats.meta.prices).toMatchObject({
        basis,
        of_hammer_lots: ofBasis('hammer'),
        of_premium_lots: ofBasis('premium'),
        left_out: lots.filter(({ is_sold }) => is_sold).length - priced.length,
      });
      const market = await ask('stats/market', { group_by: 'origin', limit: '1000', sort: 'lots' });
      const { groups } = plainMarket(lots, ['origin']);
      expect(comparable(market.data)).toEqual(expect.arrayContaining(comparable(groups)));
      expect(market.data.length).toBe(groups.length);
      expect((await ask('stats/trends', { interval: 'year' })).data).toEqual(plainTrends(lots, 'year'));
      const { data } = await ask('rankings/price-per-carat', { limit: '100' });
      const ranks = data.map(({ id, rank }: Body) => [id, rank]);
      const ranked = corpus.ranked(filters).map(atBasis);
      expect(ranks).toEqual(plainRanking(ranked, 'price_per_carat_usd').slice(0, 100));
    }),
  );
});

/** The consumer price index of the month of a sale, of the newest month for later sales, or the mean of the year of a sale known by year. */
function cpiOf({ auction_date: day, auction_date_precision: precision }: AuctionRecord): number | undefined {
  if (day === null || day < `${cpiMonths[0]}-01`) return undefined;
  const ofYear = cpiMonths.filter((month) => month.startsWith(day.slice(0, 4)));
  if (precision === 'year' && ofYear.length > 0)
    return ofYear.reduce((sum, month) => sum + cpiOfMonth(month)!, 0) / ofYear.length;
  return cpiOfMonth(cpiMonths.findLast((month) => month <= day.slice(0, 7))!);
}

const ranks = medianRanks(4000);

/** A summary of any numbers. Both sides compute in doubles, so the last digits may differ. */
function summaryOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const near = (value: number | undefined) =>
    value === undefined ? null : expect.closeTo(value, value < 1e6 ? 3 : 0);
  const quantile = (q: number) => {
    const [place, share] = [Math.floor(q * (n - 1)), (q * (n - 1)) % 1];
    return n === 0 ? undefined : sorted[place]! + share * ((sorted[place + 1] ?? 0) - sorted[place]!);
  };
  return {
    n,
    min: near(sorted[0]),
    max: near(sorted.at(-1)),
    mean: near(n === 0 ? undefined : sorted.reduce((sum, value) => sum + value / n, 0)),
    p10: near(quantile(0.1)),
    median: near(quantile(0.5)),
    p90: near(quantile(0.9)),
    median_low: near(n < 6 ? undefined : sorted[ranks[n]! - 1]),
    median_high: near(n < 6 ? undefined : sorted[n - ranks[n]!]),
  };
}

test('real dollars are prices divided by the consumer price index of their sale', async () => {
  const anyBase = fc.constantFrom('1913-01', '1983-07', newestCpiMonth);
  const anyBasis = fc.constantFrom('published', 'hammer', 'premium');
  await fc.assert(
    fc.asyncProperty(anyFilters, anyBase, anyBasis, async (filters, base, basis) => {
      const lots = corpus.meeting(filters).flatMap((lot) => {
        const [price, level] = [lot[priceFieldOf[basis]], cpiOf(lot)];
        return price === null || !level ? [] : [{ lot, value: (price * cpiOfMonth(base)!) / level }];
      });
      const expected = (of: (lot: AuctionRecord) => boolean) => ({
        price_usd: summaryOf(lots.filter(({ lot }) => of(lot)).map(({ value }) => value)),
        price_per_carat_usd: summaryOf(
          lots
            .filter(({ lot }) => of(lot) && lot.carat !== null && !lot.flags.includes('MULTI_STONE'))
            .map(({ lot, value }) => value / lot.carat!),
        ),
      });
      const query = { ...filters, dollars: 'real', base, basis };
      const { data, meta } = await corpus.ask('stats', query);
      expect(data).toMatchObject(expected(() => true));
      expect(meta.prices).toMatchObject({
        dollars: 'real',
        deflator: { base, newest_month: newestCpiMonth },
      });
      const groups = (await corpus.ask('stats/market', { ...query, group_by: 'origin', limit: '1000' })).data;
      for (const group of groups)
        expect(group).toMatchObject(expected(({ origin }) => origin === group.origin));
      for (const period of (await corpus.ask('stats/trends', { ...query, interval: 'year' })).data)
        if (period.lots > 0)
          expect(period).toMatchObject(expected(({ auction_date: day }) => !!day?.startsWith(period.period)));
    }),
  );
});
