import type { Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import {
  count,
  estimateDecimals,
  figure,
  listOf,
  number,
  object,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { medianInterval } from '../../statistics/median-interval.ts';
import type { PriceFigures, QuantileName } from '../../statistics/price-figures.ts';
import { lowSample, lowSampleBelow } from '../../statistics/totals.ts';
import { leftOutOfAll } from '../price-model/priced-lots.ts';
import { intervalOf, quantileOf } from '../regression/quantiles.ts';
import type { CaratRange } from './size-bands.ts';

/** Minimum lots for a regression line. */
const minLotsOfLine = 10;

/** The number of bands on each side that are included in a local elasticity. */
const neighbors = 2;

const carats = {
  carat_from: number('Minimum weight in carats, inclusive.'),
  carat_below: number('Maximum weight in carats, exclusive.'),
};

const price = (description: string) => positive(`${description}, in US dollars per carat.`);

const LocalElasticity = object('LocalElasticity', 'Local elasticity', {
  ...carats,
  n: count('Number of lots of the band and of two bands on each side, from which it is estimated.'),
  elasticity: figure('Percentage increase of the price per carat for one percent more weight.'),
  low: figure('Lower end of its 95% interval.'),
  high: figure('Upper end of its 95% interval.'),
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
  left_out: object('SizeCurveLeftOut', 'Lots left out of a size curve', leftOutOfAll),
  price_basis: text('The basis of the prices.'),
  bands: listOf(
    SizeBand,
    'Bands from the lightest to the heaviest lot, of equal steps of ln(carat), four for each doubling of the weight, without gaps.',
  ),
});

export type SizeCurve = Static<typeof SizeCurve>;

/** The lots of a band: weights and prices per carat. */
interface Band extends CaratRange {
  lots: readonly { carat: number; price: number }[];
}

/** The published band at a place, with the lots of all bands. */
export function presentBand(
  bands: readonly Band[],
  place: number,
  figures: PriceFigures,
): SizeCurve['bands'][number] {
  const { from, below, lots } = bands[place]!;
  const sorted = lots.map(({ price }) => price).sort((a, b) => a - b);
  const ranks = medianInterval(sorted.length);
  const published = (name: QuantileName, value: number | null) =>
    figures.quantile(value, 'price_per_carat_usd', name);
  const at = (name: QuantileName, p: number) => published(name, quantileOf(sorted, p));
  return {
    carat_from: from,
    carat_below: below,
    n: sorted.length,
    p10: at('p10', 0.1),
    p25: at('p25', 0.25),
    median: at('median', 0.5),
    p75: at('p75', 0.75),
    p90: at('p90', 0.9),
    median_low: published('medianLow', ranks ? sorted[ranks.low - 1]! : null),
    median_high: published('medianHigh', ranks ? sorted[ranks.high - 1]! : null),
    low_sample: sorted.length < lowSampleBelow,
    elasticity: presentElasticity(bands.slice(Math.max(0, place - neighbors), place + neighbors + 1)),
  };
}

function presentElasticity(window: readonly Band[]): SizeCurve['bands'][number]['elasticity'] {
  const lots = window.flatMap((band) => band.lots);
  const n = lots.length;
  const slope = n < minLotsOfLine ? undefined : slopeOf(lots);
  if (!slope) return null;
  const { value, low, high } = intervalOf(slope.value, slope.error, n - 2);
  return {
    carat_from: window[0]!.from,
    carat_below: window.at(-1)!.below,
    n,
    elasticity: round(value, estimateDecimals),
    low: round(low, estimateDecimals),
    high: round(high, estimateDecimals),
  };
}

/** Lots that differ by less than this share count as one weight: doubles are not more precise. */
const sameWeight = 1e-10;

/**
 * The slope of ln(price per carat) by ln(carat), by ordinary least squares, and its error, HC1, which allows for any variance of the
 * residuals: J. G. MacKinnon and H. White, Journal of Econometrics 29 (1985) 305–325.
 * @returns undefined where all lots have the same weight
 */
function slopeOf(lots: Band['lots']) {
  const n = lots.length;
  const points = lots.map(({ carat, price }) => ({ x: Math.log(carat), y: Math.log(price) }));
  const sum = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((total, point) => total + of(point), 0);
  const center = { x: sum(({ x }) => x) / n, y: sum(({ y }) => y) / n };
  const spread = sum(({ x }) => (x - center.x) ** 2);
  if (spread <= sameWeight * (n + sum(({ x }) => x ** 2))) return undefined;
  const value = sum(({ x, y }) => (x - center.x) * (y - center.y)) / spread;
  const scatter = sum(
    ({ x, y }) => ((y - center.y - value * (x - center.x)) * ((x - center.x) / spread)) ** 2,
  );
  return { value, error: Math.sqrt((scatter * n) / (n - 2)) };
}
