import type { SaleStatus } from '../../mappings/record.ts';
import { fold, listed } from '../../mappings/vocabulary/vocabulary.ts';

/**
 * Words for each status in English, French, German, Italian, Spanish, Portuguese, Dutch, Polish, the Scandinavian languages,
 * Russian, Chinese and Japanese. "Sold after the sale" is sold, and so is a lot whose
 * reserve was met; an estimate on request does not imply a status.
 */
const words: Record<SaleStatus, string> = {
  sold: `
    Sold; Sold after sale; After sale; Hammer down; Vendu; Vendue; Vendus; Adjugé; Adjugée; Verkauft; Zugeschlagen;
    Venduto; Venduta; Aggiudicato; Aggiudicata; Vendido; Vendida; Adjudicado; Adjudicada; Rematado; Rematada; 成交; 落札;
    Arrematado; Arrematada; Verkocht; Sprzedany; Sprzedana; Sprzedane; Sprzedano; Såld; Sålt; Solgt; Продан; Продана; Продано;
    已成交; 已售; 已售出; 落札済; Met; Met reserve; Erreicht; Atteint; Atteinte; Raggiunta; Raggiunto; Alcanzada; Alcanzado`,
  unsold: `
    Unsold; Un-sold; No sale; Bought in; Passed; Pass; Passed in; Failed to sell; Failed to reach its reserve; Below reserve;
    Invendu; Invendue; Invendus; Ravalé; Ravalée; Unverkauft; Rückgang; Invenduto; Invenduta; Desierto; Desierta; Não arrematado; Sem lances; Onverkocht;
    Niesprzedany; Niesprzedana; Niesprzedane; Osåld; Osålt; Återrop; Usolgt; Не реализован; 流拍; 未成交; 未售出; 流札; 不成交; 不落札`,
  withdrawn: `
    Withdrawn; Lot withdrawn; Cancelled; Canceled; Retiré; Retirée; Retiré de la vente; Zurückgezogen; Ritirato;
    Ritirata; Retirado; Retirada; Ingetrokken; Teruggetrokken; Wycofany; Wycofana; Wycofane; Tillbakadragen; Återkallad;
    Trukket; Trukket tilbage; Снят; Снят с торгов; 撤拍; 撤回`,
  listing: `
    Listing; Listed; For sale; Available; In stock; En stock; Auf Lager; In magazzino; Buy now; Make an offer; Asking price; Price on request;
    Price upon request; Price on application; POA; POR; Sold out; Out of stock;
    Ausverkauft; Épuisé; Esaurito; Agotado; À vendre; Prix sur demande; Disponible; Zu verkaufen;
    Preis auf Anfrage; Verfügbar; In vendita; Prezzo su richiesta; Disponibile;
    À venda; Disponível; Te koop; Beschikbaar; Na sprzedaż; Dostępny; Dostępna; Till salu; Til salg; Til salgs; В продаже; 在售; 出品中`,
  unknown: 'Unknown; Not known; Inconnu; Unbekannt; Sconosciuto',
};

/** Each word of a sale behind one that denies it: "not sold", "pas vendu", "nicht zugeschlagen". */
const denied = [
  'not',
  'never',
  'non',
  'pas',
  'jamais',
  'nicht',
  'nie',
  'mai',
  'no',
  'nunca',
  'nao',
  'niet',
  'inte',
  'ej',
  'icke',
  'ikke',
  'не',
  'ne',
  'nem',
].flatMap((no) =>
  listed(words.sold)
    // "No Sold Price" denies the price.
    .filter((word) => no !== 'no' || /[ao]$/.test(word))
    .map((word) => `${no} ${word}`),
);
/** "No, sold" answers a question. */
const answer = /^\s*(?:no|non|nein)\s*[,;]\s*/i;
/** What may stand between the two: "n'a pas encore été adjugé", "has not been sold". */
const betweenDenial = / (?:yet|been|encore|ete|ancora|e|stat[oa]|ha|sido|worden)(?= )/g;

/** Every folded spelling, the longest first, so that "not sold" is not read as "sold". */
export const statusSpellings = Object.entries({ ...words, unsold: [words.unsold, ...denied].join(';') })
  .flatMap(([status, text]) =>
    listed(text).map((word) => ({ status: status as SaleStatus, folded: fold(word) })),
  )
  .sort((a, b) => b.folded.length - a.folded.length);

/** What counts as the whole text only: abbreviations of auction houses (bought in, reserve not met, withdrawn), requests. */
const wholeTexts = {
  unsold: 'BI; B I; RNM',
  withdrawn: 'WD; W D',
  listing:
    'P.O.A.; P.O.R.; Sur demande; Auf Anfrage; Su richiesta; A richiesta; Consultar; A consultar; Bajo consulta',
};
const exact = new Map([
  ...statusSpellings.map(({ folded, status }) => [folded, status] as const),
  ...Object.entries(wholeTexts).flatMap(([status, texts]) =>
    listed(texts).map((text) => [fold(text), status as SaleStatus] as const),
  ),
]);

/** The status of a text that is one of the words above, or the abbreviation of one. */
export const statusNamed = (text: string): SaleStatus | undefined =>
  exact.get(fold(text.replace(answer, '')));

/** A longer text is a description, in which words such as "sold" may mean anything. */
const maxStatusLength = 80;

/**
 * Finds the status in a text that is or contains one of the words above, such as "Lot passed".
 * @returns undefined for a text without any of them, or longer than 80 characters
 */
export function statusIn(text: string): SaleStatus | undefined {
  if (text.length > maxStatusLength) return undefined;
  const whole = fold(text.replace(answer, ''));
  const folded = ` ${whole} `.replace(betweenDenial, '');
  return exact.get(whole) ?? statusSpellings.find(({ folded: word }) => folded.includes(` ${word} `))?.status;
}
