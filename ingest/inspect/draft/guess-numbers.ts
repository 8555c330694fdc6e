import { numberReader } from '../../record/profile/read-number.ts';
import type { NumberFormat } from '../../record/profile/source.ts';
import { statusIn } from '../../record/sale-status-words.ts';

/** How the numbers of a column are written. */
export interface NumberGuess {
  /** Share of the values that are one number, with or without a sign or a unit. */
  share: number;
  /** Share of the values that are two numbers with a dash between. */
  ranges: number;
  format: NumberFormat;
  /** Words before or after the numbers: "US$", "ct". */
  words: string[];
  /** Values without a number, except words of a sale status: "Log in to see the price". */
  wordsOnly: string[];
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

/** Separates the two ends of a range. */
const rangeSeparator = /\s*[–—~/-]\s*|\s+(?:to|bis|à|a)\s+/iu;

/** Longer text beside a number is a description: "1.16ct Natural Pink Sapphire". */
const maxWords = 12;

const oneNumber = /^([^\d]*?)\s*(-?(?:\d[\d.,'’\s]*\d|\d)|[.,]\d+)\s*([^\d]*)$/u;
const range = /^[^\d]*\d[\d.,'’\s]*[^\d.,'’\s]*\s*(?:[–—~/-]|to|bis|à|a)\s*[^\d]*\d[\d.,'’\s]*[^\d]*$/iu;
const thousandsBy = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^\d{1,3}(,\d{3})+$/ };

/**
 * Guesses the number format of a column from its values.
 * @param isMoney whether a sign before three digits separates thousands: prices have no thousandths, weights have
 */
export function guessNumbers(values: readonly string[], isMoney = false): NumberGuess {
  const isRange = (value: string) => !oneNumber.test(value) && range.test(value);
  const texts = values.flatMap((value) => (isRange(value) ? value.split(rangeSeparator) : value));
  const matches = texts
    .map((value) => oneNumber.exec(value))
    .filter((match) => match !== null && match[1]!.length <= maxWords && match[3]!.length <= maxWords)
    .map((match) => match!);
  const numbers = matches.map((match) => match[2]!.trim());
  const words = matches.flatMap((match) => [match[1]!.trim(), match[3]!.trim()]);
  const isMistaken = ({ decimal = '.', thousands }: NumberFormat) =>
    isMoney
      ? numbers.some((text) => thousandsBy[decimal as '.' | ','].test(text))
      : thousands === ',' && numbers.every((text) => /^\d{1,2}(,\d{3})?$/.test(text));
  const counted = readers
    .filter(({ format }) => !isMistaken(format))
    .map(({ format, read }) => ({
      format,
      count: numbers.filter((text) => read(text) !== undefined).length,
    }));
  const best = counted.reduce((a, b) => (b.count > a.count ? b : a));
  return {
    share: best.count / Math.max(texts.length, 1),
    ranges: values.filter(isRange).length / Math.max(values.length, 1),
    format: best.format,
    words: [...new Set(words)].filter((word) => /[\p{L}\p{Sc}]/u.test(word)),
    wordsOnly: values.filter((value) => !/\d/.test(value) && statusIn(value) === undefined),
  };
}
