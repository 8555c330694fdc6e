import type { Flag } from '../../../mappings/flags.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import type { Rejection } from '../rejection.ts';
import { compileExpression, compileExtraction } from './compile-expression.ts';
import { plainText } from './plain-text.ts';
import type { Profile } from './profile.ts';
import { type ColumnTest, columnsIn, type Source } from './source.ts';

/** The cells of a row in the file. */
export type Row = Record<string, unknown>;

/** Reads cells of a row into the fields of a record, and returns the problems. */
export type FieldReader = (row: Row, fields: Record<string, unknown>) => Rejection[];

/** Adds a flag to the fields of a record. A column may give flags too: a list, or names separated by semicolons. */
export function addFlag(fields: Record<string, unknown>, flag: Flag): void {
  const { flags = [] } = fields;
  const given = typeof flags === 'string' ? flags.split(';').map((name) => name.trim()) : (flags as Flag[]);
  if (!given.includes(flag)) fields.flags = [...given, flag];
}

/** Texts that mean no value, unless a profile lists its own. */
const defaultNullWords = ['', 'n/a', '-'];

/** The usual words for no value. */
export const usualNulls =
  /^([-–—.?/]+|0{4}-00-00|unknown|not (known|tested|specified)|inconnue?|unbekannt|nicht bekannt|sconosciut[oa]|desconocid[oa]|no conocid[oa]|undated|null|none|nan|na|n\.a\.|nil|k\.? ?a\.?|n\.?c\.?|tb[acd])$/i;

type Change = (text: string) => string | undefined;

/**
 * Builds the reader of one source: it looks up the cells, then applies the steps of the source in the order of the schema.
 * @returns a function of a row that returns the text, or undefined if the row has none
 */
export function sourceReader(
  source: Source,
  profile: Pick<Profile, 'null_words'>,
): (row: Row) => string | undefined {
  if (source.value !== undefined) {
    const constant = String(source.value);
    return () => constant;
  }
  const columns = columnsIn(source);
  const isNull = nullTest(source, profile);
  const tests = (source.where ?? []).map((test) => rowTest(test, profile));
  const extract = source.extract && firstOf(source.extract.map(compileExtraction));
  const readCell = (cell: unknown) => {
    const text = cellText(cell);
    return isNull(text) ? undefined : extract ? extract(text) : text;
  };
  const values = (row: Row) =>
    columns.map((column) => readCell(row[column])).filter((text) => text !== undefined);
  const found = (row: Row) => {
    if (!tests.every((isMet) => isMet(row))) return undefined;
    if (source.filled) return String(values(row).length > 0);
    return source.join === undefined ? values(row)[0] : values(row).join(source.join);
  };
  const changes: Change[] = [
    ...(source.words ? [wordFinder(source.words)] : []),
    ...(source.map ? [mapper(source.map)] : []),
  ];
  return (row) =>
    changes.reduce((text, change) => (text ? change(text) : undefined), found(row) || undefined) ??
    source.default;
}

/** Whether a row meets a test. */
export function rowTest(
  { column, words, patterns = [], filled }: ColumnTest,
  profile: Pick<Profile, 'null_words'>,
): (row: Row) => boolean {
  const isNull = nullTest({}, profile);
  const hasWord = words && wordTest(words);
  const expressions = patterns.map(compileExpression);
  return (row) => {
    const text = cellText(row[column!]);
    if (filled !== undefined) return !isNull(text) === filled;
    return hasWord?.(text) === true || expressions.some((matches) => matches(text));
  };
}

/** The text of a cell as a reader sees it, see `plainText`; '' for no value. */
export const cellText = (value: unknown): string => plainText(textOf(value));

/** The trimmed text of a cell as it is written, from which ids are derived; '' for no value. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
}

/** Whether a text is one of the words that mean no value. */
export function nullTest(source: Source, profile: Pick<Profile, 'null_words'>): (text: string) => boolean {
  const words = [...(profile.null_words ?? defaultNullWords), ...(source.null_words ?? [])];
  const nulls = new Set(['', ...words.map((word) => word.trim().toLowerCase())]);
  const longest = Math.max(...Array.from(nulls, (word) => word.length));
  return (text) => text.length <= longest && nulls.has(text.toLowerCase());
}

function firstOf(extractions: Change[]): Change {
  return (text) => {
    for (const extract of extractions) {
      const value = extract(text);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

function wordFinder(words: NonNullable<Source['words']>): Change {
  const tests = Object.entries(words).map(([word, to]) => ({ has: wordTest([word]), to: String(to) }));
  return (text) => tests.find(({ has }) => has(text))?.to;
}

/** Whether a text has one of these words or phrases, without regard to case, accents and punctuation. */
function wordTest(words: readonly string[]): (text: string) => boolean {
  const folded = words.map((word) => ` ${fold(word)} `);
  return (text) => {
    const searched = ` ${fold(text)} `;
    return folded.some((word) => searched.includes(word));
  };
}

/** Texts that the map does not list stay as they are. */
function mapper(map: NonNullable<Source['map']>): Change {
  const key = (text: string) => fold(text) || text;
  const byText = new Map(Object.entries(map).map(([from, to]) => [key(from), to]));
  return (text) => {
    const to = byText.get(key(text));
    if (to === null) return undefined;
    return to === undefined ? text : String(to);
  };
}
