import { round } from '../../../mappings/round.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { reachOf } from '../regression/quantiles.ts';
import type { BacktestFigures, ScoredGem } from './scored-gem.ts';

/** A published estimate of a lot, its range, and the price at which the lot sold; all above 0, in US dollars. */
export interface Valuation {
  price: number;
  estimate: number;
  low: number;
  high: number;
  /** Names the sale of the lot: lots of one sale miss alike. */
  sale: string;
}

export type Revision = ScoredGem['index']['revisions'][number];

export function summarizeValuations(valuations: readonly Valuation[]): BacktestFigures {
  const each = <T>(of: (valuation: Valuation) => T) => valuations.map(of);
  const logErrors = each(({ estimate, price }) => Math.log(estimate / price));
  const sales = each(({ sale }) => sale);
  const errors = logErrors.map(Math.abs);
  const error = errorOfMean(errors, sales);
  const reach = error ? reachOf(error.sales - 1) * error.value : null;
  const isWithin = each(({ price, low, high }) => Number(low <= price && price <= high));
  const [missed, held] = [mean(errors), mean(isWithin)];
  const share = held === null ? null : shareInterval(held, errorOfMean(isWithin, sales));
  return {
    n: valuations.length,
    median_absolute_percentage_error: published(
      median(each(({ estimate, price }) => Math.abs(estimate / price - 1))),
    ),
    mean_absolute_log_error: published(missed),
    mean_absolute_log_error_low: reach === null ? null : published(Math.max(0, missed! - reach)),
    mean_absolute_log_error_high: reach === null ? null : published(missed! + reach),
    coverage: published(held),
    coverage_low: published(share?.low ?? null),
    coverage_high: published(share?.high ?? null),
    width: published(median(each(({ low, high }) => high / low))),
    bias: published(median(logErrors)),
  };
}

export function summarizeRevisions(
  revisions: readonly Revision[],
): Pick<ScoredGem['index'], 'periods' | 'mean_absolute_revision' | 'coverage'> {
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

/** The standard error of a mean whose values depend on each other within sales, by the totals of sales. */
interface ErrorOfMean {
  value: number;
  n: number;
  sales: number;
}

/** @returns undefined under two sales */
function errorOfMean(values: readonly number[], saleOf: readonly string[]): ErrorOfMean | undefined {
  const center = mean(values);
  const bySale = [...Map.groupBy(values.keys(), (i) => saleOf[i]!).values()];
  const [n, sales] = [values.length, bySale.length];
  if (center === null || sales < 2) return undefined;
  const totals = bySale.map((lots) => lots.reduce((sum, i) => sum + values[i]! - center, 0));
  const scatter = totals.reduce((sum, total) => sum + total ** 2, 0);
  return { value: Math.sqrt((scatter * sales) / (sales - 1)) / n, n, sales };
}

/** Wilson's interval of a share, of as many lots as would have the same error if they were independent. */
function shareInterval(share: number, error: ErrorOfMean | undefined) {
  if (!error) return undefined;
  const independent = error.value > 0 ? (share * (1 - share)) / error.value ** 2 : error.sales;
  const n = Math.min(error.n, independent);
  return wilsonInterval(share * n, n);
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
