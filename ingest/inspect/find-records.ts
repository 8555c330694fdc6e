import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import { flatFields, parsePlainJson } from '../source/json-text.ts';
import { knownName } from './known-names.ts';

/** A list of objects in a JSON file. */
interface List {
  path: string[];
  elements: Record<string, unknown>[];
  /** How much its elements look like lots. */
  lots: number;
}

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
  const [best, ...others] = lists.filter(({ lots }) => lots === most);
  if (!best) return undefined;
  const apart = others.filter(({ path }) => best.path.some((name, i) => name !== path[i]));
  if (apart.length > 0) {
    const names = [best, ...apart].map(({ path }) => `"${path.join('.')}"`);
    throw new UnrecoverableError(
      `Several lists of the file may have the records: ${names.join(', ')}. Name one of them: --records ${best.path.join('.')}.`,
    );
  }
  const isAlone =
    best.path.length === 1 && isObject(whole) && Object.keys(whole).length === 1 && best.path[0] !== '*';
  return best.path.length === 0 || isAlone ? undefined : best.path.join('.');
}

/** The value that the beginning of a JSON text has, up to its last whole part; undefined for lines of objects. */
function wholeJson(text: string): unknown {
  const open: string[] = [];
  let whole = { end: 0, closing: '' };
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\],]|[^\s"{}[\],]+/g,
  )) {
    if (token === '{' || token === '[') {
      if (open.length === 0 && whole.end > 0) return undefined;
      open.unshift(token === '{' ? '}' : ']');
      whole = whole.end === 0 ? { end: index + 1, closing: open.join('') } : whole;
    } else if (token === '}' || token === ']') {
      open.shift();
      whole = { end: index + 1, closing: open.join('') };
    } else if (token === ',') whole = { end: index, closing: open.join('') };
  }
  try {
    return parsePlainJson(text.slice(0, whole.end) + whole.closing);
  } catch {
    return undefined;
  }
}

/** The lists of objects in values that have the same path. */
function listsIn(values: unknown[], path: string[]): List[] {
  if (path.length > maxDepth) return [];
  const objects = values.filter(isObject);
  const keyed = objects.filter(isKeyed).flatMap((one) => Object.values(one));
  const elements = [...values.filter(Array.isArray).flat(), ...keyed.flat()]
    .filter(isObject)
    .slice(0, maxElements);
  const at = keyed.length > 0 ? [...path, '*'] : path;
  const within = elements.length > 0 ? elements : objects;
  const names = [...new Set(within.flatMap((one) => Object.keys(one)))].slice(0, maxElements);
  const inner = names.flatMap((name) =>
    listsIn(
      within.map((one) => one[name]),
      [...at, name],
    ),
  );
  return elements.length > 0 ? [{ path: at, elements, lots: lotsOf(path, elements) }, ...inner] : inner;
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
