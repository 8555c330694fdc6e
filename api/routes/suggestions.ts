import Type from 'typebox';
import { defineRoute } from '../endpoint/define-route.ts';
import { readCombinations } from '../params/combination.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { parameterReader } from '../params/read-parameters.ts';
import { type SuggestionParams, suggestionParams } from '../params/suggestions.ts';
import { inSuggestedOrder, presentSuggestion, Suggestion } from '../present/suggestion.ts';
import { allOf, type Clause, filterClauses } from '../query/filters.ts';
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
    'Names and titles that begin with `q` come first, then those with typos, which are looked for in texts of four letters or more; then by number of lots; then by text. Where more than 100 have the same number of lots, those whose matching words come first in the alphabet are suggested. A smaller `limit` gives the first of the same suggestions. A name is also found by its synonyms, a title by each of its words. Several names, also with a weight, a price or a time, are suggested together as one `combination` of filters, as `/api/ext/interpret` reads them: in `3 ct ruby` the weight is 3.00 to 3.99, in `3.5 ct` 3.50 to 3.59. The last name may be incomplete, from two letters on: `burma rub`.',
  params: suggestionParams,
  data: Type.Array(Suggestion),
  examples: ['q=parai', 'q=burm&type=origin', 'q=kashm&limit=5', 'q=unheated+kashmir+sapphire'],
  isBrief: true,
  changedAt: ({ suggestionsChangedAt }) => suggestionsChangedAt,
  async handle({ params, search, state }) {
    const { q, limit } = params;
    const completions = completionsOf(params);
    const terms = search.on(state.suggestions);
    const exact = completions ? await terms.complete(completions.exact) : [];
    const certain = [...combinationsOf(params), ...readCandidates(exact, [], q)];
    let found = await firstWithLots(search, certain, limit);
    // Exact prefixes come first: typos matter only where there are too few of them.
    if (found.length < limit && completions?.fuzzy) {
      const fuzzy = await terms.complete(completions.fuzzy);
      const withTypos = readCandidates(exact, fuzzy, q).filter(({ typos }) => typos > 0);
      found = [...found, ...(await firstWithLots(search, withTypos, limit - found.length))];
    }
    return { data: found.map((candidate) => presentSuggestion(candidate, q)) };
  },
});

/** The filters that the words mean together, where they are several. */
function combinationsOf({ q, type }: SuggestionParams): Candidate[] {
  if (type !== undefined && !type.includes('combination')) return [];
  return readCombinations(q).map((combination) => {
    const term = { type: 'combination' as const, synonyms: [], ...combination };
    return { term, input: q, typos: 0, lots: 0 };
  });
}

/** Candidates that are counted together. */
const blockSize = 10;

/**
 * The first candidates that have lots, with their current number. All names are counted: they are few and memoized, and
 * a name with a comma also finds the lots of its parts. The others are counted in the order of the numbers of the
 * suggestion index, until no other can come before those that were counted: its numbers are too high where lots were
 * deleted since or are hidden duplicates, and too low where a small import brought a longer title with the same words.
 * The order does not depend on the limit, so a smaller limit gives the first of the same suggestions.
 */
async function firstWithLots(
  search: SearchContext,
  candidates: readonly Candidate[],
  limit: number,
): Promise<Candidate[]> {
  const names = await withCounts(
    search,
    candidates.filter((candidate) => !isTitle(candidate)),
  );
  const waiting = [...names, ...candidates.filter(isTitle)].sort(inSuggestedOrder);
  const found: Candidate[] = [];
  let counted: Candidate[] = [];
  while (found.length < limit && waiting.length + counted.length > 0) {
    const [first] = counted;
    if (first && !(waiting[0] && inSuggestedOrder(waiting[0], first) < 0)) {
      found.push(first);
      counted = counted.slice(1);
    } else {
      const block = await withCounts(search, waiting.splice(0, blockSize));
      counted = [...counted, ...block.filter(({ lots }) => lots > 0)].sort(inSuggestedOrder);
    }
  }
  return found;
}

const isTitle = ({ term }: Candidate) => term.type === 'title';

const readFilter = parameterReader(filterParams, filterRules);

/**
 * The candidates with the number of lots that the list finds by the filter of each: it is parsed like a request of the list and
 * counted on the lots, so that a suggestion never promises more than the list has.
 */
async function withCounts(search: SearchContext, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const known = search.memo.counts;
  const filters = candidates.map(({ term }) => JSON.stringify(term.filter));
  const lots = new Map(filters.map((filter) => [filter, known.get(filter)]));
  const unknown = [...lots.keys()].filter((filter) => lots.get(filter) === undefined);
  const counts = unknown.length > 0 ? await search.counts(unknown.map(queryOf)) : [];
  for (const [i, filter] of unknown.entries()) {
    lots.set(filter, counts[i]!);
    known.set(filter, counts[i]!);
  }
  return candidates.map((candidate, i) => ({ ...candidate, lots: lots.get(filters[i]!)! }));
}

/** @param filter the parameters of the list and their texts, as JSON */
function queryOf(filter: string): Clause {
  const { values } = readFilter(new URLSearchParams(JSON.parse(filter)).toString());
  return values ? allOf(filterClauses(values)) : { match_none: {} };
}
