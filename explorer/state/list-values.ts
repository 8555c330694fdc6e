/*
 * The values of a list in the URL are elements as the API takes and writes them: `"a, b"` in double quotes is one value,
 * and `none` without quotes means "no value".
 */

/** The element that means "no value". */
export const noValue = 'none';

/** A value as an element that means this value, whatever characters it has. */
export function quoted(value: string): string {
  return /^"|,|^none$/i.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The value of an element. */
export function unquoted(element: string): string {
  return /^".*"$/.test(element) ? element.slice(1, -1).replaceAll('""', '"') : element;
}

/** The elements of a list, as written. */
export function elementsOf(list: string): string[] {
  const elements = list.match(/\s*"(?:[^"]|"")*"[^,]*|[^,]+/g) ?? [];
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}
