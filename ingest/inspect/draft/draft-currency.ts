import { currenciesIn, moneyTokens } from '../../record/prices/read-money.ts';
import { countryName, type Evidence, type Matched } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import { guessMoney } from './guess-money.ts';
import { currencyInName } from './price-columns.ts';

/** The rules of a profile that give prices their currency. */
interface CurrencyRules {
  currency?: string | { value: string };
  signs?: Record<string, string>;
}

/**
 * Drafts the currency of prices from a column, the name of a column or the signs beside the amounts. A sign of several
 * currencies is a question, except "$" in a file that names no place with dollars of its own.
 */
export function draftCurrency(
  all: readonly Evidence[],
  { fields }: Matched,
  estimates: readonly Evidence[],
  findings: Findings,
): CurrencyRules {
  const { amount, currency } = fields;
  const priced = [...(amount ? [amount] : []), ...estimates];
  const guesses = priced.map((one) => guessMoney(one.column, one === amount ? 'price' : 'estimate'));
  const tokensOf = moneyTokens();
  const ambiguous = new Map(guesses.flatMap((guess) => [...guess.ambiguous]));
  const definite = Object.fromEntries(guesses.flatMap((guess) => [...guess.signs]));
  // Only Swiss amounts have apostrophes.
  const swiss = guesses.some(({ format }) => format.thousands === "'") ? ['CHF'] : [];
  const near = { places: placesIn(all, fields), signs: [...Object.values(definite), ...swiss] };
  const settle = (found: typeof ambiguous, column: Evidence, isWhole: boolean) =>
    signsOf(found, near, findings, column, isWhole);
  if (currency) {
    const inColumn = currency.column.sample.map(
      (text) => [text, currenciesIn(tokensOf(text)) ?? []] as const,
    );
    const signs = settle(new Map(inColumn.filter(([, codes]) => codes.length > 1)), currency, false);
    return { currency: currency.column.column, ...(Object.keys(signs).length > 0 && { signs }) };
  }

  const hasSigns = ambiguous.size > 0 || Object.keys(definite).length > 0;
  const namer = [amount, ...(hasSigns ? [] : estimates)].find(
    (one) => one && currencyInName(one.column.column),
  );
  const named = namer && currencyInName(namer.column.column)!;
  if (named?.codes.length === 1) {
    if (namer !== amount && amount)
      findings.suppose(`prices are in ${named.codes[0]}, as "${namer!.column.column}"`, amount);
    return { currency: { value: named.codes[0]! } };
  }
  const about = priced[0]!;
  if (!hasSigns && !named) return askAnything(about, findings);

  const unmarked = guesses.flatMap((guess) => guess.unmarked);
  const found = ambiguous.size > 0 ? ambiguous : new Map(named ? [[named.text, named.codes]] : []);
  const isWhole = unmarked.length > 0 && found.size === 1 && Object.keys(definite).length === 0;
  const signs = { ...definite, ...settle(found, about, isWhole) };
  const codes = [...new Set(Object.values(signs))];
  const rules = codes.length > 0 ? { signs } : {};
  if (unmarked.length === 0 || (codes.length === 0 && isWhole)) return rules;
  const subject = { column: about.column, values: unmarked };
  if (codes.length === 1 && found.size <= 1) {
    findings.suppose(`amounts without a sign are in ${codes[0]}`, subject);
    return { currency: { value: codes[0]! }, ...rules };
  }
  findings.suppose('amounts without a sign are rejected, since there are several currencies', subject);
  return rules;
}

/**
 * Settles signs of several currencies. "$" means US dollars unless a place or another sign suggests others. Other signs
 * mean what a clearer sign in the same prices means ("Fr." beside "CHF"), else they are asked about.
 */
function signsOf(
  ambiguous: ReadonlyMap<string, readonly string[]>,
  near: { places: readonly string[]; signs: readonly string[] },
  findings: Findings,
  { column }: Evidence,
  isWhole: boolean,
): Record<string, string> {
  const settled: Record<string, string> = {};
  for (const [sign, codes] of ambiguous) {
    const isDollar = codes[0] === 'USD';
    const clear = [...new Set(near.signs)].filter((code) => codes.includes(code));
    const likely = [...clear, ...near.places].filter((code) => codes.includes(code));
    const subject = { column, values: column.sample.filter((text) => text.includes(sign)) };
    const only = isDollar ? likely.every((code) => code === 'USD') && 'USD' : clear.length === 1 && clear[0];
    if (only) {
      settled[sign] = only;
      findings.suppose(`"${sign}" means ${only} (${nameOf(only)})`, subject);
      continue;
    }
    const answers = [...new Set([...likely, ...codes])].map((code) => ({
      means: nameOf(code),
      set: { price: { signs: { [sign]: code }, ...(isWhole && { currency: { value: code } }) } },
    }));
    findings.ask('currency', `Which currency does "${sign}" mean?`, answers, subject);
  }
  return settled;
}

function askAnything({ column }: Evidence, findings: Findings): CurrencyRules {
  const answers = ['USD', 'EUR', 'GBP', 'CHF', 'HKD'].map((code) => ({
    means: `${nameOf(code)}; or another code`,
    set: { price: { currency: { value: code } } },
  }));
  const ask = `Which currency are the amounts of "${column.column}" in? The file does not say.`;
  findings.ask('currency', ask, answers, { column });
  return {};
}

const english = new Intl.DisplayNames(['en'], { type: 'currency' });
const nameOf = (code: string) => english.of(code) ?? code;

/** Places whose dollars are not those of the USA. */
const dollarPlaces: [RegExp, string][] = [
  [/\bhong ?kong\b|香港/, 'HKD'],
  [/\b(australi(?:a|e|en)|sydney|melbourne|brisbane|adelaide)\b/, 'AUD'],
  [/\b([ck]anad[aá]|toronto|vancouver|montr[eé]al|calgary|ottawa)\b/, 'CAD'],
  [/\bsinga(pore|pour|pur)\b/, 'SGD'],
  [/\b(new zealand|auckland|wellington)\b/, 'NZD'],
  [/\bm[eé]xico\b|\b(mexi(que|ko)|messico)\b/, 'MXN'],
  [/\btai(wan|pei)\b/, 'TWD'],
];

const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const countryOf = (text: string) => (/^[A-Z]{2}$/.test(text) && regions.of(text)) || text;

/** The currencies of dollars of the places that a file names, apart from those that gems and titles name. */
function placesIn(
  all: readonly Evidence[],
  { title, origin, gem_type, ...fields }: Matched['fields'],
): string[] {
  const others = all.filter(
    (one) => ![title, origin, gem_type, fields.amount].includes(one) && one.length < 60,
  );
  const texts = others.map(({ name, column }) => {
    const places = countryName.test(name) ? column.sample.map(countryOf) : column.sample;
    return [column.column, ...places].join('\n').toLowerCase();
  });
  return dollarPlaces.filter(([place]) => texts.some((text) => place.test(text))).map(([, code]) => code);
}
