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
  /** The format that the values prove. */
  format: NumberFormat;
  /** The usual words for no value. */
  nulls: string[];
  /** Whether values say if the premium is included, and whether some are a status such as "Passed". */
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
const thousandths = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ };

const tokenizers = { price: moneyTokens(), estimate: moneyTokens({}, estimateWords) };
const isNumber = ({ kind }: MoneyToken) => kind === 'number';

/**
 * Finds how amounts are written. Values with words that have no meaning do not count; an import rejects them.
 * @returns undefined if there are no amounts, no format reads them all, or several do, to other amounts
 */
export function amountsIn(
  values: readonly string[],
  as: keyof typeof tokenizers = 'price',
): Amounts | undefined {
  const all = values.map((text) => ({ text, tokens: tokenizers[as](text) ?? [] }));
  const amounts = all
    .map(({ tokens }) => tokens)
    .filter((tokens) => tokens.some(isNumber) && tokens.every(({ kind }) => kind !== 'unknown'));
  const numbers = amounts.flatMap((tokens) =>
    tokens.flatMap((one, at) => (isNumber(one) && tokens[at + 1]?.kind !== 'magnitude' ? [one.text] : [])),
  );
  const byReading = new Map<string, { format: NumberFormat; money: ReturnType<typeof moneyIn>[] }>();
  for (const { format, read } of readers) {
    const { decimal = '.' } = format;
    const money = amounts.map((tokens) => moneyIn(tokens, read));
    const isMistaken = numbers.some((text) => thousandths[decimal as '.' | ','].test(text));
    const reading = money.map((one) => one?.low).join();
    if (isMistaken || money.includes(undefined) || byReading.has(reading)) continue;
    byReading.set(reading, { format, money });
  }
  const [best, other] = byReading.values();
  if (!best || other || amounts.length === 0) return undefined;
  const words = all.filter(({ tokens }) => !tokens.some(isNumber)).map(({ text }) => text);
  return {
    format: best.format,
    nulls: words.filter((text) => usualNulls.test(text) && !statusIn(text)),
    saysBasis: best.money.some((one) => one!.basis !== undefined),
    saysStatus: words.some((text) => statusIn(text) !== undefined),
    isUnmarked: best.money.some((one) => one!.codes === undefined),
    signs: new Map(
      amounts.flatMap((tokens) => {
        // A code settles a sign beside it: "$1,000 AUD".
        const marks = tokens.filter(({ kind }) => kind === 'currency');
        return marks.map(({ text }) => [text.replace(/\.$/, ''), currenciesIn(marks)!] as const);
      }),
    ),
  };
}
