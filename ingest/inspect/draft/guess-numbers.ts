import { numberReader } from '../../record/profile/read-number.ts';
import type { NumberFormat } from '../../record/profile/source.ts';

/** How the numbers of a column are written. */
export interface NumberGuess {
  /** Share of the values that are one number, with or without a sign or a unit. */
  share: number;
  format: NumberFormat;
  /** Words before or after the numbers: "US$", "ct". */
  words: string[];
}

/** Number formats to try; the first that reads the most texts wins. */
const formats: NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: "'" },
  { thousands: ' ' },
  { thousands: ' ', decimal: ',' },
  { thousands: "'", decimal: ',' },
];
const readers = formats.map((format) => ({ format, read: numberReader(format) }));

/** Longer text beside a number is a description: "1.16ct Natural Pink Sapphire". */
const maxWords = 12;

const oneNumber = /^([^\d]*?)\s*(-?(?:\d[\d.,'’\s]*\d|\d)|[.,]\d+)\s*([^\d]*)$/u;

/** Guesses the number format of a column from its values. */
export function guessNumbers(values: readonly string[]): NumberGuess {
  const matches = values
    .map((value) => oneNumber.exec(value))
    .filter((match) => match !== null && match[1]!.length <= maxWords && match[3]!.length <= maxWords)
    .map((match) => match!);
  const numbers = matches.map((match) => match[2]!.trim());
  const words = matches.flatMap((match) => [match[1]!.trim(), match[3]!.trim()]);
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
  return {
    share: best.count / Math.max(values.length, 1),
    format: best.format,
    words: [...new Set(words)].filter((word) => /[\p{L}\p{Sc}]/u.test(word)),
  };
}
