import type { Evidence } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import { guessNumbers } from './guess-numbers.ts';
import type { Matched } from './match-columns.ts';

/** Maximum number of texts that the draft lists as meaning no price. */
const maxNullWords = 20;

/** Drafts the rules for prices; undefined if no column has one. Adds what the values do not prove to the findings. */
export function draftPrice(
  { fields, usd }: Matched,
  findings: Findings,
): Record<string, unknown> | undefined {
  const { amount, currency, estimate, estimate_low, estimate_high } = fields;
  if (!amount) return undefined;
  const columns = [amount, usd, estimate, estimate_low, estimate_high].filter((one) => one !== undefined);
  const signs = signsOf(columns);
  const named = columns.map(({ column }) => currencyInName(column.column)).find((code) => code !== undefined);
  for (const sign of Object.keys(signs)) {
    if (currency || named) signs[sign] = shared(sign) ? (named ?? signs[sign]!) : signs[sign]!;
    else if (shared(sign)) findings.suppose(`"${sign}" means ${signs[sign]} (${sharedSigns[sign]})`, amount);
  }
  const codes = [...new Set(Object.values(signs))];
  const only = named ?? (codes.length === 1 ? codes[0] : undefined);
  if (!currency && !only && codes.length === 0) {
    findings.suppose('prices are in US dollars, since no column has the currency', amount);
  }
  const currencySource = currency
    ? currency.column.column
    : only
      ? { value: only }
      : codes.length === 0
        ? { value: 'USD' }
        : undefined;
  // If a column names the currency, a sign of several currencies would contradict it.
  const kept = Object.entries(signs).filter(([sign]) => !(currency && shared(sign)));
  const dropped = Object.keys(signs).filter((sign) => currency && shared(sign));
  const source = (one: Evidence) => priceSource(one, dropped, findings);
  return {
    amount: source(amount),
    ...(currencySource !== undefined && { currency: currencySource }),
    ...(kept.length > 0 && { signs: Object.fromEntries(kept) }),
    ...(usd && { usd: source(usd) }),
    ...(estimate && !estimate_low && { estimate: source(estimate) }),
    ...(estimate_low && { estimate_low: source(estimate_low) }),
    ...(estimate_high && { estimate_high: source(estimate_high) }),
    ...(!isUsd(currencySource) && { rates: 'monthly-averages' }),
  };
}

const shared = (sign: string) => sign in sharedSigns;
const isUsd = (source: unknown) => (source as { value?: unknown } | undefined)?.value === 'USD';

function signsOf(columns: readonly Evidence[]): Record<string, string> {
  const words = columns.flatMap(({ numbers, column }) => [
    ...numbers.words,
    ...column.sample.flatMap((text) => text.match(/(?:[A-Z]{1,3})?\p{Sc}|\b[A-Z]{3}\b/gu) ?? []),
  ]);
  return Object.fromEntries(
    [...new Set(words)].flatMap((word) => {
      const code = currencyOfSign(word);
      return code === undefined ? [] : [[word, code]];
    }),
  );
}

function priceSource({ column }: Evidence, droppedSigns: string[], findings: Findings): unknown {
  const { format, words, wordsOnly, ranges } = guessNumbers(column.sample, true);
  const plain = words.filter((word) => currencyOfSign(word) === undefined);
  const units = [...plain.filter((word) => word.length <= 15), ...droppedSigns];
  if (format.thousands === '.' && column.sample.every((text) => !text.includes(','))) {
    findings.suppose(`a dot separates thousands in "${column.column}"`, { column });
  }
  const nulls = wordsOnly.slice(0, maxNullWords);
  if (nulls.length > 0) {
    findings.suppose(`these mean "no price" in "${column.column}"`, { column, values: nulls });
  }
  const isRange = ranges >= 0.3 && !/est|sch.tz|stima|taxe/i.test(column.column);
  if (isRange) findings.suppose(`the lower end of the ranges in "${column.column}" is the price`, { column });
  const numbers = { ...format, ...(units.length > 0 && { units }) };
  const extras = {
    ...(nulls.length > 0 && { null_words: nulls }),
    ...(Object.keys(numbers).length > 0 && { numbers }),
    ...(isRange && { range: 'low' }),
  };
  return Object.keys(extras).length > 0 ? { column: column.column, ...extras } : column.column;
}

/** Currencies by the signs that stand beside amounts; a code of three capital letters is its own sign. */
const signs: Record<string, string> = {
  ...{
    $: 'USD',
    US$: 'USD',
    U$: 'USD',
    '€': 'EUR',
    EURO: 'EUR',
    EUROS: 'EUR',
    '£': 'GBP',
    'Fr.': 'CHF',
    'SFr.': 'CHF',
  },
  ...{
    Fr: 'CHF',
    SFr: 'CHF',
    HK$: 'HKD',
    AU$: 'AUD',
    A$: 'AUD',
    CA$: 'CAD',
    C$: 'CAD',
    S$: 'SGD',
    NT$: 'TWD',
  },
  ...{ '₹': 'INR', '฿': 'THB', '₩': 'KRW', '¥': 'JPY', Rs: 'INR', 'Rs.': 'INR', RMB: 'CNY' },
};

/** Signs of several currencies; the draft assumes one. */
const sharedSigns: Record<string, string> = {
  $: 'US, Canadian, Australian, … dollars',
  '¥': 'Japanese or Chinese',
  Rs: 'Indian, Sri Lankan, Pakistani, … rupees',
  'Rs.': 'Indian, Sri Lankan, Pakistani, … rupees',
};

const codes =
  /^(USD|EUR|GBP|CHF|HKD|JPY|CNY|LKR|INR|SGD|AUD|CAD|NZD|THB|SEK|NOK|DKK|ZAR|KRW|TWD|MYR|IDR|BRL|MXN|AED|TRY|PLN|CZK|HUF|ILS|PHP|FRF|DEM|ITL|BEF|NLG|ATS)$/i;

/** The currency of a sign beside an amount; undefined for any other word. */
function currencyOfSign(word: string): string | undefined {
  if (codes.test(word)) return word.toUpperCase();
  return Object.entries(signs).find(([sign]) => sign.toLowerCase() === word.toLowerCase())?.[1];
}

/** The currency in the name of a column: "Asking Price (LKR)", "Prix en €". */
function currencyInName(column: string): string | undefined {
  return column
    .split(/[^\p{L}\p{Sc}.]+|(?<=[a-z])_|_(?=[a-z])/u)
    .filter((word) => word.length > 2 || /\p{Sc}/u.test(word))
    .map(currencyOfSign)
    .find((currency) => currency !== undefined);
}
