import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  premiumSchedules,
  scheduleOf,
  withoutPremium,
  withPremium,
} from '../../../../ingest/record/complete-prices.ts';
import { auctionHouses } from '../../../../mappings/vocabulary/index.ts';

const nameOf = ({ house, from, currency }: (typeof premiumSchedules)[number]) =>
  `${house} ${from} ${currency}`;

describe('schedules of buyer’s premium', () => {
  it('the schedules cover five houses by their canonical names, each with a source', () => {
    const houses = new Set(premiumSchedules.map(({ house }) => house));
    expect([...houses]).toEqual(["Christie's", "Sotheby's", 'Bonhams', 'Phillips', 'Heritage Auctions']);
    for (const house of houses) expect(auctionHouses.canonical(house)).toBe(house);
    for (const { source, from, until, brackets } of premiumSchedules) {
      expect(source).toMatch(/^https?:\/\/\S+$/);
      expect(from < until).toBe(true);
      const ends = brackets.map(({ upTo }) => upTo);
      expect([...ends].sort((a, b) => a - b)).toEqual(ends);
      expect(ends.at(-1)).toBe(Number.POSITIVE_INFINITY);
    }
  });

  it('schedules of one house and currency never overlap in time', () => {
    const overlapping = premiumSchedules.flatMap((one, place) =>
      premiumSchedules
        .slice(place + 1)
        .filter((two) => two.house === one.house && two.currency === one.currency)
        .filter((two) => one.from < two.until && two.from < one.until)
        .map((two) => [nameOf(one), nameOf(two)]),
    );
    expect(overlapping).toEqual([]);
  });

  it.each(premiumSchedules.map((schedule) => [nameOf(schedule), schedule] as const))(
    '%s: the hammer price is recovered from the price with premium, at the edge of every bracket',
    (_name, { brackets }) => {
      const edges = brackets.map(({ upTo }) => (Number.isFinite(upTo) ? upTo : 900_000_000));
      const near = [0, 1, ...edges.flatMap((edge) => [edge - 1, edge, edge + 1])];
      for (const hammer of near) expect(withoutPremium(withPremium(hammer, brackets), brackets)).toBe(hammer);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (hammer) => {
          expect(withoutPremium(withPremium(hammer, brackets), brackets)).toBe(hammer);
        }),
      );
    },
  );
});

const pairs = readFileSync(new URL('published-pairs.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [house, day, currency, hammer, total, rounding, source] = line.split(',') as string[];
    return {
      house,
      day,
      currency,
      hammer: Number(hammer),
      total: Number(total),
      rounding: Number(rounding),
      source,
    };
  });

it.each(pairs)('$house, $day: $currency $hammer is $total with premium, as $source says', (pair) => {
  const sale = {
    auction_house: pair.house!,
    auction_date: pair.day!,
    auction_date_precision: 'day' as const,
  };
  const { brackets } = scheduleOf(sale, pair.currency!)!;
  expect(Math.abs(withPremium(pair.hammer, brackets) - pair.total)).toBeLessThanOrEqual(pair.rounding);
  if (pair.rounding === 0) expect(withoutPremium(pair.total, brackets)).toBe(pair.hammer);
});

describe('the premium schedule of a sale', () => {
  const at = (day: string, precision: 'day' | 'month' | 'year' | null = 'day', house = "Christie's") =>
    scheduleOf({ auction_house: house, auction_date: day, auction_date_precision: precision }, 'USD')?.from;

  it('a new schedule applies from its first day on', () => {
    expect([at('2017-09-10'), at('2017-09-11')]).toEqual(['2016-09-19', '2017-09-11']);
  });

  it('a month or year in which the schedule changed has no schedule', () => {
    expect([at('2017-09-01', 'month'), at('2017-08-01', 'month')]).toEqual([undefined, '2016-09-19']);
    expect([at('2017-01-01', 'year'), at('2018-01-01', 'year')]).toEqual([undefined, '2017-09-11']);
  });

  it('a sale without a published schedule has none', () => {
    expect([at('1999-05-01'), at('2022-05-01'), at('2018-01-01', 'day', 'Dorotheum')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
