import { priceKey } from '../../record/prices/currencies.ts';
import {
  currenciesIn,
  estimateWords,
  type Money,
  type MoneyToken,
  moneyIn,
  moneyTokens,
} from '../../record/prices/read-money.ts';
import { numberReader } from '../../record/profile/read-number.ts';
import { usualNulls } from '../../record/profile/read-source.ts';
import type { NumberFormat } from '../../record/profile/source.ts';
import { statusIn } from '../../record/sale-status-words.ts';
import type { ColumnReport } from '../column-statistics.ts';

/** How the amounts of a column are written. */
export interface MoneyGuess {
  format: NumberFormat;
  /** A second format that reads the values too, to other amounts: "1.200" beside "950.50". */
  otherFormat?: NumberFormat;
  /** Whether no format reads the values, such as "1.500" beside "1,234". */
  isContradictory: boolean;
  /** Whether only "1.200" and the like show the sign of thousands: no value proves it. */
  isThousandsSupposed: boolean;
  /** Share of the values with a number that are an amount or a range. */
  share: number;
  amounts: string[];
  /** The different amounts, the lower ends of ranges. */
  values: ReadonlySet<number>;
  ranges: string[];
  /** The signs that may mean several currencies, as written first, and the currencies that others mean. */
  ambiguous: Map<string, readonly string[]>;
  signs: Map<string, string>;
  /** Amounts without a sign. */
  unmarked: string[];
  /** Whether values say if the premium is included. */
  saysBasis: boolean;
  /** Values without a number that are neither a status nor one of the usual words for none; and these words. */
  words: string[];
  nulls: string[];
  /** Words without a meaning beside numbers, with the values of each. */
  unknown: Map<string, string[]>;
  /** Values with a number that cannot be read. */
  unread: string[];
}

const formats: NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: "'" },
  { thousands: ' ' },
  { thousands: ' ', decimal: ',' },
  { thousands: "'", decimal: ',' },
  { thousands: ',', indian: true },
];
/** Readers of the number formats to try; the first that reads the most texts wins. */
export const readers = formats.map((format) => ({ format, read: numberReader(format) }));

/** A number whose only sign may separate thousands or decimals. */
const oneGroup = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ };
/** A number whose dot separates decimals, by the digits before or after it: a computed one. */
const computed = /^\d{4,}\.\d{3}$|^\d+\.\d{4,}$/;

const guesses = {
  price: new WeakMap<ColumnReport, MoneyGuess>(),
  estimate: new WeakMap<ColumnReport, MoneyGuess>(),
};
const tokenizers = { price: moneyTokens(), estimate: moneyTokens({}, estimateWords) };

/** Guesses how the amounts of a column are written, from its values; once for each column. */
export function guessMoney(column: ColumnReport, as: 'price' | 'estimate' = 'price'): MoneyGuess {
  const known = guesses[as].get(column) ?? guess(column.sample, tokenizers[as]);
  guesses[as].set(column, known);
  return known;
}

const isNumber = ({ kind }: MoneyToken) => kind === 'number';

function guess(sample: readonly string[], tokensOf: ReturnType<typeof moneyTokens>): MoneyGuess {
  const all = sample.map((text) => ({ text, tokens: tokensOf(text) ?? [] }));
  const numeric = all.filter(({ tokens }) => tokens.some(isNumber));
  const { best, other, isContradictory } = formatsOf(
    numeric.map(({ tokens }) => tokens.filter(({ kind }) => kind !== 'unknown')),
  );
  const read = numeric.map(({ text, tokens }) => ({ text, tokens, money: moneyIn(tokens, best.read) }));
  const readable = read.filter((one): one is typeof one & { money: Money } => one.money !== undefined);
  const unread = read.filter(({ money, text }) => money === undefined && /\d/.test(text));
  const textOnly = sample.filter((text) => !/\d/.test(text) && statusIn(text) === undefined);
  const codesOnly = all.filter(({ tokens }) => !tokens.some(isNumber) && currenciesIn(tokens));
  const isNull = (text: string) => usualNulls.test(text);
  const known = new Set(codesOnly.map(({ text }) => text));
  const textsOf = (ones: { text: string }[]) => ones.map(({ text }) => text);
  const separated = numeric.flatMap(({ tokens }) => numbersIn(tokens)).filter((text) => /[.,]/.test(text));
  return {
    format: best.format,
    ...(other && { otherFormat: other.format }),
    isContradictory,
    isThousandsSupposed:
      separated.length > 0 &&
      best.format.thousands !== undefined &&
      separated.every((text) => oneGroup[best.format.thousands as '.' | ',']?.test(text)),
    share: readable.length / Math.max(readable.length + unread.length, 1),
    amounts: textsOf(readable.filter(({ money }) => money.low === money.high)),
    values: new Set(readable.map(({ money }) => money.low)),
    ranges: textsOf(readable.filter(({ money }) => money.low !== money.high)),
    ...signsIn([...readable, ...unread, ...codesOnly].map(({ tokens }) => tokens)),
    unmarked: textsOf(readable.filter(({ money }) => !money.codes)),
    saysBasis: readable.some(({ money }) => money.basis !== undefined),
    words: textOnly.filter((text) => !isNull(text) && !known.has(text)),
    nulls: textOnly.filter(isNull),
    unknown: new Map(
      [...Map.groupBy(unread, ({ tokens }) => tokens.find(({ kind }) => kind === 'unknown')?.text)].flatMap(
        ([word, ones]) => (word === undefined ? [] : [[word, textsOf(ones)] as const]),
      ),
    ),
    unread: textsOf(unread),
  };
}

/** The numbers whose signs tell a format: "1.250" of "1.250 million" may have decimals. */
function numbersIn(tokens: readonly MoneyToken[]): string[] {
  return tokens.flatMap((one, at) =>
    isNumber(one) && tokens[at + 1]?.kind !== 'magnitude' ? [one.text] : [],
  );
}

/**
 * The format that reads the most values. A price has no thousandths: a format that takes "1.200" for 1.2 does not count,
 * unless most are computed, such as "1234.567". If it reads more values, it is the other format.
 */
function formatsOf(values: readonly (readonly MoneyToken[])[]) {
  const numbers = values.flatMap(numbersIn);
  const isComputed = numbers.filter((text) => computed.test(text)).length > numbers.length / 2;
  const isMistaken = ({ decimal = '.' }: NumberFormat) =>
    numbers.some((text) => oneGroup[decimal as '.' | ','].test(text)) && !(decimal === '.' && isComputed);
  const counted = readers.map((one) => ({
    ...one,
    count: values.filter((tokens) => moneyIn(tokens, one.read)).length,
    isMistaken: isMistaken(one.format),
  }));
  const most = (ones: typeof counted) => ones.reduce((a, b) => (b.count > a.count ? b : a));
  const fitting = counted.filter((one) => !one.isMistaken);
  const isContradictory = fitting.length === 0;
  const best = most(isContradictory ? counted : fitting);
  const mistaken = most([{ ...best, count: 0 }, ...counted.filter((one) => one.isMistaken)]);
  return { best, other: mistaken.count > best.count ? mistaken : undefined, isContradictory };
}

function signsIn(values: readonly (readonly MoneyToken[])[]): Pick<MoneyGuess, 'signs' | 'ambiguous'> {
  const signs = new Map<string, string>();
  const ambiguous = new Map<string, readonly string[]>();
  const seen = new Set<string>();
  for (const tokens of values) {
    const marks = tokens.filter((token) => token.kind === 'currency');
    // A code settles a sign beside it: "$1,000 AUD".
    const codes = currenciesIn(marks);
    for (const token of codes ? marks : []) {
      const key = priceKey(token.text);
      const isSettled = token.codes.length > 1 && codes!.length === 1;
      if (seen.has(key) || isSettled) continue;
      seen.add(key);
      if (token.codes.length === 1) signs.set(token.text, token.codes[0]!);
      else ambiguous.set(token.text.replace(/\.$/, ''), codes!);
    }
  }
  return { signs, ambiguous };
}
