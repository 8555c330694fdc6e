import { readFileSync } from 'node:fs';
import { readRates } from '../../../../../ingest/cli/load-profile.ts';
import { rateTable } from '../../../../../ingest/record/prices/price-reader.ts';
import { type Answers, type Outcome, ratesFile } from './draft-and-import.ts';

/** What a careful person expects of a file and its unedited draft. README.md describes the notation. */
export interface Expectation {
  each?: Row;
  lots?: (Row | Row[])[];
  asks?: Answers;
  may_ask?: Answers;
  or_asks?: string[];
  or_refused?: string;
}

type Row = Record<string, unknown>;

const rateOf = rateTable(readRates(readFileSync(ratesFile, 'utf8')));

/** What differs between the outcomes of a file and the expected ones, a text for each row. */
export function differences(outcomes: readonly Outcome[], { each = {}, lots = [] }: Expectation): string[] {
  return Array.from({ length: Math.max(outcomes.length, lots.length) }, (_, i) => {
    const outcome = outcomes[i];
    const found = lots[i]
      ? [lots[i]]
          .flat()
          .flatMap((row) => expand({ ...each, ...row }))
          .map((row) => difference(outcome, row))
      : [`unexpected ${outcome && 'record' in outcome ? outcome.record.title : outcome?.reject}`];
    const shortest = found.reduce((a, b) => (b.length < a.length ? b : a));
    return shortest && `row ${i + 1}: ${shortest}`;
  }).filter((text) => text !== '');
}

/** The fields of an outcome that differ from an expected row: empty if it meets it. */
function difference(outcome: Outcome | undefined, row: Row): string {
  if (!outcome) return 'is missing';
  if ('reject' in outcome) {
    const isMet =
      ['any', outcome.reject].includes(String(row.reject)) && outcome.message.includes(String(row.says));
    return isMet ? '' : `rejected: ${outcome.message}`;
  }
  if ('reject' in row) return `"${outcome.record.title}" is not rejected`;
  const texts = Object.entries(row).map(([field, wanted]) => {
    const { flags, [field as 'title']: value } = outcome.record;
    const isMet =
      field === 'flag'
        ? flags.some((flag) => new RegExp(String(wanted)).test(flag))
        : JSON.stringify(value) === JSON.stringify(wanted);
    return isMet
      ? ''
      : `${field} ${JSON.stringify(field === 'flag' ? flags : value)}, not ${JSON.stringify(wanted)}`;
  });
  return texts.filter((text) => text !== '').join('; ');
}

/** A row with lists of allowed values as one row for each of them. */
function expand(row: Row): Row[] {
  const open = Object.entries(row).find(
    ([field, value]) => Array.isArray(value) && !listFields.includes(field),
  );
  if (!open) return [toFields(row)];
  const [field, values] = open;
  return (values as unknown[]).flatMap((value) => expand({ ...row, [field]: value }));
}

const listFields = ['labs', 'report_numbers', 'flags'];

/** The fields of a record by the notation of expectations: money in dollars follows from the rate of the day. */
function toFields({ price = null, estimate = null, date = null, status, gem, basis, ...rest }: Row): Row {
  if (rest.reject !== undefined) return { reject: rest.reject, says: rest.says ?? '' };
  const day = typeof date === 'string' ? date : null;
  const [currency, amount] = price === null ? [null, null] : moneyOf(String(price));
  const saleStatus = status ?? (price === null ? 'unknown' : 'sold');
  const [estimateCurrency, low, high] = estimate === null ? [null] : moneyOf(String(estimate));
  return {
    price_original: amount,
    currency,
    price_final_usd: saleStatus === 'sold' ? dollarsOf(currency, amount, day) : null,
    sale_status: saleStatus,
    auction_date: day === null ? null : day.padEnd(10, '-01'),
    auction_date_precision: day === null ? null : ({ 4: 'year', 7: 'month' }[day.length] ?? 'day'),
    estimate_low_usd: dollarsOf(estimateCurrency, low, day),
    estimate_high_usd: dollarsOf(estimateCurrency, high, day),
    carat: null,
    ...(gem !== undefined && { gem_type: gem }),
    ...(basis !== undefined && { price_basis: basis }),
    ...rest,
  };
}

/** An amount in US dollars by the rates of the tests; null without an amount, or without a day unless it is in dollars. */
export function dollarsOf(
  currency: string | null,
  amount: number | null | undefined,
  day: string | null,
): number | null {
  const rate = currency === null ? undefined : rateOf(currency, day === null ? '' : day.padEnd(10, '-01'));
  return rate && typeof amount === 'number' ? Math.round(amount * rate) : null;
}

/** "CHF 1200" or "CHF 180-240". */
function moneyOf(text: string): [currency: string, low: number, high: number] {
  const [, currency, low, high] = /^([A-Z]{3}) ([\d.]+)(?:-([\d.]+))?$/.exec(text) ?? [];
  if (currency === undefined) throw new Error(`"${text}" is not a currency and an amount or a range.`);
  return [currency, Number(low), Number(high ?? low)];
}
