import { round } from '../../../mappings/round.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import { quantileOf, reachOf } from '../regression/quantiles.ts';
import { wilsonInterval } from '../regression/wilson-interval.ts';
import type { BacktestFigures } from './scored-gem.ts';

/** A published estimate of a lot, its range, and the price at which the lot sold; all above 0, in US dollars. */
export interface Valuation {
  price: number;
  estimate: number;
  low: number;
  high: number;
  /** Names the sale of the lot: lots of one sale miss alike. */
  sale: string;
}

export function summarizeValuations(valuations: readonly Valuation[]): BacktestFigures {
  const each = (of: (valuation: Valuation) => number) => valuations.map(of);
  const logErrors = each(({ estimate, price }) => Math.log(estimate / price));
  const errors = logErrors.map(Math.abs);
  const isWithin = each(({ price, low, high }) => Number(low <= price && price <= high));
  const [missed, held] = [mean(errors), mean(isWithin)];
  const [error, errorOfShare] = [errorOfMean(errors, valuations), errorOfMean(isWithin, valuations)];
  const reach = error && reachOf(error.sales - 1) * error.value;
  const share = errorOfShare && shareInterval(held!, valuations.length, errorOfShare);
  return {
    n: valuations.length,
    median_absolute_percentage_error: median(each(({ estimate, price }) => Math.abs(estimate / price - 1))),
    mean_absolute_log_error: published(missed),
    mean_absolute_log_error_low: published(reach && Math.max(0, missed! - reach)),
    mean_absolute_log_error_high: published(reach && missed! + reach),
    coverage: published(held),
    coverage_low: published(share?.low ?? null),
    coverage_high: published(share?.high ?? null),
    width: median(each(({ low, high }) => high / low)),
    bias: median(logErrors),
  };
}

/**
 * The standard error of a mean whose values depend on each other within sales, by the totals of sales.
 * @returns null under two sales
 */
function errorOfMean(values: readonly number[], lots: readonly Valuation[]) {
  const center = mean(values)!;
  const bySale = [...Map.groupBy(values.keys(), (i) => lots[i]!.sale).values()];
  const sales = bySale.length;
  if (sales < 2) return null;
  const totals = bySale.map((lots) => lots.reduce((sum, i) => sum + values[i]! - center, 0));
  const scatter = totals.reduce((sum, total) => sum + total ** 2, 0);
  return { value: Math.sqrt((scatter * sales) / (sales - 1)) / values.length, sales };
}

/** Wilson's interval of a share, of as many lots as would have the same error if they were independent. */
function shareInterval(share: number, lots: number, error: { value: number; sales: number }) {
  const independent = error.value > 0 ? (share * (1 - share)) / error.value ** 2 : error.sales;
  const n = Math.min(lots, independent);
  return wilsonInterval(share * n, n);
}

const published = (value: number | null) => (value === null ? null : round(value, estimateDecimals));

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const median = (values: readonly number[]): number | null =>
  published(
    quantileOf(
      values.toSorted((a, b) => a - b),
      0.5,
    ),
  );
