import Type, { type Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
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
import { fitLine } from '../regression/fit-line.ts';
import { intervalOf, quantileOf } from '../regression/quantiles.ts';
import { type CaratRange, type jumpWindows, maxBands } from './size-bands.ts';

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

/** Why a jump cannot be estimated. */
const gaps = ['too_few_lots', 'one_weight'] as const;

const side = (where: string) =>
  object(`Jump${where}`, `Lots ${where.toLowerCase()} a threshold`, { ...carats, n: count('Lots.') });

const SizeJump = object('SizeJump', 'Jump at a weight', {
  carat: Type.Number({ description: 'The threshold.', ...extension }),
  below: side('Below'),
  above: side('Above'),
  relative_jump: figure(
    'Price per carat just above the weight ÷ just below it − 1, by a regression line on each side.',
    { minimum: -1 },
  ),
  relative_low: figure('Lower end of its 95% interval.', { minimum: -1 }),
  relative_high: figure('Upper end of its 95% interval.', { minimum: -1 }),
  gap: orNull(
    Type.Enum([...gaps]),
    'Why there is no estimate: a side has fewer than 10 lots, or all of its lots have the same weight. Null where there is one.',
  ),
});

/** The price per carat by weight. */
export const SizeCurve = object('SizeCurve', 'Size curve', {
  n: count('Number of lots of the curve.'),
  left_out: object('SizeCurveLeftOut', 'Lots left out of a size curve', leftOutOfAll),
  price_basis: text('The basis of the prices.'),
  band_ratio: Type.Number({
    description: 'Ratio of the weights at the end and at the beginning of a band.',
    ...extension,
  }),
  bands: Type.Array(SizeBand, {
    description: 'Bands from the lightest to the heaviest lot, of equal steps of ln(carat), without gaps.',
    maxItems: maxBands,
    ...extension,
  }),
  jumps: listOf(SizeJump, 'Jumps at 1, 2, 3, 5 and 10 carats.'),
});

export type SizeCurve = Static<typeof SizeCurve>;

/** The lots of a curve: weights and prices per carat. */
export interface WeighedPrices {
  carats: readonly number[];
  prices: readonly number[];
}

/** The published band at a place, with the lots of all bands. */
export function presentBand(
  bands: readonly (CaratRange & WeighedPrices)[],
  place: number,
  figures: PriceFigures,
): SizeCurve['bands'][number] {
  const { from, below, prices } = bands[place]!;
  const sorted = prices.toSorted((a, b) => a - b);
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

function presentElasticity(
  window: readonly (CaratRange & WeighedPrices)[],
): SizeCurve['bands'][number]['elasticity'] {
  const [weights, prices] = [window.flatMap((band) => band.carats), window.flatMap((band) => band.prices)];
  const n = prices.length;
  const line = n < minLotsOfLine ? undefined : lineOf({ carats: weights, prices });
  if (!line) return null;
  const { value, low, high } = intervalOf(line.slope.value, line.slope.error, n - 2);
  return {
    carat_from: window[0]!.from,
    carat_below: window.at(-1)!.below,
    n,
    elasticity: round(value, estimateDecimals),
    low: round(low, estimateDecimals),
    high: round(high, estimateDecimals),
  };
}

const lineOf = ({ carats, prices }: WeighedPrices) => fitLine(carats.map(Math.log), prices.map(Math.log));

/** The published jump at a threshold, from the lots within a range of weights. */
export function presentJump(
  { carat, below, above }: (typeof jumpWindows)[number],
  lotsWithin: (range: CaratRange) => WeighedPrices,
): SizeCurve['jumps'][number] {
  const [left, right] = [lotsWithin(below), lotsWithin(above)];
  const [n, m] = [left.prices.length, right.prices.length];
  const head = {
    carat,
    below: { carat_from: below.from, carat_below: below.below, n },
    above: { carat_from: above.from, carat_below: above.below, n: m },
  };
  if (Math.min(n, m) < minLotsOfLine) return { ...head, ...noJump, gap: 'too_few_lots' };
  const [before, after] = [lineOf(left)?.at(Math.log(carat)), lineOf(right)?.at(Math.log(carat))];
  if (!before || !after) return { ...head, ...noJump, gap: 'one_weight' };
  const jump = intervalOf(after.value - before.value, Math.hypot(before.error, after.error), n + m - 4);
  const share = (ln: number) => round(Math.expm1(ln), estimateDecimals);
  return {
    ...head,
    relative_jump: share(jump.value),
    relative_low: share(jump.low),
    relative_high: share(jump.high),
    gap: null,
  };
}

const noJump = { relative_jump: null, relative_low: null, relative_high: null };
