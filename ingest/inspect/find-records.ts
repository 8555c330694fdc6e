import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import { flatFields, parsePlainJson } from '../source/json-text.ts';
import { knownName } from './known-names.ts';

/** Number of elements of a list that decide. */
const maxElements = 100;
const maxDepth = 5;

/**
 * Finds the records of a JSON file: the objects whose names are those of lots. Of lots with lists, such as pictures, it is
 * the outer list, of sales with lots the inner.
 * @param text the beginning of the file
 * @returns the path to their list, as in a profile; undefined if the file is read as it is
 * @throws UnrecoverableError when several lists may have the records
 */
export function findRecords(text: string): string | undefined {
  const whole = wholeJson(text);
  if (whole === undefined) return undefined;
  const lists = listsIn([whole], []);
  const most = Math.max(...lists.map(({ lots }) => lots));
  const [best, ...others] = lists.filter(({ lots }) => lots === most).map(({ path }) => path.join('.'));
  // All others lie in a list that is the whole file.
  if (!best) return undefined;
  const apart = others.filter((path) => !path.startsWith(`${best}.`));
  if (apart.length === 0) return best;
  const names = [best, ...apart].map((path) => `"${path}"`);
  throw new UnrecoverableError(
    `Several lists of the file may have the records: ${names.join(', ')}. Name one of them: --records ${best}.`,
  );
}

/** The value that the beginning of a JSON text has, up to its last whole part; undefined for lines of objects. */
function wholeJson(text: string): unknown {
  let closing = '';
  let whole = '';
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],]/g)) {
    if (token.startsWith('"')) continue;
    if (token === '{' || token === '[') closing = (token === '{' ? '}' : ']') + closing;
    else {
      if (token !== ',') closing = closing.slice(1);
      whole = text.slice(0, index) + (token === ',' ? '' : token) + closing;
    }
  }
  try {
    return parsePlainJson(whole);
  } catch {
    return undefined;
  }
}

/** The lists of objects in values that have the same path, and how much their elements look like lots. */
function listsIn(values: unknown[], path: string[]): { path: string[]; lots: number }[] {
  if (path.length > maxDepth) return [];
  const objects = values.filter(isObject);
  const keyed = objects.filter(isKeyed).flatMap((one) => Object.values(one));
  const elements = [...values, ...keyed].filter(Array.isArray).flat();
  const found = [...elements, ...keyed].filter(isObject).slice(0, maxElements);
  const at = keyed.length > 0 ? [...path, '*'] : path;
  const within = found.length > 0 ? found : objects;
  const names = [...new Set(within.flatMap((one) => Object.keys(one)))].slice(0, maxElements);
  const valuesOf = (name: string) => within.map((one) => one[name]);
  const inner = names.flatMap((name) => listsIn(valuesOf(name), [...at, name]));
  return found.length > 0 ? [{ path: at, lots: lotsOf(path, found) }, ...inner] : inner;
}

/** Whether the names of an object are keys: its values are objects with the same first name. */
function isKeyed(value: Record<string, unknown>): boolean {
  const values = Object.values(value);
  if (values.length < 2) return false;
  return values.every(isObject) && new Set(values.map((one) => Object.keys(one)[0])).size === 1;
}

const listOfLots =
  /^(?:lots?|lose|lotti|items?|objects?|listings?|offers?|results?|stones?|gems?|products?)$/i;

/** How many meanings the names of a list and of its elements have: those of lots have most. */
function lotsOf(path: string[], elements: Record<string, unknown>[]): number {
  const names = elements.flatMap((one) => Object.keys(flatFields(one)));
  const found = new Set(names.flatMap((name) => knownName(name).meaning ?? []));
  return found.size + (listOfLots.test(path.at(-1) ?? '') ? 1 : 0);
}
