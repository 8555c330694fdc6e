import type { Evidence } from './column-evidence.ts';

/** How well a column fits the date of the sale: 0 for a date of something else, 1 by its values alone. */
export function dateRank({ name, dates, column }: Evidence): 0 | 1 | 2 | 3 | 4 | 5 {
  const isDate = dates.share >= 0.5 || dates.withoutYear.length >= column.sample.length / 2;
  if (column.filled === 0 || otherDay.test(name) || !(isDate || dates.serial)) return 0;
  const [isNamed, ofSale] = [dateWord.test(name), saleWord.test(name)];
  // Numbers are dates only where the name says so.
  if (dates.isNumeric && !isNamed) return 0;
  if (!isNamed && !ofSale && !startWord.test(name) && !endWord.test(name)) return dates.share >= 0.9 ? 1 : 0;
  if (endWord.test(name)) return 5;
  if (startWord.test(name)) return 2;
  return ofSale ? 4 : 3;
}

/** Whether the name of a column says no more than that it has a date, or the date of a sale. */
export const saysDate = ({ name }: Evidence) =>
  dateWord.test(name) && !/\b(collect\w*|year|jahr|annee|anno|ano)\b/.test(name);

/** The first or last day of a sale that takes several. */
export const startWord =
  /\b(starts?|starting|started|begins?|beginning|opens?|opening|opened|from|debut|ouverture|beginn|anfang|inizio|apertura|inicio)\b/;
export const endWord =
  /\b(ends?|ending|ended|clos(e|es|ed|ing)|until|ende|schluss|fin|cloture|fine|chiusura|cierre)\b/;

const dateWord =
  /\b(dates?|dated|datum|data|fecha|day|tag|jour|giorno|dia|months?|monat|mois|mese|mes|years?|jahr|annee|anno|ano|when|at|on|time|timestamp|termin|uhrzeit|collected|\w+datum|\w+jahr)\b/;
const saleWord =
  /\b(sale|sales|sold|auction\w*|hammer|session|bidding|vente|vendue?s?|adjuge\w*|adjudication|vacation|auktion\w*|verkauf\w*|versteiger\w*|zuschlag\w*|asta|vendita|venduto|aggiudica\w*|subasta\w*|venta|vendid\w*|remate)\b/;

/** Days of certificates, deliveries, births, payments, of making, and of the data itself. */
const otherDay = new RegExp(
  `\\b(${[
    'cert\\w*|zertifikat\\w*|reports?|berichts?\\w*|gutachten\\w*|expertise|rapport|informe|labs?|laborator\\w*|gia|ssef|gubelin',
    'issu\\w*|ausgestellt|ausstellung\\w*|emis\\w*|emesso|appraisal|valuation',
    'deliver\\w*|liefer\\w*|livraison|consegna|entrega|ship\\w*|versand\\w*|envio|expedition|spedizione|dispatch\\w*',
    'birth\\w*|born|geburt\\w*|geboren|naissance|nee?|nascita|nacimiento|dob|died|death',
    'creat\\w*|cree|creado|creacion|erstell\\w*|updat\\w*|aktualisier\\w*|actuali\\w*|aggiorn\\w*|maj|mise a jour|modif\\w*|geandert|changed|added|entered',
    'scrap\\w*|crawl\\w*|fetch\\w*|retriev\\w*|accessed|abgerufen|abruf\\w*|download\\w*|import\\w*|export\\w*|extract\\w*|last seen|first seen',
    'pay|paid|payments?|zahl\\w*|bezahlt|paiement|paye|pagamento|pagato|pago|invoice\\w*|rechnung\\w*|facture|factura|fattura',
    'produc\\w*|produktion\\w*|manufactur\\w*|herstell\\w*|fabri\\w*|mined|period\\w*|epoch\\w*|epoque',
  ].join('|')})\\b`,
);
