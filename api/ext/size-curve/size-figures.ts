import Type, { type Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  figure,
  listOf,
  object,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { figuresOf, type PriceFigures, type QuantileName } from '../../statistics/price-figures.ts';
import { lowSample, lowSampleBelow } from '../../statistics/totals.ts';
import { basisOf } from '../price-model/choice.ts';
import { fullOnly } from '../price-model/detail.ts';
import { leftOutByChoice } from '../price-model/priced-lots.ts';
import { fitLine } from '../regression/fit-line.ts';
import { addMoments, noMoments } from '../regression/moments.ts';
import {
  carats,
  estimateFields,
  minLotsOfLine,
  presentError,
  presentJump,
  residualError,
  SizeJump,
  type SummedRange,
  type UnroundedJump,
} from './size-jump.ts';
import type { SizeCurveParams } from './size-searches.ts';

/** The number of bands on each side that are included in a local elasticity. */
const neighbors = 2;

const price = (description: string) => positive(`${description}, in US dollars per carat.`);
const LocalElasticity = object('LocalElasticity', 'Local elasticity', {
  ...carats,
  n: count('Number of lots of the band and of two bands on each side, from which it is estimated.'),
  elasticity: figure('Percentage increase of the price per carat for one percent more weight.'),
  low: estimateFields.low,
  high: estimateFields.high,
  standard_error: fullOnly(estimateFields.standard_error),
  residual_standard_error: fullOnly(residualError),
});

const SizeBand = object('SizeBand', 'Band of weights', {
  ...carats,
  n: count('Number of lots of these weights.'),
  p10: price('Quantile 0.10 (type 7 of Hyndman and Fan), 4 decimals'),
  p25: price('Quantile 0.25'),
  median: price('Median'),
  p75: price('Quantile 0.75'),
  p90: price('Quantile 0.90'),
  median_low: price('Lower end of the 95% interval of the median, null under 6 lots'),
  median_high: price('Upper end of the 95% interval of the median'),
  low_sample: lowSample,
  elasticity: orNull(LocalElasticity, 'Null where it has fewer than 10 lots, or all of one weight.'),
});

/** The price per carat by weight. */
export const SizeCurve = object('SizeCurve', 'Size curve', {
  n: count('Number of lots of the curve.'),
  left_out: object('SizeCurveLeftOut', 'Lots left out of a size curve', {
    unsold: count('Lots that are not known to be sold.'),
    unweighed: count('Sold lots without a weight.'),
    unpriced: count('Sold, weighed lots without a price per carat above 0.'),
    multi_stone: count('Lots of several stones.'),
    undated: count('Lots without a date.'),
    ...leftOutByChoice,
  }),
  price_basis: text('The basis of the prices.'),
  band_ratio: fullOnly(
    Type.Number({
      description: 'Ratio of the weights at the end and at the beginning of a band.',
      ...extension,
    }),
  ),
  bands: Type.Array(SizeBand, {
    description: 'Bands from the lightest to the heaviest lot, without gaps.',
    maxItems: 40,
    ...extension,
  }),
  jumps: listOf(SizeJump, 'Jumps at 1, 2, 3, 5 and 10 carats.'),
});

export type SizeCurve = Static<typeof SizeCurve>;

/** A band with its quantiles, unrounded. */
export type UnroundedBand = SummedRange & { n: number; prices: Record<QuantileName, number | null> };

/** The published curve. */
export function presentSizeCurve(
  curve: {
    leftOut: SizeCurve['left_out'];
    ratio: number;
    bands: readonly UnroundedBand[];
    params: Pick<SizeCurveParams, 'basis' | 'dollars' | 'base'>;
  },
  jumps: readonly UnroundedJump[],
): SizeCurve {
  const { params } = curve;
  const figures = figuresOf(params);
  return {
    n: curve.bands.reduce((sum, { n }) => sum + n, 0),
    left_out: curve.leftOut,
    price_basis: basisOf(params),
    band_ratio: round(curve.ratio, estimateDecimals),
    bands: curve.bands.map((_, place) => presentBand(curve.bands, place, figures)),
    jumps: jumps.map(presentJump),
  };
}

function presentBand(
  bands: readonly UnroundedBand[],
  place: number,
  figures: PriceFigures,
): SizeCurve['bands'][number] {
  const { from, below, n, prices } = bands[place]!;
  const at = (name: QuantileName) => figures.quantile(prices[name], 'price_per_carat_usd', name);
  return {
    carat_from: from,
    carat_below: below,
    n,
    p10: at('p10'),
    p25: at('p25'),
    median: at('median'),
    p75: at('p75'),
    p90: at('p90'),
    median_low: at('medianLow'),
    median_high: at('medianHigh'),
    low_sample: n < lowSampleBelow,
    elasticity: presentElasticity(bands.slice(Math.max(0, place - neighbors), place + neighbors + 1)),
  };
}

function presentElasticity(window: readonly UnroundedBand[]): SizeCurve['bands'][number]['elasticity'] {
  const sums = noMoments();
  for (const band of window) addMoments(sums, band.sums);
  const n = sums[0]!;
  const line = n < minLotsOfLine ? undefined : fitLine(sums);
  if (!line) return null;
  return {
    carat_from: window[0]!.from,
    carat_below: window.at(-1)!.below,
    n,
    elasticity: round(line.slope.value, estimateDecimals),
    ...presentError(line.slope, n - 2),
    residual_standard_error: round(line.residualError, estimateDecimals),
  };
}
