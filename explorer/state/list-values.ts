/*
 * A list in the URL consists of elements, as in the API: `"a, b"` in double quotes is one value. Without quotes, `none`
 * means "no value", and `untreated` every treatment that says that none was found.
 */

/** The element that means "no value". */
export const noValue = 'none';

/** The list element for a value, in quotes if necessary. */
export function quoted(value: string): string {
  return /^"|,|^(none|untreated)$/i.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The value of a list element. */
export function unquoted(element: string): string {
  return /^".*"$/.test(element) ? element.slice(1, -1).replaceAll('""', '"') : element;
}

/** The elements of a list, as written. */
export function elementsOf(list: string): string[] {
  const elements = list.match(/\s*"(?:[^"]|"")*"[^,]*|[^,]+/g) ?? [];
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}
