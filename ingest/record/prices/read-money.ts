import type { PriceBasis, SaleStatus } from '../../../mappings/record.ts';
import { currenciesByKey, priceKey, usualCurrencies } from '../../../mappings/vocabulary/currencies.ts';
import { statusSpellings } from '../sale-status-words.ts';

/** A part of a money text. Punctuation and words that say nothing more are left out. */
export type MoneyToken = { text: string } & (
  | { kind: 'number' }
  | { kind: 'currency'; codes: readonly string[] }
  | { kind: 'magnitude'; zeros: number }
  | { kind: 'basis'; basis: PriceBasis }
  | { kind: 'status'; status: SaleStatus }
  /** Before a range, between its ends, between them after "between", and words that may also mean "at" ("à", "a"). */
  | { kind: 'from' | 'to' | 'and' | 'at' | 'open' | 'close' | 'filler' }
  | { kind: 'unknown' }
);
type Meaning = MoneyToken extends infer T ? (T extends MoneyToken ? Omit<T, 'text'> : never) : never;

/** An amount, or the two ends of a range. */
export interface Money {
  low: number;
  high: number;
  /** The currencies that its signs may mean, the likeliest first; absent without a sign. */
  codes?: readonly string[];
  basis?: PriceBasis;
  status?: SaleStatus;
}

const magnitudes: Record<number, string> = {
  3: 'K; thousand; tausend; Tsd; mille; mila',
  4: '万; 萬',
  5: 'lakh; lac; lacs',
  6: 'm; mm; mn; mio; mln; million; Millionen; milione; milioni; millón; millones; millions de; millions d; milioni di; millones de',
  7: 'crore; cr',
  8: '亿; 億',
  9: 'bn; billion; Mrd; Mia; mld; milliard; Milliarde; Milliarden; miliardo; miliardi; milliards de',
};

const combined = (first: string, second: string) =>
  first.split('; ').flatMap((a) => second.split('; ').map((b) => `${a} ${b}`));

const english = "premium; buyer's premium; the buyer's premium; fees; commission";
const withPremium = [
  ...combined('with; incl; inc; including; inclusive; inclusive of', english),
  ...combined("premium; buyer's premium; fees; commission", 'included; incl'),
  ...combined('mit; inkl; inklusive; einschliesslich; einschließlich', 'Aufgeld'),
  ...'frais compris; frais inclus; avec frais; con diritti; diritti inclusi; commissioni incluse'.split('; '),
];
const withoutPremium = [
  ...combined('without; excl; excluding; exclusive of; before; plus; +', english),
  ...combined('ohne; exkl; zzgl; zuzüglich; plus; +', 'Aufgeld'),
  ...'hors frais; sans frais; + frais; plus frais; senza diritti; diritti esclusi; + diritti'.split('; '),
  ...'hammer; hammer price; Hammerpreis; Zuschlag; Zuschlagspreis; Zuschlagpreis; adjudication; marteau'.split(
    '; ',
  ),
  ...'prix marteau; prix au marteau; martillo; precio de martillo; remate; precio de remate'.split('; '),
  ...'aggiudicazione; prezzo di aggiudicazione'.split('; '),
];
const fillers =
  'price; final price; sold price; sale price; selling price; price realised; price realized; realised price; realized price; ' +
  'prix; prix de vente; Preis; Verkaufspreis; Erlös; prezzo; prezzo di vendita; precio; precio de venta; result; Ergebnis; résultat; risultato; ' +
  'realised; realized; at; for; pour; für';

/** Words of estimates. Beside a price they mean that it is none. */
export const estimateWords =
  'est; estimate; estimated; estimated price; estimated at; estimation; Schätzpreis; Schätzung; Schätzwert; Taxe; stima'.split(
    '; ',
  );

const meanings = new Map<string, Meaning>([
  ...statusSpellings.map(({ folded, status }) => [priceKey(folded), { kind: 'status', status }] as const),
  ...[...currenciesByKey].map(([key, codes]) => [key, { kind: 'currency', codes }] as const),
  ...Object.entries(magnitudes).flatMap(([zeros, words]) =>
    keyed(words.split('; '), { kind: 'magnitude', zeros: Number(zeros) }),
  ),
  ...keyed(withPremium, { kind: 'basis', basis: 'premium' }),
  ...keyed(withoutPremium, { kind: 'basis', basis: 'hammer' }),
  ...keyed(fillers.split('; '), { kind: 'filler' }),
  ...keyed([...'.:;,'], { kind: 'filler' }),
  ...keyed(['(', '['], { kind: 'open' }),
  ...keyed([')', ']'], { kind: 'close' }),
  ...keyed(['from', 'von', 'de', 'da', 'between', 'entre', 'zwischen', 'tra'], { kind: 'from' }),
  ...keyed(['to', 'bis', ...'–—−~/-'], { kind: 'to' }),
  ...keyed(['and', 'et', 'und', 'e', 'y'], { kind: 'and' }),
  ...keyed(['à', 'a'], { kind: 'at' }),
]);

function keyed(words: readonly string[], meaning: Meaning) {
  return words.map((word) => [priceKey(word) || word, meaning] as const);
}

/** A longer text is a description. */
const maxMoneyLength = 200;

/** The words of the longest known phrase. */
const maxWords = 7;

/** A number, with a dash for its cents ("1.200,-", "500.–", "500/-"); a word; or another character. */
const part =
  /\s*(?:(\d(?:[\d.,'’‘`´\s]*\d)?|[.,]\d+)(?:\s?[.,:/]\s?[-–—]{1,2}(?!\s*\d))?|\p{sc=Han}|\p{L}[\p{L}\p{M}]*\.?|.)/gsu;

/**
 * Builds the step that takes a money text apart.
 * @param signs currencies by signs or names, which take precedence over the known ones
 * @param ignored words that say nothing
 * @returns a function that returns undefined for a text of more than 200 characters
 */
export function moneyTokens(signs: Readonly<Record<string, string>> = {}, ignored: readonly string[] = []) {
  const own = new Map<string, Meaning>([
    ...keyed(ignored, { kind: 'filler' }),
    ...Object.entries(signs).flatMap(([sign, code]) => keyed([sign], { kind: 'currency', codes: [code] })),
  ]);
  const meaningOf = (words: string) => {
    const key = priceKey(words);
    return own.get(key) ?? meanings.get(key || words.trim());
  };
  return (written: string): MoneyToken[] | undefined => {
    if (written.length > maxMoneyLength) return undefined;
    const text = written.trim();
    const parts = [...text.matchAll(part)].map(({ 0: whole, 1: number, index }) => {
      return { number, start: index, end: index + whole.length };
    });
    const tokens: MoneyToken[] = [];
    for (let at = 0; at < parts.length; at++) {
      const { number, start } = parts[at]!;
      if (number !== undefined) {
        tokens.push({ kind: 'number', text: number });
        continue;
      }
      // The longest known phrase that begins here, else a word without a meaning.
      const phrases = parts.slice(at, at + maxWords).map(({ end }) => text.slice(start, end));
      const longest = Math.max(0, phrases.findLastIndex(meaningOf));
      const words = phrases[longest]!;
      tokens.push({ ...(meaningOf(words) ?? { kind: 'unknown' }), text: words.trim() } as MoneyToken);
      at += longest;
    }
    return tokens;
  };
}

type NumberOf = (text: string) => number | undefined;

/**
 * Reads a money text as a whole: "CHF 3,500 (including premium)", "1.2 – 1.5 million", "HK$ 150,000 (US$ 19,200)", whose
 * amount in brackets repeats the first in another currency.
 * @param numberOf reads a number as the source writes it
 * @returns undefined if any part has no meaning, or the parts do not fit together
 */
export function moneyIn(tokens: readonly MoneyToken[], numberOf: NumberOf): Money | undefined {
  const [open, close] = [tokens.findIndex(isKind('open')), tokens.findLastIndex(isKind('close'))];
  const inner = tokens.slice(open + 1, close);
  if (open === -1 || !inner.some(isKind('number'))) return amountsIn(tokens, numberOf);
  const first = amountsIn([...tokens.slice(0, open), ...tokens.slice(close + 1)], numberOf);
  const repeated = amountsIn(inner, numberOf);
  const isOther = repeated?.codes?.every((code) => first?.codes?.includes(code) === false) && !repeated.basis;
  return isOther ? first : undefined;
}

const isKind = (kind: MoneyToken['kind']) => (token: MoneyToken) => token.kind === kind;

function amountsIn(tokens: readonly MoneyToken[], numberOf: NumberOf): Money | undefined {
  const ends: { value: number; zeros?: number }[] = [];
  const found: Pick<Money, 'codes' | 'basis' | 'status'> = {};
  const isFrom = tokens.some(isKind('from'));
  let separators = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'unknown') return undefined;
    if (token.kind === 'number') {
      const value = numberOf(token.text);
      if (value === undefined || ends.length > separators) return undefined;
      ends.push({ value });
    } else if (token.kind === 'magnitude') {
      if (tokens[at - 1]?.kind !== 'number') return undefined;
      ends.at(-1)!.zeros = token.zeros;
    } else if (token.kind === 'to' || token.kind === 'and') {
      if (ends.length !== 1 || (token.kind === 'and' && !isFrom)) return undefined;
      separators = 1;
    } else if (token.kind === 'at' && ends.length === 1) separators = 1;
    else if (!isAgreed(found, token)) return undefined;
  }
  if (ends.length !== separators + 1 || (isFrom && ends.length === 1)) return undefined;
  const range = scaled(ends[0]!, ends.at(-1)!);
  return range && { ...range, ...found };
}

/** Adds what a token says of the amount; false if another token says otherwise. */
function isAgreed(found: Pick<Money, 'codes' | 'basis' | 'status'>, token: MoneyToken): boolean {
  if (token.kind === 'currency') {
    found.codes = found.codes?.filter((code) => token.codes.includes(code)) ?? token.codes;
    return found.codes.length > 0;
  }
  if (token.kind === 'basis') found.basis ??= token.basis;
  if (token.kind === 'status') found.status ??= token.status;
  return token.kind === 'basis'
    ? found.basis === token.basis
    : token.kind !== 'status' || found.status === token.status;
}

/**
 * The ends with their magnitudes. In "1.2 – 1.5 million" both are millions, in "800,000 – 1.2 million" only one is.
 * Undefined where a magnitude or thousands may be shared or not, as in "900 – 1.2 million" and "8 – 12,000".
 */
function scaled(
  low: { value: number; zeros?: number },
  high: { value: number; zeros?: number },
): { low: number; high: number } | undefined {
  const shared = low.value <= high.value ? high.zeros : 0;
  const [from, to] = [timesTen(low.value, low.zeros ?? shared), timesTen(high.value, high.zeros)];
  // "1.250 million" is one or a thousand of them.
  const isDoubtful = [low, high].some(({ value, zeros }) => zeros !== undefined && value >= 1000);
  if (isDoubtful || from > to || to > Number.MAX_SAFE_INTEGER) return undefined;
  return to !== from && to >= 1000 * from ? undefined : { low: from, high: to };
}

/** Shifts the decimal sign, without the errors of a multiplication. */
const timesTen = (value: number, zeros = 0) => Number(`${value}e${zeros}`);

/** The currencies that a text such as "HK$", "Swiss francs" or "GBP (£)" may mean; undefined for any other text. */
export function currenciesIn(tokens: readonly MoneyToken[] = []): readonly string[] | undefined {
  const found: Pick<Money, 'codes'> = {};
  const fits = tokens.every((token) =>
    ['currency', 'open', 'close', 'filler', 'to'].includes(token.kind) ? isAgreed(found, token) : false,
  );
  return fits ? found.codes : undefined;
}

const tokensOfNames = moneyTokens();

/** The words of a name apart: "lotTitle" and "lot_title" are "lot Title" and "lot title". */
const wordsApart = (name: string): string =>
  name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_.]/g, ' ');

/**
 * Finds the sign, code or name of a currency in the name of a column: "Hammer (CHF)", "price_usd", "Prix en €".
 * @returns the name without it, and the currencies that it may mean if there is one
 */
export function currencyInName(column: string): { rest: string; text?: string; codes?: readonly string[] } {
  const name = wordsApart(column);
  const found = (tokensOfNames(name) ?? []).find(
    (token) =>
      token.kind === 'currency' &&
      token.codes.every((code) => usualCurrencies.has(code)) &&
      (token.text.length > 2 || /\p{Sc}/u.test(token.text) || name.includes(`(${token.text})`)),
  );
  if (found?.kind !== 'currency') return { rest: name };
  return { rest: name.replace(found.text, ' '), text: found.text, codes: found.codes };
}
