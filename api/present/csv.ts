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
