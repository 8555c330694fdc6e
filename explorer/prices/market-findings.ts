import { chartsText } from '../charts/charts-text.ts';
import { percent, periodName, tenth, usdShort } from '../page/format.ts';
import type { MarketGroup, TrendPeriod } from '../service/answers.ts';
import { text } from '../text/text.ts';

/** A value of a period that a headline may compare. */
export interface Point {
  period: string;
  value: number;
}

/** Smaller changes are called "changed little". */
const leastChange = 0.03;

/** The change from the first to the last value in words; undefined with fewer than two values. */
export function changeFinding(
  what: string,
  points: readonly Point[],
  words: Pick<typeof text.findings, 'up' | 'down' | 'flat'> = text.findings,
): string | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return undefined;
  const change = last.value / first.value - 1;
  const span = [periodName(first.period), periodName(last.period)] as const;
  if (Math.abs(change) < leastChange) return words.flat(what, ...span);
  return words[change > 0 ? 'up' : 'down'](what, percent(Math.abs(change)), ...span);
}

/** The medians of complete periods with enough lots. */
export function reliableMedians(periods: readonly TrendPeriod[], unfinished: number): Point[] {
  return periods
    .slice(0, unfinished)
    .filter(({ low_sample, price_per_carat_usd: { median } }) => !low_sample && median !== null)
    .map(({ period, price_per_carat_usd: { median } }) => ({ period, value: median! }));
}

/** The sell-through rate of the last complete period. */
export function rateFinding(periods: readonly TrendPeriod[], unfinished: number): string | undefined {
  const last = periods
    .slice(0, unfinished)
    .findLast(({ sell_through_rate: rate, low_sample }) => rate !== null && !low_sample);
  return last && chartsText.sold(percent(last.sell_through_rate), periodName(last.period));
}

/** The group with the highest median, among those with enough lots. */
export function highestMedian(
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
  // If the intervals overlap, the order may be chance.
  if (low === null || low <= (second.price_per_carat_usd.median_high ?? 0)) return undefined;
  return chartsText.dearest(first[field]!, usdShort(median));
}

/**
 * For several gems: the gem with the highest median in most weight classes. For one gem: the ratio of its highest to its
 * lowest class. A median counts as higher only if the intervals do not overlap.
 */
export function heatFinding(groups: readonly MarketGroup[]): string | undefined {
  const reliable = groups.filter(
    ({ low_sample, price_per_carat_usd: { median, median_low, median_high } }) =>
      !low_sample && median && median_low !== null && median_high !== null,
  );
  const gems = new Set(reliable.map(({ gem_type }) => gem_type!));
  return gems.size === 1 ? classFinding([...gems][0]!, reliable) : gemFinding(reliable);
}

const lowOf = ({ price_per_carat_usd: price }: MarketGroup) => price.median_low!;
const highOf = ({ price_per_carat_usd: price }: MarketGroup) => price.median_high!;
const medianOf = ({ price_per_carat_usd: price }: MarketGroup) => price.median!;

/** Classes with one gem are ignored. A gem must lead in more than half of the other classes. */
function gemFinding(groups: readonly MarketGroup[]): string | undefined {
  const classes = [...Map.groupBy(groups, ({ carat_band }) => carat_band!).values()].filter(
    ({ length }) => length > 1,
  );
  const leaders = classes.flatMap((ofClass) =>
    ofClass.filter((one) => ofClass.every((other) => other === one || lowOf(one) > highOf(other))),
  );
  const led = [...Map.groupBy(leaders, ({ gem_type }) => gem_type!)];
  const most = led.find(([, { length }]) => length > classes.length / 2);
  return most && chartsText.heat.leads(most[0], String(most[1].length), String(classes.length));
}

function classFinding(gem: string, groups: readonly MarketGroup[]): string | undefined {
  const sorted = groups.toSorted((a, b) => medianOf(b) - medianOf(a));
  const [dear, cheap] = [sorted[0]!, sorted.at(-1)!];
  if (lowOf(dear) <= highOf(cheap)) return undefined;
  const name = ({ carat_band }: MarketGroup) => text.chips.carats(text.band(carat_band!));
  return chartsText.heat.bySize(gem, name(dear), name(cheap), tenth(medianOf(dear) / medianOf(cheap)));
}
