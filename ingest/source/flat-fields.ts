import { isObject } from '../record/profile/expand-profile.ts';

/** Separates the elements of a list in a text. */
const listSeparator = '; ';

/**
 * The values of an object by dot paths, such as `price.amount`. A list of plain values is a text joined by semicolons; a
 * list with objects stays as it is.
 */
export function flatFields(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(entriesOf(value, ''));
}

function* entriesOf(value: Record<string, unknown>, prefix: string): Generator<[string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    if (isObject(inner)) yield* entriesOf(inner, `${prefix}${name}.`);
    else if (!Array.isArray(inner)) yield [prefix + name, inner];
    else if (inner.some((element) => typeof element === 'object' && element !== null))
      yield [prefix + name, inner];
    else yield [prefix + name, inner.filter((element) => element !== null).join(listSeparator)];
  }
}

/** A string of JSON, closed or not, or a number that is not one, as Python writes it. */
const notNumbers = /"(?:[^"\\]|\\[\s\S])*\\?"?|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses JSON in which NaN, Infinity and -Infinity mean null.
 * @throws SyntaxError
 */
export function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = text.replace(notNumbers, (found) => (found.startsWith('"') ? found : 'null'));
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}
