import type { TProperties, TSchema } from 'typebox';
import { type CsvValue, csvLine } from './csv.ts';

/** Writes rows in a format. */
export interface RowWriter {
  contentType: string;
  /** The text before the rows. */
  head: string;
  /** @param rows as JSON text */
  write(rows: readonly string[]): string;
}

/** One JSON object per line. */
export const ndjsonWriter: RowWriter = {
  contentType: 'application/x-ndjson; charset=utf-8',
  head: '',
  write: (rows) => rows.map((json) => `${json}\n`).join(''),
};

/**
 * CSV with a header line. The columns have the names and the order of the JSON fields; a member of an object has a
 * column of its own: `price_usd.median`.
 * @param fields of a row
 * @param bom whether a byte order mark precedes the text
 */
export function csvWriter(fields: TProperties, bom: boolean): RowWriter {
  const columns = columnsOf(fields);
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: `${bom ? '\uFEFF' : ''}${csvLine(columns.map((column) => column.join('.')))}`,
    write: (rows) =>
      rows
        .map((json) => JSON.parse(json))
        .map((row) => csvLine(columns.map((column) => valueAt(row, column))))
        .join(''),
  };
}

/** The path of each column within a row. */
function columnsOf(fields: TProperties): string[][] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const { properties } = schema as TSchema & { properties?: TProperties };
    return properties ? columnsOf(properties).map((path) => [name, ...path]) : [[name]];
  });
}

/** A value of a row; an object without fixed members is a filter, written as the query string that it stands for. */
function valueAt(row: object, path: readonly string[]): CsvValue {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], row);
  const isFilter = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isFilter ? String(new URLSearchParams(value as Record<string, string>)) : (value as CsvValue);
}
