import type { Rate } from '../profile/profile.ts';

/** A rate as it applies to a sale. */
export interface AppliedRate {
  usdPerUnit: number;
  /** Day from which on the rate holds. */
  date: string;
}

/** The rate of a currency on a day (YYYY-MM-DD): the last one at or before it; undefined when there is none. */
export type RateTable = (currency: string, day: string) => AppliedRate | undefined;

/** Prepares rates for look-up. A US dollar is a US dollar, whatever the rates say. */
export function rateTable(rates: readonly Rate[]): RateTable {
  const byCurrency = new Map<string, Rate[]>();
  for (const rate of rates) {
    const list = byCurrency.get(rate.currency);
    if (list) list.push(rate);
    else byCurrency.set(rate.currency, [rate]);
  }
  // Of two rates for one day the later in the file counts: the sort keeps their order.
  for (const list of byCurrency.values())
    list.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

  return (currency, day) => {
    if (currency === 'USD') return { usdPerUnit: 1, date: day };
    const list = byCurrency.get(currency) ?? [];
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle]!.date <= day) low = middle + 1;
      else high = middle;
    }
    const rate = list[low - 1];
    return rate && { usdPerUnit: rate.usd_per_unit, date: rate.date };
  };
}
