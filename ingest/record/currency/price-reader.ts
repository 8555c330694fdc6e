import type { PriceRules, Profile, Source } from '../profile/profile.ts';
import { readNumber } from '../profile/read-number.ts';
import type { FieldReader } from '../profile/read-source.ts';
import { type Row, sourceReader } from '../profile/read-source.ts';
import type { Rejection } from '../rejection.ts';
import { rateTable } from './rate-table.ts';

/** An amount with the currency that its sign tells, if it bears one. */
interface Amount {
  value: number;
  currency?: string;
}

/**
 * The step that reads a price, converts it to US dollars by the rate of the sale's date, and keeps the original.
 * A price in dollars that the source gives itself stands. An unsold lot's price is kept, and never converted.
 */
export function priceReader(rules: PriceRules, profile: Profile): FieldReader {
  const readAmount = amountReader(rules.amount, rules, profile);
  const readUsd = rules.usd && amountReader(rules.usd, rules, profile);
  const readCurrency = rules.currency && sourceReader(rules.currency, profile);
  const rateOf = rateTable(rules.rates ?? []);
  const estimates = (['low', 'high'] as const).flatMap((end) => {
    const source = rules[`estimate_${end}`];
    return source ? [{ field: `estimate_${end}_usd`, read: amountReader(source, rules, profile) }] : [];
  });

  return (row, fields) => {
    const amount = readAmount(row);
    const usd = readUsd?.(row);
    for (const read of [amount, usd]) if (read && 'code' in read) return [read];
    const original = amount as Amount | undefined;
    const given = usd as Amount | undefined;
    const currency = currencyOf(readCurrency?.(row), original);
    if (typeof currency !== 'string' && original) return [currency];

    const problems: Rejection[] = [];
    if (original && typeof currency === 'string') {
      fields.price_original = original.value;
      fields.currency = currency;
    }
    if (isUnsold(fields)) {
      if (!original && given) Object.assign(fields, { price_original: given.value, currency: 'USD' });
      if ((original || given) && fields.sale_status !== 'listing') addFlag(fields, 'UNSOLD_WITH_PRICE');
    } else if (given) {
      fields.price_final_usd = Math.round(given.value);
    } else if (original) {
      const rate = rateOf(currency as string, dayOf(fields));
      if (!rate) return [noRate(currency as string, fields)];
      fields.price_final_usd = Math.round(original.value * rate.usdPerUnit);
      if (currency !== 'USD') addFlag(fields, 'CURRENCY_CONVERTED');
    }
    for (const { field, read } of estimates) {
      const estimate = read(row);
      if (!estimate) continue;
      if ('code' in estimate) problems.push({ ...estimate, field, code: 'wrong_type' });
      else {
        const rate = rateOf(estimate.currency ?? (currency as string), dayOf(fields));
        if (rate) fields[field] = Math.round(estimate.value * rate.usdPerUnit);
      }
    }
    return problems;
  };
}

function amountReader(
  source: Source,
  rules: PriceRules,
  profile: Profile,
): (row: Row) => Amount | Rejection | undefined {
  const read = sourceReader(source, profile);
  const format = { ...profile.numbers, ...source.numbers };
  const signs = Object.entries(rules.signs ?? {}).sort(([a], [b]) => b.length - a.length);
  return (row) => {
    const text = read(row);
    if (text === undefined) return undefined;
    const sign = signs.find(([mark]) => startsOrEnds(text, mark));
    const bare = sign ? without(text, sign[0]) : text;
    const value = readNumber(bare, format);
    if (value === undefined || value < 0 || value > Number.MAX_SAFE_INTEGER) return badPrice(text);
    return sign ? { value, currency: sign[1] } : { value };
  };
}

function startsOrEnds(text: string, mark: string): boolean {
  const lower = text.toLowerCase();
  return lower.startsWith(mark.toLowerCase()) || lower.endsWith(mark.toLowerCase());
}

function without(text: string, mark: string): string {
  const atStart = text.toLowerCase().startsWith(mark.toLowerCase());
  return (atStart ? text.slice(mark.length) : text.slice(0, -mark.length)).trim();
}

/** The currency of an amount: that of the column or of the sign; if they contradict each other, the price is bad. */
function currencyOf(named: string | undefined, amount: Amount | undefined): string | Rejection {
  const code = named?.toUpperCase() ?? amount?.currency;
  if (code === undefined) {
    return { field: 'currency', code: 'required', message: 'The row names no currency for its price.' };
  }
  if (!/^[A-Z]{3}$/.test(code)) {
    return { field: 'currency', code: 'not_allowed', message: `"${named}" is no currency code such as HKD.` };
  }
  if (amount?.currency !== undefined && amount.currency !== code) {
    const message = `The price is marked as ${amount.currency}, the row says ${code}.`;
    return { field: 'price_final_usd', code: 'bad_price', message };
  }
  return code;
}

function isUnsold({ is_sold, sale_status: status }: Record<string, unknown>): boolean {
  if (status !== undefined && status !== 'unknown') return status !== 'sold';
  return String(is_sold).toLowerCase() === 'false';
}

/** Undated sales get a day before every rate: nothing can be converted then, dollars excepted. */
function dayOf({ auction_date }: Record<string, unknown>): string {
  return typeof auction_date === 'string' ? auction_date : '';
}

function addFlag(fields: Record<string, unknown>, flag: string): void {
  fields.flags = [...((fields.flags as string[] | undefined) ?? []), flag];
}

function badPrice(text: string): Rejection {
  return {
    field: 'price_final_usd',
    code: 'bad_price',
    message: `The price is no amount by the profile: "${text}".`,
  };
}

function noRate(currency: string, { auction_date }: Record<string, unknown>): Rejection {
  const when = auction_date ? `at or before ${auction_date}` : 'for a sale without a date';
  return { field: 'price_final_usd', code: 'no_rate', message: `There is no rate of ${currency} ${when}.` };
}
