import { describe, expect, it } from 'vitest';
import { saleCalendar } from '../../../../local/samples/sale-calendar.ts';
import { auctionHouses } from '../../../../mappings/vocabulary/index.ts';

describe('saleCalendar', () => {
  const sales = saleCalendar('2005-01-01', '2026-06-30');

  it('lists the sales of the time asked for, oldest first', () => {
    const dates = sales.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
    expect(dates[0]! >= '2005-01-01' && dates.at(-1)! <= '2026-06-30').toBe(true);
  });

  it('falls on real days and on the weekday of the season', () => {
    for (const { date } of sales) expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
    const geneva = sales.filter(({ house, location }) => house === "Christie's" && location === 'Geneva');
    expect(geneva.map(({ date }) => new Date(date).getUTCDay())).toEqual(geneva.map(() => 3));
  });

  it('goes to Geneva in May and November, and to Hong Kong in spring and autumn', () => {
    const months = (place: string) =>
      new Set(
        sales
          .filter(({ location, stature }) => location === place && stature >= 1.4)
          .map(({ date }) => date.slice(5, 7)),
      );
    expect(months('Geneva')).toEqual(new Set(['05', '11']));
    expect(months('Hong Kong')).toEqual(new Set(['04', '05', '10', '11']));
  });

  it('knows no house before its time, and every house by its canonical name', () => {
    expect(sales.filter(({ house, year }) => house === 'Poly Auction' && year < 2012)).toEqual([]);
    for (const { house } of sales) expect(auctionHouses.canonical(house)).toBe(house);
  });
});
