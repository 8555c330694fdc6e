import { usualCurrencies } from '../../record/prices/currencies.ts';
import { currenciesIn, type MoneyToken, moneyTokens } from '../../record/prices/read-money.ts';
import { wordsApart } from '../column-statistics.ts';
import type { Evidence } from './column-evidence.ts';
import { guessMoney } from './guess-money.ts';

const estimate = /\b(est|estimat\w*|estimaci\w*|estimad[oa]|\w*schatz\w*|stima\w*|taxe|taxwert)\b/;
const low = /\b(low\w*|mini?\w*|basse?|bas|unten|untere\w*|von|bassa|bajo|baja|da|desde|from)\b/;
const high = /\b(high\w*|max\w*|massim\w*|hauts?|hautes?|oben|obere\w*|bis|alta|alto|hasta|to)\b/;
const both = (a: RegExp, b: RegExp) => new RegExp(`(?=.*${a.source})(?=.*${b.source})`);

/** Names of columns of prices, by fields, in English, French, German, Italian or Spanish. */
export const priceNames = {
  estimate,
  estimate_low: both(estimate, low),
  estimate_high: both(estimate, high),
  currency: /\b(currency|currencies|ccy|curr?|cy|devise|monnaie|wahrung|valuta|moneta|moneda|divisa)\b/,
  amount:
    /\b(price|prices|hammer|amount|reali[sz]ed|sold|(?:winning|final|highest|high|top|last|current) bid|asking|prix|adjudication|adjuge|montant|marteau|vendue?|resultat|\w*preis|zuschlag|meistbot|hochstgebot|verkauft|erlos|ergebnis|betrag|prezzo|aggiudicazione|aggiudicato|venduto|realizzo|importo|risultato|results?|precio|remate|martillo|adjudicado|adjudicacion|vendido|importe)\b/,
  notAmount: new RegExp(
    [
      estimate.source,
      /\b(per|je|par|al|por) (ct|cts|carat|karat|carato|quilate)\b|\b(price|preis|prix|prezzo) (ct|cts|carat|karat)\b/
        .source,
      /\b(start\w*|opening|reserve|minimum|mindest\w*|\w*rufpreis|mise a prix|salida|partenza|base|limit\w*)\b/
        .source,
      /\b(currency|basis|type|status|index|change|shipping|insurance|date|datum|on|time|year|quantity|count|units|lots)\b/
        .source,
    ].join('|'),
  ),
};

/** Whether the values are amounts or ranges, or would be but for words beside them. */
export const isMoney = ({ column }: Evidence) => holdsMoney(column, 'price');
export const isEstimate = ({ column }: Evidence) => holdsMoney(column, 'estimate');

/** Whether a column has amounts of money. A column of only 0 and 1 has flags. */
export const isPriced = (evidence: Evidence) =>
  isMoney(evidence) && guessMoney(evidence.column).amounts.some((text) => !/^[01]$/.test(text));

function holdsMoney(column: Evidence['column'], as: 'price' | 'estimate'): boolean {
  const { share, unknown, unread, signs, ambiguous, isContradictory } = guessMoney(column, as);
  if (isContradictory) return false;
  const hasSigns = signs.size + ambiguous.size > 0;
  // "4,500 gns": the same one word beside several numbers.
  const isUnit = unknown.size === 1 && unread.length >= Math.max(2, column.sample.length / 2);
  return share >= 0.3 || (hasSigns && unknown.size > 0) || isUnit;
}

const tokensOf = moneyTokens();

/** Whether the values are currencies: signs, codes or names. */
export function isCurrency({ column }: Evidence): boolean {
  const known = column.sample.filter((text) => currenciesIn(tokensOf(text)));
  return known.length >= column.sample.length / 2 && known.length > 0;
}

/** Whether every value is a code or a sign of a currency, so that no name is needed. */
export function isPlainlyCurrency(evidence: Evidence): boolean {
  return (
    evidence.column.sample.every((text) => /^[A-Z]{3}$|^[A-Z]{0,3}\p{Sc}$/u.test(text)) &&
    isCurrency(evidence)
  );
}

/** Whether a column has prices in US dollars, by its name. */
export const isUsdPrice = (evidence: Evidence) =>
  /\busd\b/.test(evidence.name) &&
  /\b(price|final|prix|preis|prezzo|precio)\b/.test(evidence.name) &&
  !priceNames.notAmount.test(evidence.name) &&
  isMoney(evidence);

/** Ranks columns of prices: what was paid before a hammer price, before any price, before an asking price. */
export function priceWorth(evidence: Evidence): number {
  const { name, column } = evidence;
  const { share, words, unread } = guessMoney(column);
  const bases = nameTokens(column.column).flatMap((token) => (token.kind === 'basis' ? token.basis : []));
  const isPaid =
    /\b(final|reali[sz]ed|selling|sold|local|winning|paid|adjuge|vendue?|verkauft|venduto|vendido)\b/.test(
      name,
    );
  const isAsked = /\b(asking|list|offer\w*|retail|original|old|before|buy now)\b/.test(name);
  const rank = isAsked ? 1 : isPaid || bases.includes('premium') ? 4 : bases.includes('hammer') ? 3 : 2;
  const isPlain = words.length === 0 && unread.length === 0;
  return 1_000 ** rank * (isPlain ? 10 : 1) * share * (column.filled / (column.filled + 1));
}

/** The words of a column's name as parts of a money text: "TEUR" and "kEUR" are "k EUR". */
export function nameTokens(name: string): MoneyToken[] {
  const words = name
    .replace(/\b([TKM])(?=[A-Z]{3}\b|\s?\p{Sc})/gu, (letter) => `${letter === 'T' ? 'k' : letter} `)
    .replace(/\b([A-Z]{3})([km])\b/g, '$1 $2');
  return tokensOf(wordsApart(words)) ?? [];
}

/** The sign, code or name of a currency in the name of a column: "Asking Price (LKR)", "Prix en €". */
export function currencyInName(column: string): { text: string; codes: readonly string[] } | undefined {
  return nameTokens(column)
    .filter((token) => token.kind === 'currency')
    .find(
      ({ text, codes }) =>
        codes.every((code) => usualCurrencies.has(code)) &&
        (text.length > 2 || /\p{Sc}/u.test(text) || column.includes(`(${text})`)),
    );
}
