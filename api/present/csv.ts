/** A value of a record as CSV knows it. */
export type CsvValue = string | number | boolean | null | readonly string[];

/** One line of CSV (RFC 4180). Lists are separated by semicolons, as imports take them; null is empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : value.join(';');
  // A spreadsheet would run text that begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
