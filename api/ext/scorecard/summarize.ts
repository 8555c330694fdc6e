import { round } from '../../../mappings/round.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import type { BacktestFigures, ScoredGem } from './scored-gem.ts';

/** A published estimate of a lot, its range, and the price at which the lot sold; all above 0, in US dollars. */
export interface Valuation {
  price: number;
  estimate: number;
  low: number;
  high: number;
}

export type Revision = ScoredGem['index']['revisions'][number];

export function summarizeValuations(valuations: readonly Valuation[]): BacktestFigures {
  const each = <T>(of: (valuation: Valuation) => T) => valuations.map(of);
  const logErrors = each(({ estimate, price }) => Math.log(estimate / price));
  return {
    n: valuations.length,
    median_absolute_percentage_error: published(
      median(each(({ estimate, price }) => Math.abs(estimate / price - 1))),
    ),
    mean_absolute_log_error: published(mean(logErrors.map(Math.abs))),
    coverage: published(mean(each(({ price, low, high }) => Number(low <= price && price <= high)))),
    width: published(median(each(({ low, high }) => high / low))),
    bias: published(median(logErrors)),
  };
}

export function summarizeRevisions(
  revisions: readonly Revision[],
): Omit<ScoredGem['index'], 'grade' | 'revisions'> {
  const logs = revisions.map(({ first, now }) => Math.abs(Math.log((1 + first) / (1 + now))));
  const withInterval = revisions.filter(
    ({ first_low, first_high }) => first_low !== null && first_high !== null,
  );
  const isWithin = ({ now, first_low, first_high }: Revision) =>
    Number(first_low! <= now && now <= first_high!);
  return {
    periods: revisions.length,
    mean_absolute_revision: published(mean(logs)),
    coverage: published(mean(withInterval.map(isWithin))),
  };
}

const published = (value: number | null) => (value === null ? null : round(value, estimateDecimals));

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle value, or the mean of the two in the middle. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(values.length / 2) - 1, Math.floor(values.length / 2) + 1);
  return mean(middle);
}
