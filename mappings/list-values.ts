/** An element of a list as written. */
export interface ListElement {
  value: string;
  isQuoted: boolean;
}

/** An element in double quotes, or without; then a comma or the end. */
const element = /\s*(?:"((?:[^"]|"")*)"\s*|([^\s",][^,]*)?)(,|$)/y;

/**
 * The elements of a list such as `a, "b, c"`: separated by commas. In double quotes an element is taken literally, and
 * a double quote inside is written twice, as in CSV. Undefined where an element begins with a quote and does not end
 * with one.
 */
export function splitList(text: string): ListElement[] | undefined {
  const elements: ListElement[] = [];
  element.lastIndex = 0;
  while (true) {
    const match = element.exec(text);
    if (!match) return undefined;
    const [, quoted, bare = '', separator] = match;
    const isQuoted = quoted !== undefined;
    elements.push({ value: isQuoted ? quoted.replaceAll('""', '"') : bare, isQuoted });
    if (separator === '') return elements.map(({ value, isQuoted }) => ({ value: clean(value), isQuoted }));
  }
}

/** The element that means "no value". */
export const noValue = 'none';

/** A value as an element of a list that is read as this value, whatever characters it has. */
export function quoteValue(value: string): string {
  const isAmbiguous = /^"|,/.test(value) || isNone(value);
  return isAmbiguous ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Whether an element without quotes means "no value". */
export const isNone = (value: string): boolean => value.toLowerCase() === noValue;

/**
 * A text as it is compared: in NFC, so that é is one character however it was typed, without control characters, and
 * with single spaces. Stored names and the values of requests are cleaned alike.
 */
export function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
