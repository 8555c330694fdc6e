import Type, { type Static } from 'typebox';
import type { PriceFigures, QuantileName, ValueName } from '../../statistics/price-figures.ts';

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/** The statistics of one kind of value: null, never 0, where there is no value. */
export const Summary = Type.Object(
  {
    n: Type.Integer({ minimum: 0, description: 'Number of values.' }),
    min: number('Smallest value.'),
    max: number('Greatest value.'),
    mean: number('Arithmetic mean, 4 decimals.'),
    median: number('Median, 4 decimals.'),
    p10: number('Quantile 0.10 (type 7 of Hyndman and Fan), 4 decimals.'),
    p25: number('Quantile 0.25.'),
    p75: number('Quantile 0.75.'),
    p90: number('Quantile 0.90.'),
    median_low: number(
      'Lower end of the 95% interval of the median, an order statistic; null under 6 values.',
    ),
    median_high: number('Upper end of the 95% interval of the median.'),
  },
  { $id: 'Summary', title: 'Summary of values', additionalProperties: false, 'x-choice': true },
);

export type Summary = Static<typeof Summary>;

/** The values of a summary, unrounded. */
export interface Unrounded {
  count: number;
  min: number | null;
  max: number | null;
  sum: number;
  p10: number | null;
  p25: number | null;
  median: number | null;
  p75: number | null;
  p90: number | null;
  medianLow: number | null;
  medianHigh: number | null;
}

/** A published summary of values. */
export function presentSummary(values: Unrounded, of: ValueName, figures: PriceFigures): Summary {
  const at = (quantile: QuantileName) => figures.quantile(values[quantile], of, quantile);
  return {
    n: values.count,
    min: figures.extreme(values.min),
    max: figures.extreme(values.max),
    mean: figures.mean(values.sum, values.count, of),
    median: at('median'),
    p10: at('p10'),
    p25: at('p25'),
    p75: at('p75'),
    p90: at('p90'),
    median_low: at('medianLow'),
    median_high: at('medianHigh'),
  };
}
