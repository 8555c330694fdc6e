import Type from 'typebox';
import { defineRoute } from '../endpoint/define-route.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { parameterReader } from '../params/read-parameters.ts';
import { suggestionParams } from '../params/suggestions.ts';
import { inSuggestedOrder, presentSuggestion, Suggestion } from '../present/suggestion.ts';
import type { Clause } from '../query/filters.ts';
import { allOf, filterClauses } from '../query/filters.ts';
import { type Candidate, readCandidates } from '../query/read-suggestions.ts';
import { completionsOf } from '../query/suggestions.ts';
import type { SearchContext } from '../search/search-context.ts';

/** GET /api/v1/suggestions */
export const suggestions = defineRoute({
  path: '/api/v1/suggestions',
  operationId: 'listSuggestions',
  tag: 'Search suggestions',
  summary: 'Search suggestions',
  description:
    'Names and titles that begin with `q` come first, then those with typos; then by number of lots; then by text. A name is also found by its synonyms, a title by each of its words.',
  params: suggestionParams,
  data: Type.Array(Suggestion),
  examples: ['q=parai', 'q=burm&type=origin', 'q=kashm&limit=5'],
  isBrief: true,
  async handle({ params, search, state }) {
    const { q, limit } = params;
    const completions = completionsOf(params);
    if (!completions) return { data: [] };
    const terms = search.on(state.suggestions);
    const exact = await terms.complete(completions.exact);
    let found = await firstWithLots(search, readCandidates(exact, [], q), limit);
    // Exact prefixes come first: typos matter only where there are too few of them.
    if (found.length < limit && completions.fuzzy) {
      const fuzzy = await terms.complete(completions.fuzzy);
      found = await firstWithLots(search, readCandidates(exact, fuzzy, q), limit);
    }
    return { data: found.map((candidate) => presentSuggestion(candidate, q)) };
  },
});

/**
 * The first candidates that have lots, with their current number. All names are counted: they are few and memoized,
 * and a name with a comma also finds the lots of its parts. Of titles only as many as can be shown, and more while
 * too few remain or the next would rank before them.
 */
async function firstWithLots(
  search: SearchContext,
  candidates: Candidate[],
  limit: number,
): Promise<Candidate[]> {
  const titles = candidates.filter(isTitle).sort(inSuggestedOrder);
  let next = candidates.filter((candidate) => !isTitle(candidate));
  let first: Candidate[] = [];
  do {
    next.push(...titles.splice(0, Math.max(0, limit - next.length)));
    const lots = await lotsOfEach(search, next);
    first = [...first, ...next.map((candidate, i) => ({ ...candidate, lots: lots[i]! }))]
      .filter((candidate) => candidate.lots > 0)
      .sort(inSuggestedOrder)
      .slice(0, limit);
    next = [];
  } while (titles.length > 0 && (first.length < limit || inSuggestedOrder(titles[0]!, first.at(-1)!) < 0));
  return first;
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
