import { readTitle } from '../../record/titles/read-title.ts';
import type { Evidence } from './column-evidence.ts';
import { dateRank } from './date-names.ts';
import { statusRank } from './draft-status.ts';
import {
  isCurrency,
  isEstimate,
  isMoney,
  isPlainlyCurrency,
  isPriced,
  isUsdPrice,
  priceNames,
  priceWorth,
} from './price-columns.ts';

/** A field, and the names and values by which its column is recognized. */
interface Rule {
  field: string;
  /** Matches the folded name in English, French, German or Italian. */
  name: RegExp;
  not?: RegExp;
  values?: (evidence: Evidence) => boolean;
}

const isText = ({ urls, numbers, dates }: Evidence) => urls < 0.1 && numbers.share < 0.5 && dates.share < 0.5;
/** "Spinel ring, 4.11 ct": a number beside the name of a gem is part of a title. */
const isTitle = (evidence: Evidence) =>
  isText({ ...evidence, numbers: { ...evidence.numbers, share: 0 } }) &&
  (isText(evidence) || evidence.numbers.words.some((word) => readTitle(word).gem_type !== undefined));
const notUrl = ({ urls }: Evidence) => urls < 0.1;

/** Earlier rules choose first. A column is used for one field only. */
const rules: Rule[] = [
  {
    field: 'url',
    name: /\b(url|link|href|lien|web|weblink|collegamento|source)\b/,
    values: ({ urls }) => urls >= 0.5,
  },
  { field: 'estimate_low', name: priceNames.estimate_low, values: isEstimate },
  { field: 'estimate_high', name: priceNames.estimate_high, values: isEstimate },
  { field: 'estimate', name: priceNames.estimate, values: isEstimate },
  { field: 'currency', name: priceNames.currency, values: isCurrency },
  {
    field: 'sale_status',
    name: /(?:)/,
    values: (evidence) =>
      statusRank(evidence) > 0 && !(priceNames.amount.test(evidence.name) && isPriced(evidence)),
  },
  { field: 'amount', name: priceNames.amount, not: priceNames.notAmount, values: isMoney },
  { field: 'currency', name: /(?:)/, values: isPlainlyCurrency },
  { field: 'auction_date', name: /(?:)/, values: (evidence) => dateRank(evidence) > 1 },
  {
    field: 'auction_house',
    name: /\b(house|auctioneer|maison|auktionshaus|haus|casa d ?ast[ae]|hotel des ventes|opv)\b/,
    values: isText,
  },
  {
    field: 'lot_number',
    name: /^(lot|los|lotto|lotnummer|losnummer|lotnr|n lot)( (no|nr|num|number|nummer|numero|n))?$|\b(numero|n|no|nr) (de |di )?(lot|lotto|los)\b/,
    values: ({ length }) => length < 20,
  },
  {
    field: 'sale',
    name: /^(sale|auction|vente|auktion|asta)( (no|nr|number|name|id|title|nummer|numero|titel|titre))?$|\b(auktionsnummer|numero (de )?vente|numero asta)\b/,
    values: notUrl,
  },
  {
    field: 'labs',
    name: /\b(labs?|laborator\w*|labor|certif\w*|reports?|zertifikat|gutachten|rapport|certificato)\b/,
    values: ({ laboratories }) => laboratories >= 0.3,
  },
  {
    field: 'treatment',
    name: /\b(treat\w*|enhanc\w*|heat\w*|traitement\w*|behandlung\w*|trattament\w*)\b/,
    values: isText,
  },
  {
    field: 'origin',
    name: /\b(origins?|origine|provenance|herkunft|provenienza|fundort|country|pays|land|paese|locality)\b/,
    values: (evidence) => isText(evidence) && evidence.origins >= 0.3,
  },
  {
    field: 'gem_type',
    name: /\b(gems?|gemstones?|stones?|variet\w*|species|stein|edelstein|pierre|gemme|pietra|gemma|material\w*|materiau|type|typ|tipo)\b/,
    values: ({ gems }) => gems >= 0.5,
  },
  {
    field: 'carat',
    name: /\b(carats?|cts?|karat|carati|carato|weight|gewicht|poids|peso)\b/,
    not: /\b(g|gr|gram\w*|gramm\w*|grammi|mg|kg|gold|or|oro|per|price|prix|preis|prezzo|total price)\b/,
    values: ({ numbers }) => numbers.share >= 0.5 && !numbers.words.some(isGram),
  },
  {
    field: 'title',
    name: /\b(title|titel|titre|titolo|description|designation|bezeichnung|beschreibung|descrizione|libelle|objekt|oggetto|objet|name|article|artikel|item|lot title)\b/,
    not: /\b(seller|shop|house|sale|auction|slug)\b/,
    values: isTitle,
  },
  {
    field: 'location',
    name: /\b(location|city|place|saleroom|venue|lieu|ville|ort|standort|stadt|luogo|citta|sede)\b/,
    values: isText,
  },
  { field: 'url', name: /(?:)/, values: ({ urls }) => urls >= 0.9 },
];

const isGram = (word: string) => /^(g|gr|gm|gms|grams?|grammes?|gramm|grammi|mg|kg)\.?$/i.test(word);

/** The columns of a file by their fields. */
export interface Matched {
  fields: Partial<Record<string, Evidence>>;
  /** A column of prices in dollars beside one in another currency. */
  usd?: Evidence;
  /** Other columns that could have the price. */
  otherPrices: Evidence[];
  /** Columns named as a weight that may hold grams. */
  grams: Evidence[];
}

/** Finds the column of each field, by name and values. */
export function matchColumns(all: readonly Evidence[]): Matched {
  const columns = all.filter(({ column, isIndex }) => column.filled > 0 && !isIndex);
  const fields: Matched['fields'] = {};
  const taken = new Set<Evidence>();
  for (const { field, name, not, values = () => true } of rules) {
    if (fields[field]) continue;
    const fits = columns.filter(
      (one) => !taken.has(one) && name.test(one.name) && !not?.test(one.name) && values(one),
    );
    // Beside a price in another currency, one in dollars is not read twice.
    const isOnlyUsd = field !== 'amount' || fits.every(isUsdPrice);
    const best = fits
      .filter((one) => isOnlyUsd || !isUsdPrice(one))
      .reduce<Evidence | undefined>((a, b) => (a && worth(field, a) >= worth(field, b) ? a : b), undefined);
    if (!best) continue;
    fields[field] = best;
    taken.add(best);
  }
  const isPrice = ({ name }: Evidence) => priceNames.amount.test(name) && !priceNames.notAmount.test(name);
  const prices = columns.filter((one) => !taken.has(one) && isPrice(one) && isMoney(one));
  const usd = fields.amount && prices.find(isUsdPrice);
  const isWeight = ({ name, column }: Evidence) =>
    /\b(weight|gewicht|poids|peso)\b/.test(name) && fields.carat?.column !== column;
  return {
    fields,
    ...(usd && { usd }),
    otherPrices: prices.filter((one) => one !== usd),
    grams: columns.filter(isWeight),
  };
}

/** Ranks the columns for a field: fuller columns, and more telling names and values, rank higher. */
function worth(field: string, evidence: Evidence): number {
  const { name, column, length, gems } = evidence;
  const { filled, distinct } = column;
  if (field === 'title')
    return filled * (/^(lot )?(title|titel|titre|titolo)$/.test(name) ? 1_000 : 1) * length;
  if (field === 'origin') return filled * evidence.origins;
  if (field === 'gem_type') return filled * gems * Math.sqrt(distinct);
  if (field === 'auction_date')
    return filled * 10 ** dateRank(evidence) * (evidence.dates.isNumeric ? 0.01 : 1);
  if (field === 'sale_status') return filled * 10 ** statusRank(evidence);
  return field === 'amount' ? priceWorth(evidence) : filled;
}
