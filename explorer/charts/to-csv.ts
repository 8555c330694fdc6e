/** A column of a file, unless it is a drawing of the table. */
interface FileColumn<Row> {
  name: string;
  value: (row: Row) => string | number | null;
  only?: 'file' | 'table';
}

/**
 * The data as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8. Text that a spreadsheet
 * would interpret as a formula gets a leading apostrophe, as in the API's exports
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[]): string {
  const saved = columns.filter(({ only }) => only !== 'table');
  const lines = rows.map((row) => saved.map(({ value }) => csvCell(value(row))));
  const all = [saved.map(({ name }) => name), ...lines];
  return `\uFEFF${all.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(/^[\t\r]/, "'$&").replaceAll(/(?<=^|[;\t\r\n])[" ]*[=+\-@＝＋－＠]/g, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
