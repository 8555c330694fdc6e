import Type from 'typebox';
import { defineRoute } from '../endpoint/define-route.ts';
import { readCombination } from '../params/combination.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { parameterReader } from '../params/read-parameters.ts';
import { type SuggestionParams, suggestionParams } from '../params/suggestions.ts';
import { inSuggestedOrder, presentSuggestion, Suggestion } from '../present/suggestion.ts';
import type { Clause } from '../query/filters.ts';
import { allOf, filterClauses } from '../query/filters.ts';
import { type Candidate, readCandidates } from '../query/read-suggestions.ts';
import { completionsOf, maxSuggestions } from '../query/suggestions.ts';
import type { SearchContext } from '../search/search-context.ts';

/** GET /api/v1/suggestions */
export const suggestions = defineRoute({
  path: '/api/v1/suggestions',
  operationId: 'listSuggestions',
  tag: 'Search suggestions',
  summary: 'Search suggestions',
  description:
    'Names and titles that begin with `q` come first, then those with typos, which are looked for in texts of four letters or more; then by number of lots; then by text. A smaller `limit` gives the first of the same suggestions. A name is also found by its synonyms, a title by each of its words. Several names, also with a weight in carats, are suggested together as one `combination` of filters: in `3 ct ruby` the weight is 3.00 to 3.99, in `3.5 ct` 3.50 to 3.59.',
  params: suggestionParams,
  data: Type.Array(Suggestion),
  examples: ['q=parai', 'q=burm&type=origin', 'q=kashm&limit=5', 'q=unheated+kashmir+sapphire'],
  isBrief: true,
  async handle({ params, search, state }) {
    const { q, limit } = params;
    const completions = completionsOf(params);
    const terms = search.on(state.suggestions);
    const exact = completions ? await terms.complete(completions.exact) : [];
    const certain = [...combinationOf(params), ...readCandidates(exact, [], q)];
    let found = await firstWithLots(search, certain);
    // Exact prefixes come first: typos matter only where there are too few of them.
    if (found.length < limit && completions?.fuzzy) {
      const fuzzy = await terms.complete(completions.fuzzy);
      const withTypos = readCandidates(exact, fuzzy, q).filter(({ typos }) => typos > 0);
      found = [...found, ...(await firstWithLots(search, withTypos))];
    }
    return { data: found.slice(0, limit).map((candidate) => presentSuggestion(candidate, q)) };
  },
});

/** The filters that the words mean together, where they are several. */
function combinationOf({ q, type }: SuggestionParams): Candidate[] {
  const combination = type === undefined || type.includes('combination') ? readCombination(q) : undefined;
  if (!combination) return [];
  return [{ term: { type: 'combination', synonyms: [], ...combination }, input: q, typos: 0, lots: 0 }];
}

/**
 * The first candidates that have lots, with their current number, in order. All names are counted: they are few and
 * memoized, and a name with a comma also finds the lots of its parts. Of titles as many are counted as any request may
 * show, so that the order does not depend on the limit, and more only while too few have lots.
 */
async function firstWithLots(search: SearchContext, candidates: Candidate[]): Promise<Candidate[]> {
  const titles = candidates.filter(isTitle).sort(inSuggestedOrder);
  let next = candidates.filter((candidate) => !isTitle(candidate));
  let found: Candidate[] = [];
  do {
    next.push(...titles.splice(0, maxSuggestions));
    const lots = await lotsOfEach(search, next);
    found = [...found, ...next.map((candidate, i) => ({ ...candidate, lots: lots[i]! }))].filter(
      (candidate) => candidate.lots > 0,
    );
    next = [];
  } while (titles.length > 0 && found.length < maxSuggestions);
  return found.sort(inSuggestedOrder);
}

const isTitle = ({ term }: Candidate) => term.type === 'title';

const readFilter = parameterReader(filterParams, filterRules);

/**
 * The number of lots that the list finds by the filter of each candidate: it is parsed like a request of the list and
 * counted on the lots, so that a suggestion never promises more than the list has.
 */
async function lotsOfEach(search: SearchContext, candidates: readonly Candidate[]): Promise<number[]> {
  const known = search.memo.suggested;
  const filters = candidates.map(({ term }) => JSON.stringify(term.filter));
  const lots = new Map(filters.map((filter) => [filter, known.get(filter)]));
  const unknown = [...lots.keys()].filter((filter) => lots.get(filter) === undefined);
  const counts = unknown.length > 0 ? await search.counts(unknown.map(queryOf)) : [];
  for (const [i, filter] of unknown.entries()) {
    lots.set(filter, counts[i]!);
    known.set(filter, counts[i]!);
  }
  return filters.map((filter) => lots.get(filter)!);
}

/** @param filter the parameters of the list and their texts, as JSON */
function queryOf(filter: string): Clause {
  const { values } = readFilter(new URLSearchParams(JSON.parse(filter)).toString());
  return values ? allOf(filterClauses(values)) : { match_none: {} };
}
