import type { Rate } from '../profile/profile.ts';

/** A rate as it applies to a sale. */
interface AppliedRate {
  usdPerUnit: number;
  /** Day from which on the rate holds. */
  date: string;
}

/** The rate of a currency on a day (YYYY-MM-DD): the last one at or before it; undefined when there is none. */
export type RateTable = (currency: string, day: string) => AppliedRate | undefined;

/** Prepares rates for look-up. A US dollar is a US dollar, whatever the rates say. */
export function rateTable(rates: readonly Rate[]): RateTable {
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  // Of two rates for one day the later in the file counts: the sort keeps their order.
  for (const list of byCurrency.values())
    list.sort((a, b) => Number(a.date > b.date) - Number(a.date < b.date));

  return (currency, day) => {
    if (currency === 'USD') return { usdPerUnit: 1, date: day };
    // Of the 20,000 rates that a profile may have, a currency has a few hundred.
    const rate = byCurrency.get(currency)?.findLast(({ date }) => date <= day);
    return rate && { usdPerUnit: rate.usd_per_unit, date: rate.date };
  };
}
