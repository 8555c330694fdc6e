import type { Static } from 'typebox';
import Type from 'typebox';
import { familiesByName } from '../../mappings/vocabulary/families.ts';
import { fold } from '../../mappings/vocabulary/index.ts';
import { createNearestNames } from '../../mappings/vocabulary/nearest.ts';
import { type NamedValue, namedValues, type VocabularyName, vocabularies } from '../parameters/names.ts';
import { allOf } from '../search/clauses.ts';
import type { SearchContext } from '../search/search-context.ts';
import { filterClauses } from './filter-clauses.ts';
import { namesWithLots } from './names-with-lots.ts';

/**
 * The hints of a response: one for each name in the request that no lot has. Names of the vocabulary are only checked
 * where nothing was found, so that ordinary requests cost nothing.
 * @param isEmpty whether nothing was found
 */
export async function readHints(
  params: Readonly<Record<string, unknown>>,
  isEmpty: boolean,
  search: SearchContext,
): Promise<Hint[] | undefined> {
  const named = namedValues(params);
  const doubtful = named.filter(({ isKnown }) => isEmpty || !isKnown);
  if (doubtful.length === 0) return undefined;
  const without = await namesWithoutLots(doubtful, search);
  if (without.length === 0) return undefined;
  const nearest = await nearestNames(search);
  return presentHints(
    without.map(({ parameter, value }, position) =>
      position < maxLookedUp
        ? { parameter, value, nearest: nearest(parameter, value) }
        : { parameter, value },
    ),
  );
}

/** The names that no lot has. A list that is also one name is not reported, nor are its elements where lots have it. */
async function namesWithoutLots(names: NamedValue[], search: SearchContext): Promise<NamedValue[]> {
  const lots = await search.counts(
    names.map(({ parameter, value }) => allOf(filterClauses({ [parameter]: [value] }))),
  );
  const meant = new Set(
    names.flatMap(({ parameter, parts }, i) =>
      lots[i]! > 0 ? parts.map((part) => `${parameter} ${part}`) : [],
    ),
  );
  return names.filter(
    ({ parameter, value, parts }, i) =>
      lots[i] === 0 && parts.length === 0 && !meant.has(`${parameter} ${value}`),
  );
}

/** The search for similar names that have lots, prepared once for each version of the data. */
function nearestNames(
  search: SearchContext,
): Promise<(parameter: VocabularyName, value: string) => string[]> {
  const prepare = async () => {
    const names = await namesWithLots(search);
    const prepared = new Map<VocabularyName, (value: string) => string[]>();
    return (parameter: VocabularyName, value: string) => {
      const known = prepared.get(parameter) ?? createNearestOf(parameter, names[parameter]);
      prepared.set(parameter, known);
      return known(value);
    };
  };
  return search.memo.derive('nearest names', prepare, () => preparedNamesBytes);
}

/** The memory of all names, prepared for a search for similar ones: some thousand names of the vocabulary, and those of lots. */
export const preparedNamesBytes = 4 * 2 ** 20;

/** Maximum values of a request for which similar names are looked up. */
const maxLookedUp = 5;

/** A name that no lot has, and similar names that lots have. */
export const Hint = Type.Object(
  {
    parameter: Type.String(),
    value: Type.String(),
    message: Type.String(),
    nearest: Type.Array(Type.String(), {
      description: `Similar names that have lots, most similar first. For a family of gems, such as garnet, these are its members, those with the most lots first. Only the first ${maxLookedUp} such values of a request are looked up; for the others the list is empty.`,
    }),
  },
  { $id: 'Hint', title: 'Hint', additionalProperties: false, 'x-choice': true },
);

export type Hint = Static<typeof Hint>;

/** A name that no lot has; `nearest` is absent where no similar names were looked up. */
type NameWithoutLots = Pick<Hint, 'parameter' | 'value'> & Partial<Pick<Hint, 'nearest'>>;

/** The hints, in words, about names that no lot has. */
export function presentHints(names: NameWithoutLots[]): Hint[] {
  return names.map(({ parameter, value, nearest }) => {
    const message = `${parameter} "${value}" matches no lots.${adviceOf(nearest)}`;
    return { parameter, value, message, nearest: nearest ?? [] };
  });
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

function adviceOf(nearest: string[] | undefined): string {
  if (nearest === undefined) return ` Similar names are looked up for the first ${maxLookedUp} such values.`;
  return nearest.length > 0 ? ` Did you mean ${anyOf.format(nearest)}?` : '';
}

/** Maximum similar names of a value; a family names all of its members. */
const maxNearest = 3;

/**
 * Prepares the search for the names of a parameter that are most similar to a value, most similar first.
 * @param lots the number of lots by name: no other name is found
 */
export function createNearestOf(
  parameter: VocabularyName,
  lots: ReadonlyMap<string, number>,
): (value: string) => string[] {
  const spellings = new Map<string, string>();
  for (const [spelling, name] of vocabularies[parameter].spellings) {
    if (lots.has(name)) spellings.set(spelling, name);
  }
  for (const name of lots.keys()) {
    const folded = fold(name);
    // Names that no vocabulary knows; nothing resembles one without letters.
    if (folded !== '' && !spellings.has(folded)) spellings.set(folded, name);
  }
  const membersOf = (family: string): string[] =>
    (familiesByName.get(fold(family))?.members ?? [])
      .filter((name) => lots.has(name))
      .sort((a, b) => lots.get(b)! - lots.get(a)! || (a < b ? -1 : 1));
  if (parameter === 'gem_name') {
    for (const [spelling, { name }] of familiesByName) {
      if (!spellings.has(spelling) && membersOf(name).length > 0) spellings.set(spelling, name);
    }
  }
  const expanded = (name: string) => (lots.has(name) ? [name] : membersOf(name));
  const nearest = createNearestNames(spellings, new Set([...lots.keys()].map(fold)));
  return (value) => {
    const text = fold(value);
    const exact = spellings.get(text);
    // The name of a family is certain: other similar names do not matter.
    if (exact !== undefined) return expanded(exact);
    return [...new Set(nearest(text, maxNearest).flatMap(expanded))];
  };
}
