import Type from 'typebox';
import { nameTypes } from '../../../mappings/named-fields.ts';
import {
  maxInputLength,
  maxSuggestions,
  type SuggestionType,
  suggestionTypes,
} from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { foldedStart } from '../../../mappings/vocabulary/vocabulary.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { queryOf } from '../../filters/filter-clauses.ts';
import { extensions, integer, listOf, text } from '../../parameters/kinds.ts';
import { countEach } from '../../search/pagination.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { readCombinations } from './combinations.ts';
import { type Candidate, inSuggestedOrder, presentSuggestion, Suggestion } from './suggestion.ts';
import { findTitles } from './titles.ts';

/** Parameters of /suggestions. */
const suggestionParams = extensions({
  q: text({
    description:
      'The beginning of a name, a synonym, or words of a title, ignoring case and accents; or several names, also with a weight: `unheated kashmir sapphire`, `3 ct ruby`.',
    maxLength: 100,
    examples: ['parai'],
  }),
  type: Type.Optional(
    listOf(suggestionTypes, {
      description:
        'The types to suggest; all by default. A combination is several filters that the words of `q` mean together.',
      examples: [['gem_type', 'origin']],
    }),
  ),
  limit: integer({
    description: 'Maximum number of suggestions.',
    minimum: 1,
    maximum: maxSuggestions,
    default: 10,
    examples: [10],
  }),
});

/** GET /api/v1/suggestions */
export const suggestions = defineRoute({
  path: '/api/v1/suggestions',
  operationId: 'listSuggestions',
  tag: 'Search suggestions',
  summary: 'Search suggestions',
  description:
    'Names that begin with `q` come first, then names by their synonyms and later words, in each case most lots first, then by text; then the titles of the newest lots whose title has all words of `q`, the last one perhaps incomplete, newest first. Where these are fewer than `limit`, names and titles with typos follow in the same order; typos are looked for in texts of four letters or more. A smaller `limit` gives the first of the same suggestions. Several names, also with a weight, a price or a time, are suggested together as one `combination` of filters, as `/api/ext/interpret` reads them: in `3 ct ruby` the weight is 3.00 to 3.99, in `3.5 ct` 3.50 to 3.59. The last name may be incomplete, from two letters on: `burma rub`.',
  params: suggestionParams,
  data: Type.Array(Suggestion),
  examples: ['q=parai', 'q=burm&type=origin', 'q=kashm&limit=5', 'q=unheated+kashmir+sapphire'],
  cost: 'brief',
  async handle({ params, search, state }) {
    const { q, type, limit } = params;
    const wants = (one: SuggestionType) => type === undefined || type.includes(one);
    const find = (withTypos: boolean) =>
      Promise.all([
        findNames(search.on(state.suggestions), q, nameTypes.filter(wants), withTypos),
        wants('title') ? findTitles(search, q, withTypos) : [],
      ]);
    const [names, titles] = await find(false);
    const combinations = wants('combination') ? combinationsOf(q) : [];
    const found = await firstWithLots(search, q, [...combinations, ...names], titles, limit);
    // Names that begin with the text come first. Typos are searched for only where there are too few of these.
    if (found.length < limit && mayHaveTypos(q)) {
      const known = new Set([...names, ...titles].map(keyOf));
      const others = (candidates: Candidate[]) => candidates.filter((one) => !known.has(keyOf(one)));
      const [similar, nearly] = await find(true);
      found.push(...(await firstWithLots(search, q, others(similar), others(nearly), limit - found.length)));
    }
    return { data: found.map((candidate) => presentSuggestion(candidate, q)) };
  },
});

/** Identifies a suggestion, which is shown once. */
const keyOf = ({ term }: Candidate) => JSON.stringify([term.type, fold(term.text) || term.text]);

/** The combinations of filters that the words mean. */
const combinationsOf = (q: string): Candidate[] =>
  readCombinations(q).map((combination) => ({
    term: { type: 'combination', synonyms: [], ...combination },
    input: q,
    lots: 0,
  }));

/**
 * The first candidates that have lots, with their current number: names and combinations in the suggested order; all of
 * these are counted, because they are few and memoized. Then titles in their order, as many as are shown. A smaller limit
 * gives the first of the same candidates.
 */
async function firstWithLots(
  search: SearchContext,
  q: string,
  names: readonly Candidate[],
  titles: readonly Candidate[],
  limit: number,
): Promise<Candidate[]> {
  const found = (await withCounts(search, names)).sort(inSuggestedOrder(q));
  for (let start = 0; found.length < limit && start < titles.length; start += limit) {
    found.push(...(await withCounts(search, titles.slice(start, start + limit))));
  }
  return found.slice(0, limit);
}

/**
 * The candidates that have lots, with the number that the list finds by the filter of each: it is parsed like a request of the
 * list and counted on the lots, so that a suggestion never promises more than the list has.
 */
async function withCounts(search: SearchContext, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const filters = candidates.map(({ term }) => JSON.stringify(term.filter));
  const lots = await countEach(search, filters, (filter) => queryOf(JSON.parse(filter)));
  return candidates
    .map((candidate, i) => ({ ...candidate, lots: lots[i]! }))
    .filter((candidate) => candidate.lots > 0);
}

/** Additional matches: some have no lots left, and some names match by several of their words. */
const spare = 50;

/** Minimum letters of a text with a typo; its first letter must be right. */
const minTypoLetters = 4;

/** Whether a text is long enough for typos. */
const mayHaveTypos = (q: string): boolean =>
  [...foldedStart(q, maxInputLength).replaceAll(' ', '')].length >= minTypoLetters;

/** The names that begin with a text, or nearly do, each once: some match by several of their words. */
async function findNames(
  search: SearchContext,
  q: string,
  types: string[],
  withTypos: boolean,
): Promise<Candidate[]> {
  const prefix = foldedStart(q, maxInputLength);
  if (prefix === '' || types.length === 0) return [];
  const typos = { fuzziness: 'AUTO', min_length: minTypoLetters, prefix_length: 1, unicode_aware: true };
  const completion = {
    field: 'suggest',
    contexts: { type: types },
    skip_duplicates: false,
    // Whatever the limit: a smaller one shows the first of the same suggestions. With typos, the exact ones are found too.
    size: (withTypos ? 2 : 1) * maxSuggestions + spare,
    ...(withTypos && { fuzzy: typos }),
  };
  const names = new Map<string, Candidate>();
  for (const { _id, _source: term, text: input } of await search.complete({ prefix, completion })) {
    if (!names.has(_id)) names.set(_id, { term, input, lots: 0 });
  }
  return [...names.values()];
}
