import type { TProperties, TSchema } from 'typebox';

/** Writes all rows of a view as a file. */
export interface ExportWriter {
  contentType: string;
  /** @param batches of rows as JSON text */
  write(batches: AsyncIterable<readonly string[]>): AsyncIterable<string | Uint8Array>;
}

/** One JSON object per line. */
export const ndjsonWriter: ExportWriter = {
  contentType: 'application/x-ndjson; charset=utf-8',
  async *write(batches) {
    for await (const rows of batches) yield rows.map((json) => `${json}\n`).join('');
  },
};

/**
 * CSV with a header line. The columns have the names and the order of the JSON fields; a member of an object has a
 * column of its own: `price_usd.median`.
 * @param fields of a row
 * @param spreadsheet whether the file is for spreadsheets: a byte order mark precedes the text, and ids, days and texts that
 *   begin with a digit are texts to them
 */
export function csvWriter(fields: TProperties, spreadsheet: boolean): ExportWriter {
  const columns = exportColumns(fields);
  const cellOf = (value: CsvValue, name: string) =>
    spreadsheet && isChangedBySpreadsheets(value, name) ? csvCell(value, spreadsheetText) : csvCell(value);
  const lineOf = (row: object) =>
    `${columns.map(({ name, readValue }) => cellOf(readValue(row), name)).join(',')}\r\n`;
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    async *write(batches) {
      yield `${spreadsheet ? '\uFEFF' : ''}${csvLine(columns.map(({ name }) => name))}`;
      for await (const batch of batches) {
        yield batch.map((json) => lineOf(JSON.parse(json))).join('');
      }
    },
  };
}

/** A column of a flat format. */
export interface ExportColumn {
  /** The field's name; of a member of an object both names, joined by a dot. */
  name: string;
  schema: TSchema;
  /** The value in a row; an object without fixed members is a filter, written as a query string. */
  readValue(row: object): CsvValue;
}

/** The columns of rows with these fields, in their order. */
export function exportColumns(fields: TProperties, parents: readonly string[] = []): ExportColumn[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const path = [...parents, field];
    const { properties } = schema as TSchema & { properties?: TProperties };
    if (properties) return exportColumns(properties, path);
    return [{ name: path.join('.'), schema, readValue: (row: object) => valueAt(row, path) }];
  });
}

function valueAt(row: object, path: readonly string[]): CsvValue {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], row);
  const isFilter = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isFilter ? String(new URLSearchParams(value as Record<string, string>)) : (value as CsvValue);
}

/** A value of a record in CSV. */
export type CsvValue = string | number | boolean | null | readonly string[];

/** One line of CSV (RFC 4180). List values are separated by semicolons, as in imports; null is empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map((value) => csvCell(value)).join(',')}\r\n`;
}

/** Columns of numbers that are names. */
const idColumns = ['id', 'duplicate_of', 'stone_id'];

/** Whether a spreadsheet would round a value, or read a number or a day of its own in it. */
const isChangedBySpreadsheets = (value: CsvValue, column: string) =>
  typeof value === 'number' ? idColumns.includes(column) : /^\d/.test(String(value));

/** A text that a spreadsheet keeps: a formula whose result it is. */
const spreadsheetText = (text: string) => `="${text.replaceAll('"', '""')}"`;

function csvCell(value: CsvValue, write?: (text: string) => string): string {
  if (value === null) return '';
  if (!write && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  const plain = withoutFormulas(Array.isArray(value) ? value.join(';') : String(value));
  const text = write ? write(plain) : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Adds an apostrophe wherever a spreadsheet would see the start of a formula: at the beginning, and after a semicolon,
 * tab or line break, which begin a cell where the locale separates cells by semicolons. Full-width signs count as well
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
function withoutFormulas(text: string): string {
  return text.replace(/^[\t\r]/, "'$&").replaceAll(/(?<=^|[;\t\r\n])[" ]*[=+\-@＝＋－＠]/g, "'$&");
}
