import type { Static, TObject } from 'typebox';
import Type from 'typebox';
import { nameTypes } from '../../../mappings/named-fields.ts';
import { maxInputLength, maxSuggestions, suggestionTypes } from '../../../mappings/suggest-index.ts';
import { fold } from '../../../mappings/vocabulary/index.ts';
import { foldedStart } from '../../../mappings/vocabulary/vocabulary.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { queryOf } from '../../filters/filter-clauses.ts';
import { extensions, integer, listOf, text } from '../../parameters/kinds.ts';
import { countEach } from '../../search/pagination.ts';
import type { Completion, Option, SearchContext } from '../../search/search-context.ts';
import { readCombinations } from './combinations.ts';
import { type Candidate, inSuggestedOrder, presentSuggestion, Suggestion } from './suggestion.ts';
import { readTitles, titlesBody } from './titles.ts';

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

type SuggestionParams = Static<TObject<typeof suggestionParams>>;

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
    const completions = completionsOf(params);
    const names = search.on(state.suggestions);
    const complete = async (completion?: Completion) =>
      readNames(completion ? await names.complete(completion) : []);
    const wantsTitles = fold(q) !== '' && (type === undefined || type.includes('title'));
    const findTitles = async (withTypos: boolean) =>
      readTitles(wantsTitles ? (await search.records(titlesBody(q, withTypos))).hits : []);

    const exact = await Promise.all([complete(completions?.exact), findTitles(false)]);
    const certain = [...combinationsOf(params), ...exact[0]];
    const found = await firstWithLots(search, q, certain, exact[1], limit);
    // Names that begin with the text come first. Typos are searched for only where there are too few of these.
    if (found.length < limit && mayHaveTypos(q)) {
      const known = new Set(exact.flat().map(keyOf));
      const isNew = (candidate: Candidate) => !known.has(keyOf(candidate));
      const nearly = await Promise.all([complete(completions?.fuzzy), findTitles(true)]);
      const [similar, titles] = nearly.map((candidates) => candidates.filter(isNew)) as typeof nearly;
      found.push(...(await firstWithLots(search, q, similar, titles, limit - found.length)));
    }
    return { data: found.map((candidate) => presentSuggestion(candidate, q)) };
  },
});

/** Identifies a suggestion, which is shown once. */
const keyOf = ({ term }: Candidate) => JSON.stringify([term.type, fold(term.text) || term.text]);

/** The combinations of filters that the words mean. */
function combinationsOf({ q, type }: SuggestionParams): Candidate[] {
  if (type !== undefined && !type.includes('combination')) return [];
  return readCombinations(q).map((combination) => {
    const term = { type: 'combination' as const, synonyms: [], ...combination };
    return { term, input: q, lots: 0 };
  });
}

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

/** The completions of the names that begin with a text, and of those that nearly do. */
interface Completions {
  exact: Completion;
  /** Includes the exact ones; undefined where the text is too short for typos. */
  fuzzy: Completion | undefined;
}

/** Minimum letters of a text with a typo; its first letter must be right. */
const minTypoLetters = 4;

/** Whether a text is long enough for typos. */
const mayHaveTypos = (q: string): boolean =>
  [...foldedStart(q, maxInputLength).replaceAll(' ', '')].length >= minTypoLetters;

/** @returns undefined where the text has no word, or no names are requested */
function completionsOf({ q, type }: Pick<SuggestionParams, 'q' | 'type'>): Completions | undefined {
  const prefix = foldedStart(q, maxInputLength);
  const types = nameTypes.filter((one) => type === undefined || type.includes(one));
  if (prefix === '' || types.length === 0) return undefined;
  const completion = { field: 'suggest', contexts: { type: types }, skip_duplicates: false };
  const typo = { fuzziness: 'AUTO', min_length: minTypoLetters, prefix_length: 1, unicode_aware: true };
  // Whatever the limit: a smaller one shows the first of the same suggestions.
  const size = maxSuggestions + spare;
  return {
    exact: { prefix, completion: { ...completion, size } },
    fuzzy: mayHaveTypos(q)
      ? { prefix, completion: { ...completion, size: maxSuggestions + size, fuzzy: typo } }
      : undefined,
  };
}

/** The names that a completion found, each once: some match by several of their words. */
function readNames(options: readonly Option[]): Candidate[] {
  const names = new Map<string, Candidate>();
  for (const { _id, _source: term, text: input } of options) {
    if (!names.has(_id)) names.set(_id, { term, input, lots: 0 });
  }
  return [...names.values()];
}
