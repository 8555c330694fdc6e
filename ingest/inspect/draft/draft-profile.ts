import { stringify } from 'yaml';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { expandProfile } from '../../record/profile/expand-profile.ts';
import { columnsOf, type Profile, titleFields } from '../../record/profile/profile.ts';
import { statusIn } from '../../record/sale-status-words.ts';
import type { FileReport } from '../inspect-file.ts';
import { type Evidence, evidenceOf, saleStatusOf } from './column-evidence.ts';
import { draftIdentity } from './draft-identity.ts';
import { draftPrice } from './draft-price.ts';
import { type Matched, matchColumns } from './match-columns.ts';

/** A drafted profile, and the decisions that are left to the operator. */
export interface Draft {
  profile: Record<string, unknown>;
  /** Columns without a field. */
  open: string[];
  /** Assumptions that the file does not confirm; the operator checks them. */
  supposed: string[];
  /** Questions that the file leaves open; the draft leaves their fields out. */
  questions: string[];
}

/** Drafts a profile from the names and values of a file's columns. The draft loads without changes. */
export function draftProfile({ columns, encoding, name, sheet }: FileReport): Draft {
  const all = columns.map(evidenceOf);
  const matched = matchColumns(all);
  const supposed: string[] = [];
  const questions: string[] = [];
  const { amount, currency, estimate, estimate_low, estimate_high, title, auction_date, ...rest } =
    matched.fields;
  const others = Object.entries(rest).map(([field, one]) => [field, sourceOf(field, one!, supposed)]);
  const date: unknown = auction_date && dateSource(auction_date, questions);
  const identity = draftIdentity(all, matched, name, supposed);
  const isListing = !rest.sale_status && looksLikeListings(all, matched);
  if (isListing)
    supposed.push('these are offers with asking prices, not auction results (fields.sale_status)');
  const price = draftPrice(matched, supposed);
  if (price && !rest.sale_status && !isListing) {
    supposed.push('a lot with a price was sold: no column says so (fields.sale_status)');
  }
  for (const one of matched.fields.carat ? [] : matched.grams) {
    questions.push(
      `Is "${one.column.column}" in carats? Its name and values do not say so, and grams are not converted.`,
    );
  }
  const profile = {
    description: 'Describe this source in one line',
    ...(encoding === 'windows-1252' && { encoding }),
    ...(sheet && sheet.others.length > 0 && { sheet: sheet.name }),
    ...(identity.identity === undefined ? {} : { identity: identity.identity }),
    fields: {
      ...(identity.id && { id: identity.id }),
      title: titleSource(title, all, matched, supposed),
      ...(date === undefined ? {} : { auction_date: date }),
      ...Object.fromEntries(others),
      ...(isListing && { sale_status: { value: 'listing' } }),
    },
    ...(price && { price }),
    titles: [...titleFields],
  };
  const used = columnsOf(expandProfile(profile) as Profile);
  return {
    profile,
    open: columns.map(({ column }) => column).filter((column) => !used.includes(column)),
    supposed,
    questions,
  };
}

function sourceOf(field: string, { column, numbers }: Evidence, supposed: string[]): unknown {
  const name = column.column;
  if (field === 'sale_status') return statusSource(name, column.sample, supposed);
  if (field === 'carat') {
    const units = numbers.words.map((word) => word.replace(/[()]/g, ''));
    const says =
      units.length > 0 || /\b(carats?|cts?|karat|carati|carato)\b/.test(fold(name.replaceAll('_', ' ')));
    if (!says) supposed.push(`"${name}" is in carats`);
    const format = { ...numbers.format, ...(units.length > 0 && { units }) };
    return Object.keys(format).length > 0 ? { column: name, numbers: format } : name;
  }
  if (field === 'url' && column.sample.some((text) => !/^https?:/i.test(text))) {
    return { column: name, value_patterns: ['^https?://'] };
  }
  if (field === 'lot_number' && column.sample.some((text) => /^[^\d]{2,}\d/.test(text))) {
    return { column: name, extract: '(?<number>[0-9]+[a-z]?)' };
  }
  return name;
}

/** The source of a sale status. Yes, no and words without a known status are mapped. */
function statusSource(column: string, sample: readonly string[], supposed: string[]): unknown {
  const mapped = sample
    .filter((text) => statusIn(text) === undefined)
    .map((text) => [text, saleStatusOf(text) ?? null] as const);
  const unknown = mapped.filter(([, status]) => status === null).map(([text]) => `"${text}"`);
  if (unknown.length > 0) supposed.push(`these mean no sale status in "${column}": ${unknown.join(', ')}`);
  return mapped.length > 0 ? { column, map: Object.fromEntries(mapped) } : column;
}

function dateSource({ column, dates }: Evidence, questions: string[]): unknown {
  if (dates.ambiguous !== undefined) {
    const choice = (format: string) =>
      `auction_date: { column: ${JSON.stringify(column.column)}, formats: [${format}] }`;
    const sign = dates.ambiguous.includes('-') ? '-' : '/';
    const year = /\d{4}$/.test(dates.ambiguous) ? 'yyyy' : 'yy';
    questions.push(
      `Is the day or the month first in dates such as "${dates.ambiguous}" (${column.column})? Add to fields: ` +
        `${choice(`d${sign}M${sign}${year}`)} or ${choice(`M${sign}d${sign}${year}`)}`,
    );
    return undefined;
  }
  return dates.formats.length > 0 ? { column: column.column, formats: dates.formats } : column.column;
}

/** The source of the title; if no column has one, the columns that describe the stone. */
function titleSource(
  title: Evidence | undefined,
  all: Evidence[],
  { fields }: Matched,
  supposed: string[],
): unknown {
  if (title) return title.column.column;
  const used = Object.values(fields);
  const isText = ({ column, urls, numbers, dates, isIndex }: Evidence) =>
    column.filled > 0 && !isIndex && urls < 0.1 && numbers.share < 0.5 && dates.share < 0.5;
  const free = all.filter((one) => isText(one) && !used.includes(one));
  const longest = free.reduce<Evidence | undefined>((a, b) => (a && a.length >= b.length ? a : b), undefined);
  if (longest && longest.length >= 15) {
    supposed.push(`"${longest.column.column}" is the title`);
    return longest.column.column;
  }
  const describing = free.filter(({ name }) =>
    /\b(variety|colou?r|couleur|farbe|colore|shape|cut|taille|schliff|taglio)\b/.test(name),
  );
  const parts = [...(fields.gem_type ? [fields.gem_type] : []), ...describing].slice(0, 4);
  const columns = (parts.length > 0 ? parts : all.slice(0, 1)).map(({ column }) => column.column);
  supposed.push(`${columns.map((column) => `"${column}"`).join(', ')} make up the title: no column has one`);
  return { columns, join: ', ' };
}

/** Whether the columns look like those of a shop instead of an auction. */
function looksLikeListings(all: readonly Evidence[], { fields }: Matched): boolean {
  if (fields.auction_house || fields.sale || fields.lot_number) return false;
  return all.some(
    ({ name, column }) =>
      column.filled > 0 &&
      /\b(asking|list price|offer\w*|for sale|sku|stock|seller|shop|dealer|vendor|collected at|verkaufer|vendeur|venditore|listing)\b/.test(
        name,
      ),
  );
}

/** The text of a draft file: findings as comments, then the profile. */
export function draftText(remarks: string, { profile, open, supposed, questions }: Draft): string {
  const list = (title: string, texts: string[]) =>
    texts.length > 0 ? ['', title, ...texts.map((text) => `- ${text}`)] : [];
  const lines = [
    ...remarks.split('\n'),
    ...list('Assumed; check with whoever knows the source:', supposed),
    ...list('Left open; answer before the import:', questions),
  ].map((line) => (line === '' ? '#' : `# ${line}`));
  const rest = open.length > 0 ? stringify({ ignore: open }) : '';
  return `${lines.join('\n')}\n${stringify(profile)}${rest}`;
}
