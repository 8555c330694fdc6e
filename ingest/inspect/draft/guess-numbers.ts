import type { NumberFormat } from '../../record/profile/source.ts';
import { readers } from './guess-money.ts';

/** How the numbers of a column are written. */
export interface NumberGuess {
  /** Share of the values that are one number, with or without a sign or a unit. */
  share: number;
  format: NumberFormat;
}

/** Longer text beside a number is a description: "1.16ct Natural Pink Sapphire". */
const maxWords = 12;

const oneNumber = /^([^\d]*?)\s*(-?(?:\d[\d.,'’\s]*\d|\d)|[.,]\d+)\s*([^\d]*)$/u;

/** Guesses the number format of a column from its values. */
export function guessNumbers(values: readonly string[]): NumberGuess {
  const numbers = values.flatMap((value) => {
    const [, before, number, after] = oneNumber.exec(value) ?? [];
    return number && before!.length <= maxWords && after!.length <= maxWords ? [number.trim()] : [];
  });
  // "1,250" may be a weight of 1.25 or of 1,250.
  const isMistaken = ({ thousands }: NumberFormat) =>
    thousands === ',' && numbers.every((text) => /^\d{1,2}(,\d{3})?$/.test(text));
  const counted = readers
    .filter(({ format }) => !isMistaken(format))
    .map(({ format, read }) => ({
      format,
      count: numbers.filter((text) => read(text) !== undefined).length,
    }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return { share: best.count / Math.max(values.length, 1), format: best.format };
}
