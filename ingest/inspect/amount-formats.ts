import { priceKey } from '../record/prices/currencies.ts';
import {
  currenciesIn,
  estimateWords,
  type MoneyToken,
  moneyIn,
  moneyTokens,
} from '../record/prices/read-money.ts';
import { numberReader } from '../record/profile/read-number.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import type { NumberFormat } from '../record/profile/source.ts';
import { statusIn } from '../record/sale-status-words.ts';

/** How the amounts of a column are written. */
export interface Amounts {
  /** The formats that read every amount, each to other amounts: one if the values prove it. */
  formats: NumberFormat[];
  /** Values with a number that cannot be read. */
  unread: string[];
  /** Values that are neither an amount, a status nor one of the usual words for none; and these words. */
  words: string[];
  nulls: string[];
  /** Whether values are ranges, say if the premium is included, and are a status such as "Passed". */
  hasRanges: boolean;
  saysBasis: boolean;
  saysStatus: boolean;
  /** The signs beside the amounts with the currencies that they may mean, and whether amounts have none. */
  signs: Map<string, readonly string[]>;
  isUnmarked: boolean;
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
const readers = formats.map((format) => ({ format, read: numberReader(format) }));

/** "1.200" and "1,200": three digits behind the sign of decimals. A price has no thousandths. */
const threeDecimals = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ };
/** "1234.567" and "0.12345" are computed. */
const computed = /^\d{4,}\.\d{3}$|^\d+\.\d{4,}$/;

const tokenizers = { price: moneyTokens(), estimate: moneyTokens({}, estimateWords) };
const isNumber = ({ kind }: MoneyToken) => kind === 'number';

/** Finds how amounts are written. */
export function amountsIn(values: readonly string[], as: keyof typeof tokenizers = 'price'): Amounts {
  const tokensOf = tokenizers[as];
  const all = values.map((text) => ({ text, tokens: tokensOf(text) ?? [] }));
  const numeric = all.filter(({ text, tokens }) => tokens.some(isNumber) || /\d/.test(text));
  const bare = all.filter((one) => !numeric.includes(one));
  const readable = numeric.filter(
    ({ tokens }) => tokens.every(({ kind }) => kind !== 'unknown') && tokens.length > 0,
  );
  const numbers = readable.flatMap(({ tokens }) =>
    tokens.flatMap((one, at) => (isNumber(one) && tokens[at + 1]?.kind !== 'magnitude' ? [one.text] : [])),
  );
  const isComputed = numbers.filter((text) => computed.test(text)).length > numbers.length / 2;
  const byReading = new Map<string, { format: NumberFormat; read: (text: string) => number | undefined }>();
  for (const { format, read } of readers) {
    const decimal = (format.decimal ?? '.') as '.' | ',';
    const isMistaken =
      numbers.some((text) => threeDecimals[decimal].test(text)) && !(isComputed && decimal === '.');
    const amounts = readable.map(({ tokens }) => moneyIn(tokens, read)?.low);
    const key = String(amounts);
    if (!isMistaken && !amounts.includes(undefined) && !byReading.has(key))
      byReading.set(key, { format, read });
  }
  const [best] = byReading.values();
  const money = best ? readable.map(({ tokens }) => moneyIn(tokens, best.read)!) : [];
  const marks = [...readable, ...bare].map(({ tokens }) => tokens.filter(({ kind }) => kind === 'currency'));
  return {
    formats: readable.length === 0 ? [] : [...byReading.values()].map(({ format }) => format),
    unread: numeric.filter((one) => !readable.includes(one)).map(({ text }) => text),
    words: bare
      .map(({ text }) => text)
      .filter((text) => !statusIn(text) && !usualNulls.test(text) && !currenciesIn(tokensOf(text))),
    nulls: bare.map(({ text }) => text).filter((text) => usualNulls.test(text) && !statusIn(text)),
    hasRanges: money.some(({ low, high }) => low !== high),
    saysBasis: money.some(({ basis }) => basis !== undefined),
    saysStatus: all.some(({ text, tokens }) => !tokens.some(isNumber) && statusIn(text) !== undefined),
    signs: new Map(
      marks
        .flatMap((tokens) => {
          // A code settles a sign beside it: "$1,000 AUD".
          const codes = currenciesIn(tokens);
          return codes
            ? tokens.map(({ text }) => [priceKey(text), text.replace(/\.$/, ''), codes] as const)
            : [];
        })
        .map(([, text, codes]) => [text, codes]),
    ),
    isUnmarked: money.some(({ codes }) => codes === undefined),
  };
}
