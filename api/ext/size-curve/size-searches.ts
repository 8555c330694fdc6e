import type { Static, TObject, TProperties } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { type Clause, cachedFigures, type SearchBody } from '../../search/clauses.ts';
import { type ByBasisResult, pricesParams } from '../../statistics/prices.ts';
import {
  type PercentilesResult,
  percentsFor,
  quantiles,
  syntheticLots,
} from '../../statistics/statistics.ts';
import {
  countedPrices,
  oneGem,
  type PriceChoice,
  priceChoiceParams,
  pricePerCaratOf,
} from '../price-model/choice.ts';
import { detailParam } from '../price-model/detail.ts';
import { type MomentSumsResult, momentSums } from '../price-model/price-cells.ts';
import { type ByReason, byReason, pricedLots } from '../price-model/priced-lots.ts';
import { isLineMoment } from '../regression/fit-line.ts';

/** Weights at which prices are commonly expected to jump. */
const thresholds = [1, 2, 3, 5, 10] as const;

/** The ratio that limits the window on each side of a threshold: no window reaches another threshold. */
const reach = 1.25;

/** The windows just below and just above each threshold. */
export const jumpWindows = thresholds.map((carat) => ({
  carat,
  below: { from: round(carat / reach, 6), below: carat },
  above: { from: carat, below: round(carat * reach, 6) },
}));

/** The sums that a line needs. */
export const lineSums = (choice: PriceChoice) => momentSums(isLineMoment, choice);

/** The number of lots by weight, the sums around the thresholds, and the excluded lots. */
export function sizeCountsBody(query: Clause, choice: PriceChoice): SearchBody {
  const { aggs } = lineSums(choice);
  const windows = jumpWindows.flatMap(({ carat, below, above }) => [
    [`below_${carat}`, { filter: withinCarats(below), aggs }],
    [`above_${carat}`, { filter: withinCarats(above), aggs }],
  ]);
  const ranges = finestRanges.map(({ from, below }) => ({ from, to: below }));
  const sizes = { range: { field: 'carat', ranges } };
  const last = { sizes, ...Object.fromEntries(windows), ...countedPrices(choice) };
  return {
    query,
    size: 0,
    track_total_hits: true,
    request_cache: true,
    aggs: { ...byReason('year', last, choice), synthetic: syntheticLots },
  };
}

/** The aggregations of the lots in the curve. */
export type SizeCounts = { sizes: { buckets: { doc_count: number }[] }; prices?: ByBasisResult } & Record<
  `below_${number}` | `above_${number}`,
  MomentSumsResult
>;

/** The search response to `sizeCountsBody`. */
export type SizeCountsResult = ByReason<SizeCounts> & { synthetic: { doc_count: number } };

/** The quantiles and sums of each band with lots. */
export function sizeBandsBody(
  query: Clause,
  bands: readonly CountedRange[],
  choice: PriceChoice,
): SearchBody {
  const { aggs: sums } = lineSums(choice);
  const filled = bands.flatMap((band, place) => {
    if (band.n === 0) return [];
    const prices = quantiles(pricePerCaratOf(choice), percentsFor(band.n));
    return [[place, { filter: withinCarats(band), aggs: { ...sums, prices } }]];
  });
  return {
    query: pricedLots(query, 'year', choice),
    ...cachedFigures,
    aggs: Object.fromEntries(filled),
  };
}

/** The search response to `sizeBandsBody`, by the index of the band. */
export type SizeBands = Record<string, MomentSumsResult & { prices: PercentilesResult }>;

function withinCarats({ from, below }: CaratRange): Clause {
  return { range: { carat: { gte: from, lt: below } } };
}

/** Weights from `from` carats (inclusive) to `below` carats (exclusive). */
interface CaratRange {
  from: number;
  below: number;
}

/** A range of weights and its number of lots. */
export type CountedRange = CaratRange & { n: number };

const stepsPerOctave = 12;
/** 2^−10 to 2^20 carats: from a thousandth to beyond a million. */
const [lowestOctave, highestOctave] = [-10, 20];

/**
 * The allowed widths of a band, in steps of the grid: divisors of an octave, so that 1, 2, 4 … carats are always edges.
 */
const widths = [1, 2, 3, 4, 6, 12] as const;

/** Maximum bands of a curve. */
export const maxBands = 40;

/** Twelve equal steps of ln(carat) to each doubling of the weight; the first begins at 0. */
export const finestRanges: readonly CaratRange[] = Array.from(
  { length: (highestOctave - lowestOctave) * stepsPerOctave },
  (_, step) => ({ from: step === 0 ? 0 : edge(step), below: edge(step + 1) }),
);

function edge(step: number): number {
  return round(2 ** (lowestOctave + step / stepsPerOctave), 6);
}

/**
 * The bands from the lightest to the heaviest lot, empty ones included: as fine as 40 bands allow.
 * @param counts the lots in each of the finest ranges
 */
export function caratBandsFor(counts: readonly number[]): { bands: CountedRange[]; ratio: number } {
  const first = counts.findIndex((n) => n > 0);
  const last = counts.findLastIndex((n) => n > 0);
  const width = widths.find((steps) => bandsBetween(first, last, steps) <= maxBands)!;
  const ratio = 2 ** (width / stepsPerOctave);
  if (first < 0) return { bands: [], ratio };
  const start = first - (first % width);
  const bands = Array.from({ length: bandsBetween(first, last, width) }, (_, band) => {
    const step = start + band * width;
    const n = counts.slice(step, step + width).reduce((sum, lots) => sum + lots, 0);
    return { from: finestRanges[step]!.from, below: finestRanges[step + width - 1]!.below, n };
  });
  return { bands, ratio };
}

const bandsBetween = (first: number, last: number, width: number) =>
  Math.floor(last / width) - Math.floor(first / width) + 1;

/** Parameters of /size-curve. */
export const sizeCurveParams = {
  ...filterParams,
  gem_name: oneGem,
  ...priceChoiceParams,
  ...pricesParams,
  ...detailParam,
} satisfies TProperties;

export type SizeCurveParams = Static<TObject<typeof sizeCurveParams>>;
