import { round } from '../../../mappings/round.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import type { PriceIndex } from '../price-index/index-figures.ts';
import { revisionStabilityOf } from './letter-grade.ts';
import type { RouteCalls } from './route-calls.ts';
import { notMeasured, type ScoredGem } from './scored-gem.ts';
import { type Revision, summarizeRevisions } from './summarize.ts';
import { nameOfYear, type TradedGem } from './traded-gems.ts';

/**
 * Compares the change of each complete year as first published, at its end, with the present one.
 * @param years oldest first; the last one is not complete, or has no later sales
 */
export async function backtestIndex(
  gem: TradedGem,
  years: readonly number[],
  { calls, checkpoint }: { calls: RouteCalls; checkpoint(): Promise<void> },
): Promise<ScoredGem['index']> {
  const revisions: Revision[] = [];
  const present = await calls.priceIndex(gem.filter);
  for (const year of years.slice(0, -1)) {
    const now = present && changeIn(present, year);
    if (now === undefined) continue;
    await checkpoint();
    const [base, to] = [nameOfYear(year - 1), nameOfYear(year)];
    const atItsEnd = await calls.priceIndex({ ...gem.filter, date_to: `${to}-12-31`, base });
    const { index, low, high } = atItsEnd?.periods.find(({ period }) => period === to) ?? {};
    if (index) {
      const [first, first_low, first_high] = [index, low, high].map((one) => changeFrom100(one ?? null));
      revisions.push({ period: to, first: first!, first_low: first_low!, first_high: first_high!, now });
    }
  }
  const figures = summarizeRevisions(revisions);
  return {
    revision_stability: revisionStabilityOf(figures),
    not_measured: notMeasured,
    ...figures,
    revisions,
  };
}

const changeFrom100 = (index: number | null) =>
  index === null ? null : round(index / 100 - 1, estimateDecimals);

/** The relative change of an index in a year; undefined where it has no value of this year or the one before. */
function changeIn({ periods }: PriceIndex, year: number): number | undefined {
  const [before, after] = [year - 1, year].map(
    (wanted) => periods.find(({ period }) => period === nameOfYear(wanted))?.index,
  );
  return before && after ? round(after / before - 1, estimateDecimals) : undefined;
}
