import { describe, expect, it } from 'vitest';
import { saleCalendar } from '../../../../local/samples/sale-calendar.ts';

describe('saleCalendar', () => {
  const sales = saleCalendar('2005-01-01', '2026-06-30');

  it('sales of the requested time are listed, oldest first', () => {
    const dates = sales.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort());
    expect(dates[0]! >= '2005-01-01' && dates.at(-1)! <= '2026-06-30').toBe(true);
  });

  it('sales are in Geneva in May and November, and in Hong Kong in spring and autumn', () => {
    const months = (place: string) =>
      new Set(
        sales
          .filter(({ location, stature }) => location === place && stature >= 1.4)
          .map(({ date }) => date.slice(5, 7)),
      );
    expect(months('Geneva')).toEqual(new Set(['05', '11']));
    expect(months('Hong Kong')).toEqual(new Set(['04', '05', '10', '11']));
  });
});
