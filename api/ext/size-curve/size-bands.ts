import { round } from '../../../mappings/round.ts';

/** Weights from `from` carats (inclusive) to `below` carats (exclusive). */
export interface CaratRange {
  from: number;
  below: number;
}

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
const finestRanges: readonly CaratRange[] = Array.from(
  { length: (highestOctave - lowestOctave) * stepsPerOctave },
  (_, step) => ({ from: step === 0 ? 0 : edge(step), below: edge(step + 1) }),
);

function edge(step: number): number {
  return round(2 ** (lowestOctave + step / stepsPerOctave), 6);
}

/** The bands from the lightest to the heaviest stone, without gaps: as fine as 40 bands allow. */
export function bandsFrom(lightest: number, heaviest: number): { bands: CaratRange[]; ratio: number } {
  const [first, last] = [lightest, heaviest].map((carat) =>
    finestRanges.findIndex(({ below }) => carat < below),
  ) as [number, number];
  const width = widths.find((steps) => bandsBetween(first, last, steps) <= maxBands)!;
  const start = first - (first % width);
  const bands = Array.from({ length: bandsBetween(first, last, width) }, (_, band) => {
    const step = start + band * width;
    return { from: finestRanges[step]!.from, below: finestRanges[step + width - 1]!.below };
  });
  return { bands, ratio: 2 ** (width / stepsPerOctave) };
}

const bandsBetween = (first: number, last: number, width: number) =>
  Math.floor(last / width) - Math.floor(first / width) + 1;
