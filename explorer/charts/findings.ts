import { percent, periodName, tenth, usdShort } from '../page/format.ts';
import type { IndexPeriod, MarketGroup, PriceIndex, TrendPeriod } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';
import { firstUnfinished } from './period-ticks.ts';

/** A headline; if generated lots are among the lots that it is about, it says so first. */
export const headline = (finding: string, syntheticLots = 0): string =>
  syntheticLots > 0 ? chartsText.withSamples(finding) : finding;

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
  words: typeof chartsText.change = chartsText.change,
): string | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return undefined;
  const change = last.value / first.value - 1;
  const span = [periodName(first.period), periodName(last.period)] as const;
  if (Math.abs(change) < leastChange) return words.flat(what, ...span);
  return words[change > 0 ? 'up' : 'down'](what, percent(Math.abs(change)), ...span);
}

/** A change of a price index, as shares of the earlier price. */
interface IndexChange {
  claim: string;
  /** The period that is compared with the base. */
  period: IndexPeriod;
  share: number;
  /** The change of the plain median over the same time; 0 if it is not known. */
  median: number;
}

/**
 * The change of a price index between its base and the last complete period with an index, or the first one if the base is
 * the last. A change is claimed only if its 95% interval excludes the base. Undefined without two such periods.
 */
export function indexFinding(
  subject: string,
  { periods, base }: Pick<PriceIndex, 'periods' | 'base'>,
  asOf: string,
): IndexChange | undefined {
  const over = firstUnfinished(
    periods.map(({ period }) => period),
    asOf,
  );
  const known = periods
    .slice(0, over)
    .filter(({ index, low, high, period }) => period !== base && index && low && high);
  const period = known.findLast((one) => one.period > (base ?? '')) ?? known[0];
  if (base === null || !period) return undefined;
  const isAfter = period.period > base;
  const shareOf = (index: number) => (isAfter ? index / 100 : 100 / index) - 1;
  const share = shareOf(period.index!);
  const span = [base, period.period].toSorted().map(periodName) as [string, string];
  const words = chartsText.index;
  const claim =
    period.low! <= 100 && period.high! >= 100
      ? words.unclear(subject, ...span)
      : chartsText.change[share > 0 ? 'up' : 'down'](
          words.prices(subject),
          percent(Math.abs(share)),
          ...span,
        );
  return { claim, period, share, median: period.median_index ? shareOf(period.median_index) : 0 };
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
  const name = ({ carat_band }: MarketGroup) => text.chips.carats(text.market.band(carat_band!));
  return chartsText.heat.bySize(gem, name(dear), name(cheap), tenth(medianOf(dear) / medianOf(cheap)));
}
