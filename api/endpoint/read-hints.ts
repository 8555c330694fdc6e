import { createNearestOf } from '../params/nearest-names.ts';
import { type NamedValue, namedValues, type VocabularyName } from '../params/vocabulary-names.ts';
import { type Hint, maxLookedUp, presentHints } from '../present/hints.ts';
import { allOf, filterClauses } from '../query/filters.ts';
import type { SearchContext } from '../search/search-context.ts';
import type { Answer } from './envelope.ts';
import { namesWithLots } from './read-names-with-lots.ts';

/**
 * The hints of a response: one for each name in the request that no lot has. Names of the vocabulary are only checked
 * where nothing was found, so that ordinary requests cost nothing.
 */
export async function readHints(
  answer: Answer,
  params: Readonly<Record<string, unknown>>,
  search: SearchContext,
): Promise<Hint[] | undefined> {
  const named = namedValues(params);
  const isEmpty = foundNothing(answer);
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

/** Whether a response has no lot. */
function foundNothing({ data, pagination }: Answer): boolean {
  if (pagination) return pagination.total_records === 0;
  if (Array.isArray(data)) return data.length === 0;
  const { lots, n } = data as { lots?: number; n?: number };
  return (lots ?? n) === 0;
}

/** Those that no lot has. A list that is also one name stands for its elements where lots have it. */
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
  return search.memo.derive('nearest names', async () => {
    const names = await namesWithLots(search);
    const prepared = new Map<VocabularyName, (value: string) => string[]>();
    return (parameter: VocabularyName, value: string) => {
      const known = prepared.get(parameter) ?? createNearestOf(parameter, names[parameter]);
      prepared.set(parameter, known);
      return known(value);
    };
  });
}
