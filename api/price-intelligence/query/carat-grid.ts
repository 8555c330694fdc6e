import { round } from '../../../mappings/round.ts';

/** Weights from `from` carats (inclusive) to `below` carats (exclusive). */
export interface CaratRange {
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
