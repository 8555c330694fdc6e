import { ticksOf } from '../charts/log-ticks.ts';
import type { Ticks } from '../charts/period-ticks.ts';
import { decimal } from '../page/format.ts';
import type { SizeCurve } from '../service/answers.ts';
import { text } from '../text/text.ts';

/** Width of a label in pixels. */
const labelWidth = 34;

/** Round weights of each power of ten; the first set whose labels do not overlap is used. */
const rounds = [[1, 2, 3, 5], [1, 2, 5], [1, 3], [1]];

type Bands = Pick<SizeCurve, 'band_ratio'> & {
  bands: readonly { carat_from: number; carat_below: number }[];
};

/** The position of a weight among bands of equal width: the center of the first is at 0. */
export function placeOfCarat({ bands, band_ratio: ratio }: Bands): (carat: number) => number {
  // The first band may start at 0, which has no logarithm.
  const edge = bands[0]!.carat_below;
  return (carat) => Math.log(carat / edge) / Math.log(ratio) + 0.5;
}

/** Ticks at round weights, or at both ends if fewer than two round weights fit. The first label has the unit. */
export function caratTicks(curve: Bands): Ticks {
  const { bands } = curve;
  const place = placeOfCarat(curve);
  const ends = [bands[0]!.carat_from || bands[0]!.carat_below, bands.at(-1)!.carat_below] as const;
  return (width) => {
    const pixels = width / bands.length;
    const sets = rounds.map((digits) => ticksOf(digits, ...ends));
    const isRoomy = (weights: number[]) =>
      weights.every((carat, i) => i === 0 || (place(carat) - place(weights[i - 1]!)) * pixels >= labelWidth);
    const fitting = sets.find(isRoomy) ?? sets.at(-1)!;
    const weights = fitting.length > 1 ? fitting : [...ends];
    const at = new Map(weights.map((carat) => [place(carat), carat]));
    const nameOf = (carat: number | undefined) =>
      carat === weights[0] ? text.chips.carats(decimal(carat)) : decimal(carat);
    return { every: [...at.keys()], label: (tick) => nameOf(at.get(tick)) };
  };
}
