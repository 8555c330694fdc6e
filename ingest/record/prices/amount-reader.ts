import type { SaleStatus } from '../../../mappings/record.ts';
import type { PriceRules, Profile } from '../profile/profile.ts';
import { numberReader } from '../profile/read-number.ts';
import { type Row, sourceReader } from '../profile/read-source.ts';
import { columnsIn, type Source } from '../profile/source.ts';
import type { Rejection } from '../rejection.ts';
import { statusIn } from '../sale-status-words.ts';
import { type Money, moneyIn, moneyTokens } from './read-money.ts';

/** The content of a price cell: an amount or a range, or a sale status in words such as "Passed". */
export type Amounts = Money | { status: SaleStatus };

/**
 * Builds a reader of amounts and of ranges such as "CHF 8,000 – 12,000", whose ends share their sign.
 * @param ignored words that say nothing here
 * @returns a function of a row; it returns undefined for an empty cell, and the same `low` and `high` for one amount
 */
export function amountReader(
  source: Source,
  { signs }: Pick<PriceRules, 'signs'>,
  profile: Pick<Profile, 'null_words' | 'numbers'>,
  ignored: readonly string[] = [],
): (row: Row) => Amounts | Rejection | undefined {
  const read = sourceReader(source, profile);
  const { units = [], ...format } = { ...profile.numbers, ...source.numbers };
  const tokensOf = moneyTokens(signs, [...units, ...ignored]);
  const numberOf = numberReader(format);
  return (row) => {
    const text = read(row);
    if (text === undefined) return undefined;
    const tokens = tokensOf(text) ?? [];
    const money = moneyIn(tokens, numberOf);
    if (money) return money;
    const status = tokens.some(({ kind }) => kind === 'number') ? undefined : statusIn(text);
    if (status) return { status };
    const unknown = tokens.find(({ kind }) => kind === 'unknown');
    return badPrice(
      source,
      `The price "${text}" cannot be parsed${unknown ? `, because "${unknown.text}" has no known meaning` : ''}. ` +
        'Describe its signs and number format in the profile.',
    );
  };
}

/** The rejection of a price. It names the columns of the source. */
export function badPrice(source: Source, message: string): Rejection {
  const names = columnsIn(source).map((name) => `"${name}"`);
  const where = names.length > 0 ? `${names.join(', ')}: ` : '';
  return { field: 'price_final_usd', code: 'bad_price', message: `${where}${message}` };
}
