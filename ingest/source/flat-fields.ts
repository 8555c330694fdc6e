import { isObject } from '../record/profile/expand-profile.ts';

/**
 * The values of an object by dot paths, such as `price.amount`. A list of plain values is a text joined by semicolons; a
 * list with objects stays as it is.
 */
export function flatFields(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(entriesOf(value, ''));
}

function* entriesOf(value: Record<string, unknown>, prefix: string): Generator<[string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    const isPlainList = Array.isArray(inner) && !inner.some((one) => typeof one === 'object' && one !== null);
    if (isObject(inner)) yield* entriesOf(inner, `${prefix}${name}.`);
    else yield [prefix + name, isPlainList ? inner.filter((one) => one !== null).join('; ') : inner];
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
