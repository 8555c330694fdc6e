import { percent, usdShort } from '../page/format.ts';
import type { MarketGroup, TrendPeriod } from '../service/answers.ts';
import { chartsText } from '../text/charts-text.ts';

/** A value of a period that a headline may compare. */
export interface Point {
  period: string;
  value: number;
}

/** A smaller change is none. */
const leastChange = 0.03;

/** What happened from the first to the last value, in words; nothing with fewer than two. */
export function changeFinding(what: string, points: readonly Point[]): string | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return undefined;
  const change = last.value / first.value - 1;
  const words = chartsText.change;
  if (Math.abs(change) < leastChange) return words.flat(what, first.period, last.period);
  return words[change > 0 ? 'up' : 'down'](what, percent(Math.abs(change)), first.period, last.period);
}

/** The medians of periods that are over and have enough lots. */
export function reliableMedians(periods: readonly TrendPeriod[], unfinished: number): Point[] {
  return periods
    .slice(0, unfinished)
    .filter(({ low_sample, price_per_carat_usd: { median } }) => !low_sample && median !== null)
    .map(({ period, price_per_carat_usd: { median } }) => ({ period, value: median! }));
}

/** The share that sold in the last period that is over. */
export function rateFinding(periods: readonly TrendPeriod[], unfinished: number): string | undefined {
  const last = periods
    .slice(0, unfinished)
    .findLast(({ sell_through_rate: rate, low_sample }) => rate !== null && !low_sample);
  return last && chartsText.sold(percent(last.sell_through_rate), last.period);
}

/** The group with the highest median, among those with enough lots. */
export function dearestFinding(
  groups: readonly MarketGroup[],
  field: 'origin' | 'auction_house',
): string | undefined {
  const reliable = groups.filter(
    ({ low_sample, price_per_carat_usd }) => !low_sample && price_per_carat_usd.median,
  );
  const [first, second] = reliable.toSorted(
    (a, b) => b.price_per_carat_usd.median! - a.price_per_carat_usd.median!,
  );
  if (!first || !second) return undefined;
  const { median, median_low: low } = first.price_per_carat_usd;
  // Where the intervals overlap, the order may be chance.
  if (low === null || low <= (second.price_per_carat_usd.median_high ?? 0)) return undefined;
  return chartsText.dearest(first[field]!, usdShort(median));
}
