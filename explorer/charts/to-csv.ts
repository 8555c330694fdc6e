/** A column of a file. */
interface FileColumn<Row> {
  name: string;
  value: (row: Row) => string | number | null;
}

/**
 * The data as CSV (RFC 4180). Text that a spreadsheet would interpret as a formula gets a leading apostrophe, as in the
 * API's exports (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv<Row>(rows: Row[], columns: FileColumn<Row>[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => csvCell(value(row))));
  return [columns.map(({ name }) => name), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = value.replace(/^[\t\r]/, "'$&").replaceAll(/(?<=^|[;\t\r\n])[" ]*[=+\-@＝＋－＠]/g, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
