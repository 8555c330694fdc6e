import type { Evidence } from './column-evidence.ts';

/** How well a column fits the date of the sale: 0 for a date of something else, 1 if a person must say so. */
export function dateRank({ name, dates, column }: Evidence): 0 | 1 | 2 | 3 | 4 | 5 {
  const isDate = dates.share >= 0.5 || dates.withoutYear.length >= Math.max(1, column.sample.length / 2);
  const { isNamed, ofSale, isPlain } = wordsOf(name);
  // "Auction expires" may be its end.
  const isOther = otherDay.test(ofSale ? name.replace(expiry, '') : name);
  if (column.filled === 0 || isOther || !(isDate || dates.serial)) return 0;
  // Numbers are dates only where the name says so, and "12/2019" may be a number of a sale.
  if (!isNamed && dates.complete < 0.9) return 0;
  if (!ofSale && (!isPlain || column.sample.some((text) => maybeMade.test(text)))) return 1;
  if (endWord.test(name)) return 5;
  if (startWord.test(name)) return 2;
  return ofSale ? 4 : 3;
}

/** Whether the name of a column says no more than that it has a date, or the date of a sale. */
export function saysDate({ name }: Evidence): boolean {
  const { isNamed, ofSale } = wordsOf(name);
  return isNamed && (ofSale || !(/^collected/.test(name) || yearName.test(name)));
}

/** Whether the name of a column is about a sale or a date, and not the day of something else. */
export function isNamedForSale({ name }: Evidence): boolean {
  const { isNamed, ofSale } = wordsOf(name);
  return !otherDay.test(name) && (isNamed || ofSale);
}

const expiry = /\b(expir\w*|scadenza|echeance|ablauf\w*|vencimiento)\b/;

/** Names of columns of years. */
export const yearWords = 'year|jahr|annee|anno|ano';
export const yearName = new RegExp(`^(${yearWords})$`);

/** A year in which the object may have been made. */
const maybeMade = /^1([6-8]\d|9[0-4])\d$/;

/** What the words of a name say; of a compound such as Auktionsdatum or saledate both parts count. */
function wordsOf(name: string): { isNamed: boolean; ofSale: boolean; isPlain: boolean } {
  const words = name.replace(/(\w{3})(datum|date|jahr)\b/g, '$1 $2').split(' ');
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const known = [dateWord, saleWord, startWord, endWord, neutralWord];
  return {
    isNamed: has(dateWord),
    ofSale: has(saleWord),
    // A timestamp may be that of the data.
    isPlain: words.every((word) => word !== 'timestamp' && known.some((pattern) => pattern.test(word))),
  };
}

/** Words of languages in which the day always stands before the month. */
export const dayFirst =
  /\b(data|fecha|\w*datum|termin|vente|vendue?s?|adjuge\w*|(dell)?asta|subasta\w*|auktion\w*|versteiger\w*|zuschlag)\b/;

/** The first or last day of a sale that takes several. */
export const startWord =
  /\b(starts?|starting|started|begins?|beginning|opens?|opening|opened|from|debut|ouverture|beginn|anfang|inizio|apertura|inicio)\b/;
export const endWord =
  /\b(ends?|ending|ended|clos(e|es|ed|ing)|ende|schluss|fin|cloture|fine|chiusura|cierre)\b/;

const dateWord =
  /^(dates?|dated|datum|data|fecha|days?|tag|jour|giorno|dia|months?|monat|mois|mese|mes|years?|jahr|annee|anno|ano|when|at|on|time|timestamp|datetime|termin|uhrzeit|collected)$/;
const saleWord =
  /^(sale|sales|sold|auction\w*|hammer|session|bidding|vente|vendue?s?|adjuge\w*|adjudication|vacation|auktion\w*|verkauf\w*|versteiger\w*|zuschlag\w*|(dell)?asta|vendita|venduto|aggiudica\w*|subasta\w*|venta|vendid\w*|remate)$/;
const neutralWord = /^(of|the|de|du|des|la|le|del|della|dell|di|der|am|lot|item|iso|local|utc|gmt|and|)$/;

/** Days of certificates, deliveries, births, payments, of making, and of the data itself. */
const otherDay = new RegExp(
  `\\b(${[
    'cert\\w*|zertifikat\\w*|reports?|berichts?\\w*|gutachten\\w*|expertise|rapport|informe|labs?|laborator\\w*|gia|ssef|gubelin',
    'issu\\w*|ausgestellt|ausstellung\\w*|emis\\w*|emesso|appraisal|valuation',
    'deliver\\w*|liefer\\w*|livraison|consegna|entrega|ship\\w*|versand\\w*|envio|expedition|spedizione|dispatch\\w*',
    'due|falligkeit\\w*|echeance|scadenza|vencimiento|expir\\w*|ablauf\\w*|valid\\w*|publish\\w*|publie\\w*|publication|veroffentlich\\w*|pubblica\\w*|publicad\\w*',
    'preview\\w*|\\w*besichtigung\\w*|exposition\\w*|esposizion\\w*|exposicion\\w*|exhibit\\w*|photo\\w*|foto\\w*|pictures?|images?',
    'birth\\w*|born|geburt\\w*|geboren|naissance|nee?|nascita|nacimiento|dob|died|death',
    'creat\\w*|cree|creado|creacion|erstell\\w*|updat\\w*|aktualisier\\w*|actuali\\w*|aggiorn\\w*|maj|mise a jour|modif\\w*|geandert|changed|added|entered',
    'scrap\\w*|crawl\\w*|fetch\\w*|retriev\\w*|accessed|abgerufen|abruf\\w*|download\\w*|import\\w*|export\\w*|extract\\w*|last seen|first seen',
    'pay|paid|payments?|zahl\\w*|bezahlt|paiement|paye|pagamento|pagato|pago|invoice\\w*|rechnung\\w*|facture|factura|fattura',
    'produc\\w*|produktion\\w*|manufactur\\w*|herstell\\w*|fabri\\w*|mined|period\\w*|epoch\\w*|epoque',
  ].join('|')})\\b`,
);
