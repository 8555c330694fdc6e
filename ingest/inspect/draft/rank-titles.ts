import type { Evidence } from './column-evidence.ts';

/** Names of titles in five languages, the more telling first. */
const names = [
  /^((lot|item|object|product) )?(title|titel|titre|titolo|titulo)$/,
  /\b(title|titel|titre|titolo|titulo)\b/,
  /\b(headline|heading|caption|name|nome|nombre|bezeichnung|designation|libelle|denominazione|item|article|articulo|artikel|articolo|objekt|oggetto|objet|objeto|object|gegenstand|product)\b/,
  /\b(description|beschreibung|descrizione|descripcion|details?|particulars|text)\b/,
];
const notTitle =
  /\b(seller|shop|store|dealer|vendor|house|sale|auction|slug|seo|meta|file|image|photo|pictures?|accents?|side|department|owner|maker|artist|brand|cut|shape|taille|schliff|form[ae]?|taglio|talla)\b/;

export const remark =
  /\b(notes?|notas?|comment\w*|comentarios?|remar[kq]\w*|\w*bemerkung\w*|anmerkung\w*|observa\w+|osservazion[ei])\b/;

/** Share of the records that a title names the gem of; a column that names it must lie within this of the best one. */
const tolerance = 0.15;

/**
 * The columns that can be the title, the best first: those that name a gem in the most records, of like ones the better
 * named. Where another column has the gem, columns that are not named as a title are none.
 */
export function rankTitles(free: readonly Evidence[], hasGem: boolean): Evidence[] {
  const fits = free.filter((one) => canBeTitle(one) && !(hasGem && remark.test(one.name)));
  const named = fits.filter((one) => rankOf(one) < names.length);
  const all =
    hasGem && named.length > 0 ? named : fits.filter((one) => named.includes(one) || one.namesGem >= 0.5);
  const worth = ({ namesGem, column }: Evidence) => namesGem * column.filled;
  const best = Math.max(0, ...all.map(worth));
  const most = Math.max(0, ...all.map(({ column }) => column.filled));
  const isNear = (one: Evidence) => worth(one) >= best - most * (hasGem ? 0.5 : tolerance);
  const order = (a: Evidence, b: Evidence) =>
    rankOf(a) - rankOf(b) || worth(b) - worth(a) || b.column.filled - a.column.filled;
  return [...all.filter(isNear).sort(order), ...all.filter((one) => !isNear(one)).sort(order)];
}

function canBeTitle({ name, namesGem, json, urls, dates, numbers }: Evidence): boolean {
  const isText = json < 0.1 && urls < 0.1 && dates.share < 0.5;
  // "Spinel ring, 4.11 ct": a number beside the name of a gem is part of a title.
  return isText && !notTitle.test(name) && (numbers.share < 0.5 || namesGem >= 0.5);
}

/** Whether a name is that of a title or the like; "Details" is not. */
export const isNamedTitle = (one: Evidence): boolean => rankOf(one) < 3;

function rankOf({ name }: Evidence): number {
  const rank = names.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? names.length : rank;
}
