import { percent, periodName } from '../page/format.ts';
import type { IndexPeriod, PriceIndex } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { firstUnfinished } from './shown-periods.ts';

/** A headline; if generated lots are among the lots that it is about, it says so first. */
export const withSamples = (finding: string, syntheticLots = 0): string =>
  syntheticLots > 0 ? text.findings.withSamples(finding) : finding;

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
  const words = text.findings;
  const claim =
    period.low! <= 100 && period.high! >= 100
      ? words.unclear(subject, ...span)
      : words[share > 0 ? 'up' : 'down'](words.prices(subject), percent(Math.abs(share)), ...span);
  return { claim, period, share, median: period.median_index ? shareOf(period.median_index) : 0 };
}
