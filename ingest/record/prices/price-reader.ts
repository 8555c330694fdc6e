import type { PriceRules, Profile, Rate } from '../profile/profile.ts';
import { type FieldReader, type Row, sourceReader } from '../profile/read-source.ts';
import type { Source } from '../profile/source.ts';
import type { Rejection } from '../rejection.ts';
import { type Amount, type Amounts, amountReader } from './amount-reader.ts';

/**
 * Builds the step that reads a price, converts it to US dollars by the rate of the sale's date, and keeps the original.
 * A dollar price that the source gives is used as it is. Without a date or a rate, only the original price is kept.
 * The price of a lot that was not sold is kept and never converted.
 */
export function priceReader(rules: PriceRules, profile: Profile): FieldReader {
  const readAmount = priceOf(rules.amount, rules, profile);
  const readUsd = rules.usd && priceOf(rules.usd, rules, profile);
  const readCurrency = rules.currency && sourceReader(rules.currency, profile);
  const rateOf = rateTable(rules.rates ?? []);
  const readEstimates = estimatesReader(rules, profile, rateOf);

  return (row, fields) => {
    const amount = readAmount(row);
    const usd = readUsd?.(row);
    for (const read of [amount, usd]) if (read && 'code' in read) return [read];
    const original = takeStatus(amount as PriceReading, fields);
    const given = takeStatus(usd as PriceReading, fields);
    const currency = currencyOf(readCurrency?.(row), original);
    if (typeof currency !== 'string' && original) return [currency];

    if (original) Object.assign(fields, { price_original: original.value, currency });
    if (!isSale(fields)) {
      if (!original && given) Object.assign(fields, { price_original: given.value, currency: 'USD' });
      if ((original || given) && isOffered(fields)) addFlag(fields, 'UNSOLD_WITH_PRICE');
    } else if (given) {
      fields.price_final_usd = Math.round(given.value);
    } else if (original) {
      const rate = rateOf(currency as string, dayOf(fields));
      // A lot with a price was sold, also where the price cannot be converted.
      if (!rate && fields.is_sold === undefined) fields.sale_status = 'sold';
      if (rate) fields.price_final_usd = Math.round(original.value * rate.usdPerUnit);
      if (rate && currency !== 'USD') addFlag(fields, 'CURRENCY_CONVERTED');
    }
    return readEstimates(row, fields, currency);
  };
}

type PriceReading = Amount | { status: string } | undefined;

/** Builds a reader of one price; of a range it takes the end that the source's `range` names. */
function priceOf(source: Source, rules: PriceRules, profile: Profile) {
  const read = amountReader(source, rules, profile);
  return (row: Row): PriceReading | Rejection => {
    const amounts = read(row);
    if (!amounts || 'code' in amounts || 'status' in amounts) return amounts;
    const { low, high } = amounts;
    if (low === high || source.range === 'low') return low;
    return source.range === 'high' ? high : rangeWithoutRule;
  };
}

const rangeWithoutRule: Rejection = {
  field: 'price_final_usd',
  code: 'bad_price',
  message: 'The price is a range. Add range: low or range: high to the profile to choose an end.',
};

/** Returns the amount. Words in its place, such as "Passed", set the status unless a column already did. */
function takeStatus(reading: PriceReading, fields: Record<string, unknown>): Amount | undefined {
  if (!reading || !('status' in reading)) return reading;
  if (fields.sale_status === undefined && fields.is_sold === undefined) fields.sale_status = reading.status;
  return undefined;
}

/** Builds the step that reads estimates from two columns or from one with both. Without a rate they are left out. */
function estimatesReader(rules: PriceRules, profile: Profile, rateOf: RateTable) {
  const read = (source: Source | undefined) => source && amountReader(source, rules, profile);
  const [low, high, both] = [rules.estimate_low, rules.estimate_high, rules.estimate].map(read);
  return (row: Row, fields: Record<string, unknown>, currency: string | Rejection): Rejection[] => {
    const problems: Rejection[] = [];
    const set = (field: string, amounts: Amounts | Rejection | undefined, end: 'low' | 'high') => {
      if (!amounts || 'status' in amounts) return;
      if ('code' in amounts) problems.push({ ...amounts, field, code: 'wrong_type' });
      else {
        const rate = rateOf(amounts[end].currency ?? String(currency), dayOf(fields));
        if (rate) fields[field] = Math.round(amounts[end].value * rate.usdPerUnit);
      }
    };
    const range = both?.(row);
    set('estimate_low_usd', range ?? low?.(row), 'low');
    set('estimate_high_usd', range ?? high?.(row), 'high');
    return problems;
  };
}

/** The currency of an amount, from its column or its sign; a rejection if the two contradict each other. */
function currencyOf(named: string | undefined, amount: Amount | undefined): string | Rejection {
  const code = named?.toUpperCase() ?? amount?.currency;
  if (code === undefined) {
    return { field: 'currency', code: 'required', message: 'The price has no currency.' };
  }
  if (!/^[A-Z]{3}$/.test(code)) {
    return {
      field: 'currency',
      code: 'not_allowed',
      message: `"${named}" is not a currency code such as HKD.`,
    };
  }
  if (amount?.currency !== undefined && amount.currency !== code) {
    const message = `The sign of the price means ${amount.currency}, but the currency column has ${code}.`;
    return { field: 'price_final_usd', code: 'bad_price', message };
  }
  return code;
}

/** Whether the price is the one at which the lot sold: the status is sold, or neither status nor `is_sold` is given. */
function isSale({ is_sold, sale_status: status }: Record<string, unknown>): boolean {
  if (status !== undefined && status !== 'unknown') return status === 'sold';
  return is_sold === undefined ? status === undefined : String(is_sold).toLowerCase() === 'true';
}

/** Whether the lot was offered at an auction and did not sell. */
function isOffered({ is_sold, sale_status: status }: Record<string, unknown>): boolean {
  return status === 'unsold' || status === 'withdrawn' || (is_sold !== undefined && status !== 'listing');
}

/** The day of a sale; undated sales get one before every rate, so that only dollars are converted. */
function dayOf({ auction_date }: Record<string, unknown>): string {
  return typeof auction_date === 'string' ? auction_date : '';
}

function addFlag(fields: Record<string, unknown>, flag: string): void {
  fields.flags = [...((fields.flags as string[] | undefined) ?? []), flag];
}

/** A rate as it applies to a sale. */
interface AppliedRate {
  usdPerUnit: number;
  /** First day on which the rate holds. */
  date: string;
}

/** Finds the last rate of a currency at or before a day (YYYY-MM-DD). */
type RateTable = (currency: string, day: string) => AppliedRate | undefined;

/** Builds the lookup of rates. The rate of the US dollar is always 1. */
export function rateTable(rates: readonly Rate[]): RateTable {
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  // The sort is stable: the later of two rates for one day counts.
  for (const list of byCurrency.values())
    list.sort((a, b) => Number(a.date > b.date) - Number(a.date < b.date));

  return (currency, day) => {
    if (currency === 'USD') return { usdPerUnit: 1, date: day };
    // A currency has a few hundred rates, so a scan is fast enough.
    const rate = byCurrency.get(currency)?.findLast(({ date }) => date <= day);
    return rate && { usdPerUnit: rate.usd_per_unit, date: rate.date };
  };
}
