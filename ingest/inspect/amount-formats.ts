import { currenciesIn, type MoneyToken, moneyIn, moneyTokens } from '../record/prices/read-money.ts';
import { numberReader } from '../record/profile/read-number.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import type { NumberFormat } from '../record/profile/source.ts';
import { statusIn } from '../record/sale-status-words.ts';

/** How the amounts of a column are written. */
export interface Amounts {
  /** The format that the values prove. */
  format: NumberFormat;
  /** The usual words for no value, other texts that are no amounts, and ranges. */
  nulls: string[];
  odd: string[];
  ranges: string[];
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

const tokensOf = moneyTokens();
const isNumber = ({ kind }: MoneyToken) => kind === 'number';

/**
 * Finds how amounts are written.
 * @returns undefined if most values are no amounts, no format reads them all, or several do, to other amounts
 */
export function amountsIn(values: readonly string[]): Amounts | undefined {
  const all = values.map((text) => ({ text, tokens: tokensOf(text) ?? [] }));
  const isAmount = ({ tokens }: (typeof all)[number]) =>
    tokens.some(isNumber) && tokens.every(({ kind }) => kind !== 'unknown');
  const written = all.filter(isAmount);
  const amounts = written.map(({ tokens }) => tokens);
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
  const texts = all.filter((one) => !isAmount(one));
  const isStatus = ({ text, tokens }: (typeof all)[number]) =>
    !tokens.some(isNumber) && statusIn(text) !== undefined;
  const words = texts.filter((one) => !isStatus(one)).map(({ text }) => text);
  const odd = words.filter((text) => !usualNulls.test(text));
  if (!best || other || amounts.length === 0 || odd.length > amounts.length) return undefined;
  return {
    format: best.format,
    nulls: words.filter((text) => usualNulls.test(text)),
    odd,
    ranges: written.flatMap(({ text }, at) => (best.money[at]!.low === best.money[at]!.high ? [] : [text])),
    saysBasis: best.money.some((one) => one!.basis !== undefined),
    saysStatus: texts.some(isStatus),
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
