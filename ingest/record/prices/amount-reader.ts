import type { SaleStatus } from '../../../mappings/record.ts';
import type { PriceRules, Profile } from '../profile/profile.ts';
import { numberReader } from '../profile/read-number.ts';
import { type Row, sourceReader } from '../profile/read-source.ts';
import type { Source } from '../profile/source.ts';
import type { Rejection } from '../rejection.ts';
import { statusIn } from '../sale-status-words.ts';

/** An amount, with the currency of its sign if it has one. */
export interface Amount {
  value: number;
  currency?: string;
}

/** The content of a price cell: one amount or a range, or a sale status in words such as "Passed". */
export type Amounts = { low: Amount; high: Amount } | { status: SaleStatus };

/**
 * Builds a reader of amounts and of ranges such as "CHF 8,000 – 12,000", whose ends share their sign.
 * @returns a function of a row; it returns undefined for an empty cell, and the same `low` and `high` for one amount
 */
export function amountReader(
  source: Source,
  { signs = {} }: Pick<PriceRules, 'signs'>,
  profile: Pick<Profile, 'null_words' | 'numbers'>,
): (row: Row) => Amounts | Rejection | undefined {
  const read = sourceReader(source, profile);
  const numberOf = numberReader({ ...profile.numbers, ...source.numbers });
  const byLength = Object.entries(signs).sort(([a], [b]) => b.length - a.length);
  return (row) => {
    const text = read(row);
    if (text === undefined) return undefined;
    const amount = amountIn(text, byLength, numberOf);
    if (amount) return { low: amount, high: amount };
    const range = rangeIn(text, byLength, numberOf);
    if (range) return range;
    const status = statusIn(text);
    return status ? { status } : badPrice(text);
  };
}

type Signs = [sign: string, currency: string][];
type NumberOf = (text: string) => number | undefined;

function amountIn(text: string, signs: Signs, numberOf: NumberOf): Amount | undefined {
  const sign = signs.find(([mark]) => startsOrEnds(text, mark));
  const value = numberOf(sign ? without(text, sign[0]) : text);
  if (value === undefined || value < 0 || value > Number.MAX_SAFE_INTEGER) return undefined;
  return sign ? { value, currency: sign[1] } : { value };
}

/** Separates the two ends of a range. */
export const rangeSeparator = /\s*[–—~/-]\s*|\s+(?:to|bis|à|a)\s+/iu;

function rangeIn(text: string, signs: Signs, numberOf: NumberOf): Amounts | undefined {
  const ends = text.length > 200 ? [] : text.split(rangeSeparator);
  if (ends.length !== 2) return undefined;
  const [low, high] = ends.map((end) => amountIn(end, signs, numberOf));
  if (!low || !high || high.value < low.value) return undefined;
  const currency = low.currency ?? high.currency;
  if (currency === undefined) return { low, high };
  if ((high.currency ?? currency) !== currency) return undefined;
  return { low: { ...low, currency }, high: { ...high, currency } };
}

function startsOrEnds(text: string, mark: string): boolean {
  const lower = text.toLowerCase();
  return lower.startsWith(mark.toLowerCase()) || lower.endsWith(mark.toLowerCase());
}

function without(text: string, mark: string): string {
  const atStart = text.toLowerCase().startsWith(mark.toLowerCase());
  return (atStart ? text.slice(mark.length) : text.slice(0, -mark.length)).trim();
}

function badPrice(text: string): Rejection {
  return {
    field: 'price_final_usd',
    code: 'bad_price',
    message: `The price "${text}" cannot be parsed. Describe its signs and number format in the profile.`,
  };
}
