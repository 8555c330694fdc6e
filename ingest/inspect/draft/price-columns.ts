import type { PriceBasis } from '../../../mappings/record.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { usualCurrencies } from '../../record/prices/currencies.ts';
import { currenciesIn, type MoneyToken, moneyTokens } from '../../record/prices/read-money.ts';
import { wordsApart } from '../column-statistics.ts';
import type { Evidence } from './column-evidence.ts';
import { guessMoney } from './guess-money.ts';

const estimate = /\b(est|estimat\w*|estimaci\w*|estimad[oa]|\w*schatz\w*|stima\w*|taxe|taxwert)\b/;
const low = /\b(low\w*|mini?\w*|basse?|bas|unten|untere\w*|von|bassa|bajo|baja|da|de$|desde|from)\b/;
const high = /\b(high\w*|max\w*|massim\w*|hauts?|hautes?|oben|obere\w*|bis|alta|alto|hasta|to|a$)\b/;
const weightUnit = '(cts?|carats?|kara?at|carat[io]|quilates?|gr?|gram\\w*)';
const both = (a: RegExp, b: RegExp) => new RegExp(`(?=.*${a.source})(?=.*${b.source})`);

/** Names of columns of prices, by fields, in English, French, German, Italian or Spanish. */
export const priceNames = {
  estimate,
  estimate_low: both(estimate, low),
  estimate_high: both(estimate, high),
  currency: /\b(currency|currencies|ccy|curr?|cy|devise|monnaie|wahrung|valuta|moneta|moneda|divisa)\b/,
  amount:
    /\b(price|prices|hammer|amount|reali[sz]ed|sold|(?:winning|final|highest|high|top|last|current|running) bid|(?:puja|enchere|offerta) (?:ganadora|gagnante|vincente)|(?:sieger|schluss)gebot|ask|asking|pvp|tarif\w*|prix|adjudication|adjuge|montant|marteau|vendue?|resultat|\w*preis|zuschlag|meistbot|hochstgebot|verkauft|realisiert|erlos|ergebnis|betrag|prezzo|aggiudicazione|aggiudicato|venduto|battut[oa]|realizzo|importo|risultato|resultado|results?|precio|remate|martillo|adjudicado|adjudicacion|vendido|importe)\b/,
  notAmount: new RegExp(
    [
      estimate.source,
      `\\b((per|je|pro|par|au|al|a|por|price|preis|prix|prezzo|precio) ${weightUnit}|${weightUnit}preis)\\b`,
      /\b(start\w*|opening|reserve|minimum|mindest\w*|anfangs\w*|\w*rufpreis|mise a prix|depart|riserva|reserva|inicial|iniziale|salida|partenza|base|limit\w*|commission|increment|(tax|vat|tva|mwst|iva) (amount|paid|sur|on|auf|su|sobre))\b/
        .source,
      /\b(currency|basis|type|status|index|change|shipping|insurance|date|datum|on|time|year|quantity|count|units|lots|scale|exponent|precision|decimals|fraction|id|rank|level|discount)\b/
        .source,
    ].join('|'),
  ),
};

/** Whether a column has the name of a price. */
export function isPriceName(column: string): boolean {
  const name = fold(wordsApart(column));
  return priceNames.amount.test(name) && !priceNames.notAmount.test(name);
}

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

/** Chooses the column of the price by the names, in the same way for any order of the columns. */
export function choosePrice(prices: readonly Evidence[]) {
  const best = prices.toSorted((a, b) => priceWorth(b) - priceWorth(a))[0];
  if (!best) return { rivals: [], otherPrices: [] };
  const same = prices.filter((one) => wordsOfPrice(one) === wordsOfPrice(best));
  const amount = isInUsd(best) ? (same.find((one) => !isInUsd(one)) ?? best) : best;
  const usd = isInUsd(amount) ? undefined : same.find(isInUsd);
  const rest = prices.filter((one) => one !== amount && one !== usd);
  // "Rs 713,500.00" beside 713500 is the same price.
  const { values } = guessMoney(best.column);
  const isRepeated = ({ column }: Evidence) =>
    values.symmetricDifference(guessMoney(column).values).size === 0;
  const isRival = (one: Evidence) => {
    if (isRepeated(one)) return false;
    // "After-sale price" beside "Hammer price" is that of a few lots.
    if (priceRank(one) === 3 && priceRank(best) === 4) return one.column.filled > best.column.filled;
    return priceRank(one) === priceRank(best) && one.column.filled >= best.column.filled / 2;
  };
  const otherPrices = rest.filter((one) => !isRival(one));
  if (otherPrices.length < rest.length) return { rivals: [amount, ...rest.filter(isRival)], otherPrices };
  return { amount, ...(usd && { usd }), rivals: [], otherPrices };
}

const isInUsd = ({ column }: Evidence) => currencyInName(column.column)?.codes[0] === 'USD';

/** The words of a name without currencies and words that say whether it was converted. */
function wordsOfPrice({ column }: Evidence): string {
  const words = nameTokens(column.column).flatMap(({ kind, text }) => (kind === 'currency' ? [] : [text]));
  return fold(words.join(' ').replace(/\b(in|en|of|final|original|local|converted|equivalent)\b/gi, ''));
}

/** Ranks names of prices: what was paid before a hammer price, before any price, before one that was asked or paid earlier. */
export function priceRank(evidence: Evidence): 1 | 2 | 3 | 4 {
  const basis = basisInName(evidence);
  if ((askedName.test(evidence.name) || earlierSale.test(evidence.name)) && basis !== 'premium') return 1;
  return soldName.test(evidence.name) || basis === 'premium' ? 4 : basis === 'hammer' ? 3 : 2;
}

const soldName =
  /\b(final\w*|reali[sz]\w*|erzielt\w*|selling|sale|sold|winning|paid|adjuge|vendue?|vente|verkauft|verkaufs?preis|vendut[oa]|vendita|vendid[oa]|venta)\b/;
const askedName =
  /\b(ask|asking|compare|list|offer\w*|retail|wholesale|regular|original|old|previous|before|buy now|purchase|demandee?|conseille|ancien|achat|(einkaufs?|ankaufs?|listen|normal)preis|alter|richiest[oa]|listino|acquisto|precedente|lista|anterior|compra)\b/;

/** "Last sale price": of an earlier sale, unlike the last bid. */
const earlierSale =
  /^(?!.*\b(bid|gebot|enchere|offerta|puja)\b)(?=.*\b(last|letzte\w*|derniere?s?|precedent\w*|ultim[oa])\b)/;

/** The basis that the name of a column states; "Zuschlag + Aufgeld" is neither the one nor the other. */
export function basisInName({ column: { column } }: Evidence): PriceBasis | undefined {
  const found = new Set(nameTokens(column).flatMap((token) => (token.kind === 'basis' ? token.basis : [])));
  return found.size === 1 && !/[+&]|\b(plus|und|and)\b/i.test(column) ? [...found][0] : undefined;
}

function priceWorth(evidence: Evidence): number {
  const { share, words, unread } = guessMoney(evidence.column);
  const { filled } = evidence.column;
  const isPlain = words.length === 0 && unread.length === 0;
  return 1_000 ** priceRank(evidence) * (isPlain ? 10 : 1) * share * (filled / (filled + 1));
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
