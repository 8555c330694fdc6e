import { round } from '../../../mappings/round.ts';

/** Weights from `from` carats (inclusive) to `below` carats (exclusive). */
export interface CaratRange {
  from: number;
  below: number;
}

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

/** The bands from the lightest to the heaviest stone, without gaps: as fine as 40 bands allow. A weight of 0 is no stone. */
export function bandsFrom(lightest: number, heaviest: number): { bands: CaratRange[]; ratio: number } {
  if (heaviest === 0) return { bands: [], ratio: 2 ** (1 / stepsPerOctave) };
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
