import { origins, treatments } from '../../../mappings/vocabulary/index.ts';
import { maxDistinct } from '../column-statistics.ts';
import { countryName, type Evidence, isText, type Matched } from './column-evidence.ts';
import { dateRank } from './date-names.ts';
import { statusRank } from './draft-status.ts';
import {
  choosePrice,
  isCurrency,
  isEstimate,
  isMoney,
  isPlainlyCurrency,
  isPriced,
  priceNames,
} from './price-columns.ts';
import { rankTitles } from './rank-titles.ts';

/** A field, and the names and values by which its column is recognized. */
interface Rule {
  field: string;
  /** Matches the folded name in English, French, German, Italian or Spanish. */
  name: RegExp;
  not?: RegExp;
  values?: (evidence: Evidence) => boolean;
}

const notUrl = ({ urls }: Evidence) => urls < 0.1;
/** A URL that repeats is that of the sale or the shop. */
const isUrlOfLot = ({ urls, column }: Evidence) =>
  urls >= 0.5 && column.distinct >= 0.9 * Math.min(column.filled, maxDistinct);
const isPhotoOfLot = (evidence: Evidence) => {
  const { sample } = evidence.column;
  return isUrlOfLot(evidence) && sample.filter((text) => /^https:/i.test(text)).length >= sample.length / 2;
};
/** A column of countries where stones are sold as much as found says nothing about their origin. */
const isOfSale = ({ name, column }: Evidence) =>
  countryName.test(name) && column.sample.every((text) => marketName.test(origins.canonical(text) ?? ''));
const marketName =
  /^(|Australia|Austria|Brazil|Canada|China|Germany|India|Israel|Italy|Japan|Mexico|Russia|South Africa|Spain|Taiwan|Thailand|Turkey|United (Kingdom|States))$/;
const photo =
  /\b(images?|imgs?|imagen(?:es)?|immagin[ei]|photos?|fotos?|pictures?|pics?|\w*bild\w*|thumb\w*)\d*\b/;
const ofOthers = /\b(videos?|pdf|certif\w*|cert|report|lab|logo|avatar|seller|shop|sale|auction)\b/;
const notOfLot = new RegExp(`${photo.source}|${ofOthers.source}`);

/** Names of what is about the other stones of a jewel. */
const ofSideStones =
  /\b(sides?|accents?|melees?|small|other|neben\w*|seiten\w*|besatz\w*|second\w*|zweit\w*|deuxieme|accompagn\w*|halo|[2-9]|lateral\w*|laterali|entourage|contorno)\b/;

/** Earlier rules choose first. A column is used for one field only. */
const rules: Rule[] = [
  {
    field: 'url',
    name: /\b(url|link|href|lien|web|weblink|webpage|page|collegamento|enlace|source)\b/,
    not: notOfLot,
    values: isUrlOfLot,
  },
  { field: 'image_url', name: photo, not: ofOthers, values: isPhotoOfLot },
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
  {
    field: 'amount',
    name: priceNames.amount,
    not: priceNames.notAmount,
    // "sold_at" may have seconds since 1970.
    values: (evidence) => isMoney(evidence) && evidence.dates.serial !== 'Unix',
  },
  { field: 'currency', name: /(?:)/, values: isPlainlyCurrency },
  { field: 'auction_date', name: /(?:)/, values: (evidence) => dateRank(evidence) > 1 },
  {
    field: 'auction_house',
    name: /\b(house|auctioneer|maison|auktionshaus|haus|casa d ?ast[ae]|casa de subastas?|hotel des ventes|opv)\b/,
    values: isText,
  },
  {
    field: 'lot_number',
    name: /^(lot|los|lotto|lote|lotnummer|losnummer|lotnr|losnr|n lot)( (no|nr|num|number|nummer|numero|n|id))?$|\blot (no|nr|number)$|\b(numero|n|no|nr) (de |di )?(lot|lotto|los)\b/,
    values: ({ length }) => length < 20,
  },
  {
    field: 'sale',
    name: /^(sale|auction|vente|auktion|asta|subasta)( (no|nr|number|name|id|title|nummer|numero|titel|titre))?$|\b(auktionsnummer|numero (de )?vente|numero asta)\b/,
    values: notUrl,
  },
  {
    field: 'labs',
    name: /\b(labs?|laborator\w*|labor|laboratoire|certs?|certif\w*|reports?|zert\w*|gutachten|rapport|grading)\b/,
    values: ({ laboratories }) => laboratories >= 0.3,
  },
  {
    field: 'treatment',
    name: /\b(treat\w*|bearbeitung|enhanc\w*|heat\w*|traitement\w*|behandlung\w*|trattament\w*|tratamiento\w*|chauff\w*|erhitz\w*|riscald\w*)\b/,
    // "Bearbeitung" may be the cut.
    values: (one) =>
      isText(one) && (!/bearbeitung/.test(one.name) || one.column.sample.some(treatments.canonical)),
  },
  {
    field: 'origin',
    name: /\b(origins?|origine|origen|provenance|herkunft|provenienza|procedencia|fundort|country|pays|land|paese|localit\w*|localidad|gisement|fundstelle|giacimento|yacimiento|mines?|from)\b/,
    not: /\b(seller|buyer|bidder|acheteur|kaufers?|bieters?|acquirente|comprador|shop|dealer|sale|vente|auction|ship\w*)\b/,
    values: (evidence) => isText(evidence) && evidence.origins >= 0.3 && !isOfSale(evidence),
  },
  {
    field: 'gem_type',
    name: /\b(gems?|gemstones?|stones?|variet\w*|species|\w*stein(art|e)?|pierre|gemm[ae]|gemas?|pietra|piedra|material\w*|materiau|mineral\w*|type|typ|tipo)\b/,
    not: ofSideStones,
    values: ({ gems }) => gems >= 0.5,
  },
  {
    field: 'carat',
    name: /\b(carats?|cts?|ctw|tcw|kara?at|carati|carato|quilates?|ratti|weight|wt|\w*gewicht|poids|peso)\b/,
    not: /\b(gold|or|oro|metal|per|price|prix|preis|prezzo|precio|value|gross|brut|(?:brutto|gesamt)\w*|bruto|lordo|piece|jewel\w*|ring|shipping|package)\b/,
    values: ({ name, numbers, column: { sample } }) =>
      !ofSideStones.test(name) &&
      (numbers.share >= 0.5 || sample.some((text) => /\d\s?(ct|carat|kara|quil)/i.test(text))),
  },
  {
    field: 'location',
    name: /\b(location|city|place|saleroom|venue|lieu|ville|ort|standort|stadt|luogo|citta|sede|ciudad|lugar)\b/,
    not: /\b(origin\w*|seller|shop|ship\w*|storage)\b/,
    values: isText,
  },
  { field: 'url', name: /(?:)/, not: notOfLot, values: isUrlOfLot },
];

/** Finds the column of each field, by name and values. */
export function matchColumns(all: readonly Evidence[]): Matched {
  const columns = all.filter(({ column, isIndex }) => column.filled > 0 && !isIndex);
  const fields: Matched['fields'] = {};
  const taken = new Set<Evidence>();
  let prices = choosePrice([]);
  for (const { field, name, not, values = () => true } of rules) {
    if (fields[field]) continue;
    const fits = columns.filter(
      (one) => !taken.has(one) && name.test(one.name) && !not?.test(one.name) && values(one),
    );
    if (field === 'amount') prices = choosePrice(fits);
    const [fittest] = fits.toSorted((a, b) => worth(field, b) - worth(field, a));
    const best = field !== 'amount' ? fittest : 'amount' in prices ? prices.amount : undefined;
    if (!best) continue;
    fields[field] = best;
    taken.add(best);
  }
  const titles = rankTitles(
    columns.filter((one) => !taken.has(one)),
    fields.gem_type !== undefined,
  );
  if (titles[0]) fields.title = titles[0];
  return { fields, ...prices, titles };
}

/** Ranks the columns for a field: fuller columns, and more telling names and values, rank higher. */
function worth(field: string, evidence: Evidence): number {
  const { name, column, gems } = evidence;
  const { filled, distinct } = column;
  if (field === 'url')
    return filled * (/^((lot|item|product|object|page) )?(url|link|href|web ?page)\b/.test(name) ? 2 : 1);
  if (field === 'image_url') return filled * (/\bthumb/.test(name) ? 1 : 2);
  if (field === 'carat') {
    const isMain = /\b(cent\w+|main|haupt\w*|princip\w+)\b/.test(name);
    const rank = isMain ? 1_000 : /\b(total\w*|tcw|ctw|all)\b/.test(name) ? 0.1 : 1;
    return filled * rank * (/\b(ca?r?a?ts?|kara?at|carat[io]|quilates?)\b/.test(name) ? 100 : 1);
  }
  if (field === 'origin')
    return filled * evidence.origins * (/\b(ori?g\w+|herkunft|prove\w+|procedencia)\b/.test(name) ? 10 : 1);
  if (field === 'gem_type') return filled * gems * Math.sqrt(distinct);
  if (field === 'auction_date')
    return filled * 10 ** dateRank(evidence) * (evidence.dates.isNumeric ? 0.01 : 1);
  if (field === 'sale_status') return filled * 10 ** statusRank(evidence);
  // Dollars need no rate.
  return field.startsWith('estimate') && /\b(usd|us)\b/.test(name) ? 2 * filled : filled;
}
