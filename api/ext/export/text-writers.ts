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
 * @param bom whether a byte order mark precedes the text
 */
export function csvWriter(fields: TProperties, bom: boolean): ExportWriter {
  const columns = exportColumns(fields);
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    async *write(batches) {
      yield `${bom ? '\uFEFF' : ''}${csvLine(columns.map(({ name }) => name))}`;
      for await (const batch of batches) {
        const rows = batch.map((json) => JSON.parse(json));
        yield rows.map((row) => csvLine(columns.map((column) => column.readValue(row)))).join('');
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
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = withoutFormulas(typeof value === 'string' ? value : value.join(';'));
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
