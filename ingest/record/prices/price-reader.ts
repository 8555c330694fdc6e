import type { SaleStatus } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import type { PriceRules, Profile, Rate } from '../profile/profile.ts';
import { numberReader } from '../profile/read-number.ts';
import { addFlag, type FieldReader, type Row, sourceReader } from '../profile/read-source.ts';
import { columnsIn, type Source } from '../profile/source.ts';
import type { Rejection } from '../rejection.ts';
import { statusIn } from '../sale-status-words.ts';
import { currenciesIn, estimateWords, type Money, moneyIn, moneyTokens } from './read-money.ts';

/**
 * Builds the step that reads a price, converts it to US dollars by the rate of the sale's date, and keeps the original.
 * A dollar price that the source gives is used as it is. Without a date or a rate, only the original price is kept.
 * The price of a lot that was not sold is kept and never converted. Of a price with premium and a hammer price side by
 * side, the one with premium is the price.
 */
export function priceReader(rules: PriceRules, profile: Profile): FieldReader {
  const ofDollars = { signs: { $: 'USD', ...rules.signs } };
  const sources = [rules.premium, rules.hammer, rules.amount, rules.usd];
  const readers = sources.map(
    (source) => source && priceOf(source, source === rules.usd ? ofDollars : rules, profile),
  );
  const main = sources.find((source) => source !== undefined) ?? {};
  const readCurrency = rules.currency && currencyReader(rules.currency, rules, profile);
  const rateOf = rateTable(rules.rates ?? []);
  const readEstimates = estimatesReader(rules, profile, rateOf);

  return (row, fields) => {
    const readings = readers.map((read) => read?.(row));
    const named = readCurrency?.(row);
    for (const reading of readings) if (reading && 'code' in reading) return [reading];
    const [premium, hammer, amount, given] = readings.map((reading) =>
      wholePrice(takeWords(reading as PriceReading, fields), rules, fields),
    );
    const original = premium ?? hammer ?? amount;
    const currency = currencyOf(named, original, main);
    if (typeof currency !== 'string' && original) return [currency];
    if (given?.codes?.includes('USD') === false) {
      return [badPrice(rules.usd!, `The price is in ${given.codes[0]}, not in US dollars.`)];
    }
    if (premium ?? hammer) fields.price_basis = premium ? 'premium' : 'hammer';
    const contradiction = basisIn([original, given], fields, main);
    if (contradiction) return [contradiction];

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
      if (rate) fields.price_final_usd = Math.round(original.value * rate);
      if (rate && currency !== 'USD') addFlag(fields, 'CURRENCY_CONVERTED');
      if (premium && hammer && hammer.value > premium.value)
        return [badPrice(rules.hammer!, 'The hammer price is above the price with premium.')];
      if (premium && hammer && rate) fields.price_hammer_usd = Math.round(hammer.value * rate);
    }
    readEstimates(row, fields, named);
    return [];
  };
}

/** The content of a price cell: an amount or a range, or a sale status in words such as "Passed". */
type Amounts = Money | { status: SaleStatus };

/**
 * Builds a reader of amounts and of ranges such as "CHF 8,000 – 12,000", whose ends share their sign.
 * @param ignored words that say nothing here
 * @returns a function of a row; it returns undefined for an empty cell, and the same `low` and `high` for one amount
 */
function amountReader(
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
function badPrice(source: Source, message: string): Rejection {
  const names = columnsIn(source).map((name) => `"${name}"`);
  const where = names.length > 0 ? `${names.join(', ')}: ` : '';
  return { field: 'price_final_usd', code: 'bad_price', message: `${where}${message}` };
}

/** The price of the lot: a price per carat times the weight. Without a weight there is none. */
function wholePrice(
  price: Amount | undefined,
  { per }: PriceRules,
  { carat }: Record<string, unknown>,
): Amount | undefined {
  if (!price || per === undefined) return price;
  return typeof carat === 'number' ? { ...price, value: round(price.value * carat, 2) } : undefined;
}

/** One price, with what the text beside it says. */
type Amount = Omit<Money, 'low' | 'high'> & { value: number };
type PriceReading = Amount | { status: SaleStatus } | undefined;

/** Builds a reader of one price; of a range it takes the end that the source's `range` names. */
function priceOf(source: Source, rules: Pick<PriceRules, 'signs'>, profile: Profile) {
  const read = amountReader(source, rules, profile);
  const rangeWithoutRule = badPrice(
    source,
    'The price is a range. Add range: low or range: high to the profile to choose an end.',
  );
  return (row: Row): PriceReading | Rejection => {
    const amounts = read(row);
    if (!amounts || !('low' in amounts)) return amounts;
    const { low, high, ...words } = amounts;
    if (low === high || source.range === 'low') return { value: low, ...words };
    return source.range === 'high' ? { value: high, ...words } : rangeWithoutRule;
  };
}

/** Returns the amount. Words such as "Passed", or "sold for" beside it, set the status unless a column already did. */
function takeWords(reading: PriceReading, fields: Record<string, unknown>): Amount | undefined {
  const isOpen = fields.sale_status === undefined && fields.is_sold === undefined;
  if (reading?.status !== undefined && isOpen) fields.sale_status = reading.status;
  // Sources write 0 where a lot has no price.
  return reading && 'value' in reading && reading.value > 0 ? reading : undefined;
}

/** Sets the basis that a price states. A rejection if the profile says otherwise. */
function basisIn(
  prices: (Amount | undefined)[],
  fields: Record<string, unknown>,
  source: Source,
): Rejection | undefined {
  const basis = prices.find((price) => price?.basis !== undefined)?.basis;
  if (basis === undefined) return undefined;
  const { price_basis: given = 'unknown' } = fields;
  if (given !== 'unknown' && given !== basis) {
    return badPrice(
      source,
      `The text says that the price is of the basis ${basis}, but price_basis is ${given}.`,
    );
  }
  fields.price_basis = basis;
  return undefined;
}

/**
 * Builds the step that reads estimates from two columns or from one with both; a single amount is both. Without a rate
 * they are left out, and also if their text cannot be read, which is flagged.
 */
function estimatesReader(rules: PriceRules, profile: Profile, rateOf: RateTable) {
  const read = (source: Source | undefined) => source && amountReader(source, rules, profile, estimateWords);
  const [low, high, both] = [rules.estimate_low, rules.estimate_high, rules.estimate].map(read);
  return (row: Row, fields: Record<string, unknown>, named: Currencies | undefined): void => {
    const set = (field: string, amounts: Amounts | Rejection | undefined, end: 'low' | 'high') => {
      if (!amounts || (!('low' in amounts) && !('code' in amounts))) return;
      const own = (rules.estimate ?? rules[`estimate_${end}`])?.currency;
      const currency = 'low' in amounts ? currencyOf(own ? [own] : named, amounts, undefined) : undefined;
      if (typeof currency !== 'string') return addFlag(fields, 'ESTIMATE_UNREADABLE');
      const rate = rateOf(currency, dayOf(fields));
      if (rate) fields[field] = Math.round((amounts as Money)[end] * rate);
    };
    const range = both?.(row);
    set('estimate_low_usd', range ?? low?.(row), 'low');
    set('estimate_high_usd', range ?? high?.(row), 'high');
  };
}

/** The currencies that a text may mean, or the rejection of a text that means none. */
type Currencies = readonly string[] | Rejection;

function currencyReader(source: Source, { signs }: PriceRules, profile: Profile) {
  const read = sourceReader(source, profile);
  const tokensOf = moneyTokens(signs);
  return (row: Row): Currencies | undefined => {
    const text = read(row);
    if (text === undefined) return undefined;
    const codes = currenciesIn(tokensOf(text));
    if (codes) return codes;
    const where = source.column === undefined ? '' : `"${source.column}": `;
    const message = `${where}"${text}" is not a currency such as HKD or HK$. Define it under price.signs in the profile.`;
    return { field: 'currency', code: 'not_allowed', message };
  };
}

/** The currency of an amount, from its column or its sign; a rejection if they contradict each other, or leave several. */
function currencyOf(
  named: Currencies | undefined,
  amount: Pick<Money, 'codes'> | undefined,
  source: Source | undefined,
): string | Rejection {
  if (named && 'code' in named) return named;
  const own = amount?.codes;
  const codes = (own && named?.filter((code) => own.includes(code))) ?? own ?? named;
  if (!codes) return { field: 'currency', code: 'required', message: 'The price has no currency.' };
  if (codes.length === 1) return codes[0]!;
  if (codes.length > 1) {
    const message = `The currency may be ${codes.join(', ')}. Say which one under price.signs in the profile.`;
    return { field: 'currency', code: 'required', message };
  }
  return badPrice(
    source ?? {},
    `The sign of the price means ${own!.join(' or ')}, but its currency is given as ${named!.join(' or ')}.`,
  );
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

/** Finds what a unit of a currency was worth in US dollars on a day (YYYY-MM-DD): the last rate at or before it. */
type RateTable = (currency: string, day: string) => number | undefined;

/** Builds the lookup of rates. The rate of the US dollar is always 1. */
export function rateTable(rates: readonly Rate[]): RateTable {
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  // The sort is stable: the later of two rates for one day counts.
  for (const list of byCurrency.values())
    list.sort((a, b) => Number(a.date > b.date) - Number(a.date < b.date));

  return (currency, day) => {
    if (currency === 'USD') return 1;
    // A currency has a few hundred rates, so a scan is fast enough.
    return byCurrency.get(currency)?.findLast(({ date }) => date <= day)?.usd_per_unit;
  };
}
