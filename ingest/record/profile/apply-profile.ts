import { clean } from '../../../mappings/vocabulary/vocabulary.ts';
import { identityReader } from '../identity-reader.ts';
import { inputFields, inputSchema } from '../input.ts';
import { priceReader } from '../prices/price-reader.ts';
import type { Rejection } from '../rejection.ts';
import { statusIn } from '../sale-status-words.ts';
import { titleReader } from '../titles/title-reader.ts';
import type { Profile } from './profile.ts';
import { dateReader, isoFormats } from './read-date.ts';
import { laboratoriesIn } from './read-laboratories.ts';
import { numberReader } from './read-number.ts';
import { addFlag, type FieldReader, type Row, rowTest, sourceReader } from './read-source.ts';
import { weightReader } from './read-weight.ts';
import type { ColumnTest, Source } from './source.ts';

/** The record fields that a profile reads from a row, ready to be normalized. */
export interface Profiled {
  fields: Record<string, unknown>;
}

/** A row that the profile skips, and the rule that does so. */
export interface Skipped {
  skipped: string;
}

/**
 * Prepares a profile for use.
 * @returns a pure function of a row; it returns the record's fields, the rejection of the first bad field, or the rule that
 *   skips the row
 */
export function applyProfile(profile: Profile): (row: Row) => Profiled | Rejection | Skipped {
  const skippedBy = rowFilter(profile);
  const identify = profile.identity && identityReader(profile.identity, profile);
  const readers: FieldReader[] = [
    // Flags first: other fields may add to them.
    ...Object.entries({ flags: profile.fields.flags, ...profile.fields }).flatMap(([field, source]) =>
      source ? [fieldStep(field, source, profile)] : [],
    ),
    // In this order: the title fills only fields that are still empty, the weight makes a price of one per carat, and the
    // date decides the exchange rate.
    ...(profile.titles ? [titleReader(profile.titles, profile)] : []),
    ...(profile.price ? [priceReader(profile.price, profile)] : []),
  ];
  return (row) => {
    const skipped = skippedBy(row);
    if (skipped !== undefined) return { skipped };
    const fields: Record<string, unknown> = {};
    const identity = identify?.(row);
    const problems = identity && 'code' in identity ? [identity] : [];
    if (identity && 'id' in identity) fields.id = identity.id;
    for (const read of readers) problems.push(...read(row, fields));
    return problems.length > 0 ? firstOf(problems) : { fields };
  };
}

/** Prepares the row filters of a profile. @returns a function that returns the rule that skips a row */
function rowFilter(profile: Pick<Profile, 'only' | 'except' | 'null_words'>) {
  const { only = [], except = [] } = profile;
  const rules = Object.entries({ only, except }).flatMap(([list, conditions]) =>
    conditions.map((condition) => ({
      name: `${list} ${nameOf(condition)}`,
      isMet: rowTest(condition, profile),
      leavesOut: list === 'except',
    })),
  );
  return (row: Row) => rules.find(({ isMet, leavesOut }) => isMet(row) === leavesOut)?.name;
}

const maxNameLength = 80;

function nameOf({ column, words = [], patterns = [], filled }: ColumnTest): string {
  const what = filled === undefined ? [...words, ...patterns].join(', ') : filled ? 'filled' : 'empty';
  return `${column}: ${what}`.slice(0, maxNameLength);
}

/** Prepares a profile for deletions: it reads only the id and ignores the row filters. */
export function applyIdentity(profile: Profile): (row: Row) => Profiled | Rejection | Skipped {
  const { only: _only, except: _except, price: _price, titles: _titles, ...rest } = profile;
  return applyProfile({ ...rest, fields: rest.identity ? {} : { id: rest.fields.id ?? {} } });
}

/** Reads the text of one field, and returns the problems. */
type Step = (text: string, fields: Record<string, unknown>) => Rejection[];

function fieldStep(field: string, source: Source, profile: Profile): FieldReader {
  const read = sourceReader(source, profile);
  const step = stepOf(field, source, profile);
  return (row, fields) => {
    const text = read(row);
    if (text !== undefined) return step(text, fields);
    return field === 'title' ? [missingTitle] : [];
  };
}

function stepOf(field: string, source: Source, profile: Profile): Step {
  if (field === 'auction_date') return dateStep(source);
  if (field === 'sale_status') return readStatus;
  if (field === 'labs') return readLaboratories;
  if (field === 'carat') return weightStep(weightReader(source, profile));
  if (field === 'url') return urlStep(field, /^https?:\/\/[^/?#@\s]+(?:[/?#]\S*)?$/i);
  if (field === 'image_url') return urlStep(field, /^https:\/\/[^/?#@\s]+(?:[/?#]\S*)?$/i);
  const { type } = inputSchema(field as (typeof inputFields)[number]);
  const isNumber = type === 'number' || type === 'integer' || source.numbers !== undefined;
  const numberOf = numberReader({ ...profile.numbers, ...source.numbers });
  return (text, fields) => {
    const value = isNumber ? numberOf(text) : text;
    if (value === undefined) {
      return [{ field, code: 'wrong_type', message: `${field} cannot be parsed as a number: "${text}".` }];
    }
    fields[field] = field === 'title' ? clean(text) : type === 'string' ? String(value) : value;
    return [];
  };
}

/** A lot can do without its weight: one that cannot be read is left out and flagged. */
function weightStep(weightOf: ReturnType<typeof weightReader>): Step {
  return (text, fields) => {
    const weight = weightOf(text);
    if (weight) fields.carat = weight.carats;
    else addFlag(fields, 'WEIGHT_UNREADABLE');
    if (weight?.isTotal) addFlag(fields, 'MULTI_STONE');
    return [];
  };
}

const maxUrlLength = 2_000;

/** A lot can do without its URLs as well. "www." and "//" lack only the scheme. Of several photos, the first is read. */
const urlStep =
  (field: 'url' | 'image_url', allowed: RegExp): Step =>
  (text, fields) => {
    const first = field === 'url' ? text : text.split(/[\s,;|]+(?=(?:https?:)?\/\/)/i, 1)[0]!;
    const url = first.replace(/^(?:\/\/(?=\S)|(?=www\.))/i, 'https://');
    if (allowed.test(url) && url.length <= maxUrlLength) fields[field] = url;
    else addFlag(fields, 'URL_UNREADABLE');
    return [];
  };

const readStatus: Step = (text, fields) => {
  const status = statusIn(text);
  if (status === undefined) {
    const message = `sale_status "${text}" has no known meaning. Define it with map or words in the profile.`;
    return [{ field: 'sale_status', code: 'not_allowed', message }];
  }
  fields.sale_status = status;
  return [];
};

const readLaboratories: Step = (text, fields) => {
  const { labs, reportNumbers } = laboratoriesIn(text);
  fields.labs = labs;
  if (reportNumbers.length > 0) fields.report_numbers ??= reportNumbers;
  return [];
};

function dateStep({ formats = isoFormats }: Source): Step {
  const readDate = dateReader(formats);
  return (text, fields) => {
    const date = readDate(text);
    if (!date) {
      const message = `auction_date "${text}" does not match the profile's formats (${formats.join(', ')}).`;
      return [{ field: 'auction_date', code: 'bad_date', message }];
    }
    fields.auction_date = date.day;
    fields.auction_date_precision = date.precision;
    return [];
  };
}

const missingTitle: Rejection = { field: 'title', code: 'required', message: 'title is missing.' };

function firstOf(problems: Rejection[]): Rejection {
  const rank = ({ field }: Rejection) => (inputFields as string[]).indexOf(field ?? '');
  return problems.reduce((first, other) => (rank(other) < rank(first) ? other : first));
}
