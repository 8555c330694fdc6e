import { type Evidence, isText, type Matched } from './column-evidence.ts';
import type { Findings } from './findings.ts';
import { isNamedTitle } from './rank-titles.ts';

const maxColumns = 5;

/**
 * Drafts the source of the title: the column that names the gems, and others where it is empty. If no column has a title,
 * the columns that describe the stone make one up.
 */
export function draftTitle(
  all: readonly Evidence[],
  { fields, titles }: Matched,
  findings: Findings,
): unknown {
  const used = Object.values(fields);
  const describing = [
    ...(fields.gem_type ? [fields.gem_type] : []),
    ...all.filter((one) => !used.includes(one) && isDescribing(one)),
  ];
  const [title, ...others] = titles;
  const translated = all.find((one) => isNamedTitle(one) && one.column.sample.every(isTranslated));
  if (!title && translated) return { column: translated.column.column, extract: textByLanguage };
  if (!title) return madeUpTitle(describing.slice(0, 4), all, used, findings);
  const rival = others.find(({ namesGem }) => namesGem > 0 && namesGem >= title.namesGem - 0.15);
  if (rival) {
    findings.suppose(`"${title.column.column}" is the title, and not "${rival.column.column}"`, title);
  } else if (!isNamedTitle(title)) {
    findings.suppose(`"${title.column.column}" is the title`, title);
  }
  if (title.gaps === 0) return title.column.column;

  const columns = [title];
  for (const one of [...others, ...describing]) {
    if (columns.length === maxColumns || columns.at(-1)!.gaps === 0) break;
    if (one.column.filled > 0 && !columns.includes(one)) columns.push(one);
  }
  if (columns.length === 1) return title.column.column;
  const rest = columns.slice(1).map(({ column }) => `"${column.column}"`);
  findings.suppose(`where "${title.column.column}" is empty, the title is from ${rest.join(', ')}`, {
    column: columns[1]!.column,
    rows: title.gaps,
  });
  return { columns: columns.map(({ column }) => column.column) };
}

/** An object of texts by language: {"en":"Ruby ring","fr":"Bague rubis"}. */
const isTranslated = (text: string) => /^\{"[a-z]{2}":"/.test(text);
const textByLanguage = ['en', '[a-z]{2}'].map((language) => `"${language}":"(?<title>[^"\\\\]+)"`);

const isDescribing = ({ name, column, json }: Evidence) =>
  column.filled > 0 &&
  json < 0.1 &&
  /\b(variety|colou?r|couleur|farbe|colore|shape|cut|taille|schliff|taglio|color|talla)\b/.test(name);

/** The title if no column is one. */
function madeUpTitle(
  describing: Evidence[],
  all: readonly Evidence[],
  used: (Evidence | undefined)[],
  findings: Findings,
): unknown {
  const texts = all.filter((one) => one.column.filled > 0 && !one.isIndex && isText(one));
  const free = texts.filter((one) => !used.includes(one) && one.length >= 15);
  const longest = free.reduce<Evidence | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined);
  if (longest && describing.length === 0) {
    findings.suppose(`"${longest.column.column}" is the title, although it names no gem`, longest);
    return longest.column.column;
  }
  const parts = describing.length > 0 ? describing : (texts[0] ?? all[0]!);
  const columns = [parts].flat().map(({ column }) => column.column);
  const listed = columns.map((column) => `"${column}"`).join(', ');
  findings.suppose(`${listed} make up the title, since no column has one`, [parts].flat()[0]);
  return { columns, join: ', ' };
}
