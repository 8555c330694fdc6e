import { fold } from '../../../mappings/vocabulary/fold.ts';
import type { Rejection } from '../rejection.ts';
import { compileExpression } from './compile-expression.ts';
import type { Profile, Source } from './profile.ts';

/** The fields of a record as they stand in the file. */
export type Row = Record<string, unknown>;

/** Reads fields of a row into a record, and returns what is wrong with the row. */
export type FieldReader = (row: Row, fields: Record<string, unknown>) => Rejection[];

/** Texts that mean no value unless a profile lists its own. */
export const defaultNullWords = ['', 'n/a', '-'];

/**
 * Prepares the reading of one source of values.
 * @returns a function from a row to the text found there, or undefined where the row has none.
 */
export function sourceReader(
  source: Source,
  profile: Pick<Profile, 'null_words'>,
): (row: Row) => string | undefined {
  if (source.value !== undefined) {
    const constant = String(source.value);
    return () => constant;
  }
  const isNull = nullTest(source, profile);
  const columns = [...(source.column ? [source.column] : []), ...(source.columns ?? [])];
  const values = (row: Row) => columns.map((column) => textOf(row[column])).filter((text) => !isNull(text));
  if (source.filled) return (row) => String(values(row).length > 0);
  const found = (row: Row) => (source.join === undefined ? values(row)[0] : values(row).join(source.join));
  const map = source.map && mapper(source.map);
  return (row) => {
    const text = found(row);
    if (text === undefined || text === '') return undefined;
    return map ? map(text) : text;
  };
}

/** A cell as text, its ends trimmed; '' for nothing. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
}

/** Whether a text means no value: one of the words, matching a pattern of none, or no pattern of values. */
export function nullTest(source: Source, profile: Pick<Profile, 'null_words'>): (text: string) => boolean {
  const words = [...(profile.null_words ?? defaultNullWords), ...(source.null_words ?? [])];
  const nulls = new Set(['', ...words.map((word) => word.trim().toLowerCase())]);
  const isNone = (source.null_patterns ?? []).map(compileExpression);
  const isValue = source.value_patterns?.map(compileExpression);
  return (text) =>
    nulls.has(text.toLowerCase()) ||
    isNone.some((matches) => matches(text)) ||
    isValue?.some((matches) => matches(text)) === false;
}

/** Texts that the map does not list stay as they are. */
function mapper(map: NonNullable<Source['map']>): (text: string) => string | undefined {
  const key = (text: string) => fold(text) || text;
  const byText = new Map(Object.entries(map).map(([from, to]) => [key(from), to]));
  return (text) => {
    const to = byText.get(key(text));
    if (to === null) return undefined;
    return to === undefined ? text : String(to);
  };
}
