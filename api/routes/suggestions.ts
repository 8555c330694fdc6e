import Type from 'typebox';
import type { Engine } from '../engine.ts';
import { filterParams, filterRules } from '../params/filters.ts';
import { parameterReader } from '../params/read-parameters.ts';
import { suggestionParams } from '../params/suggestions.ts';
import { inSuggestedOrder, presentSuggestion, Suggestion } from '../present/suggestion.ts';
import type { Clause } from '../query/clauses.ts';
import { allOf, filterClauses } from '../query/filters.ts';
import { type Candidate, readCandidates } from '../query/read-suggestions.ts';
import { suggestionsBody } from '../query/suggestions.ts';
import { defineRoute } from '../route.ts';

/** GET /api/v1/suggestions */
export const suggestions = defineRoute({
  path: '/api/v1/suggestions',
  operationId: 'listSuggestions',
  tag: 'Search suggestions',
  summary: 'Search suggestions',
  description:
    'What begins with `q` comes first, then what nearly does; then most lots; then by text. A name is found by its synonyms too, a title by each of its words.',
  params: suggestionParams,
  data: Type.Array(Suggestion),
  examples: ['q=parai', 'q=burm&type=origin', 'q=kashm&limit=5'],
  async handle({ params, engine, state }) {
    const body = suggestionsBody(params);
    if (!body) return { data: [] };
    const candidates = readCandidates(await engine.on(state.suggestions).suggest(body), params.q)
      .sort(inSuggestedOrder)
      .slice(0, params.limit + spare);
    const lots = await lotsOfEach(engine, candidates);
    const found = candidates.map((candidate, i) => ({ ...candidate, lots: lots[i]! }));
    return {
      data: found
        .filter((candidate) => candidate.lots > 0)
        .sort(inSuggestedOrder)
        .slice(0, params.limit)
        .map((candidate) => presentSuggestion(candidate, params.q)),
    };
  },
});

/** Candidates beyond the limit that are counted: the lots of some may be gone, or be more than they were. */
const spare = 10;

const readFilter = parameterReader(filterParams, filterRules);

/**
 * How many lots the list finds by each candidate's filter: it is read as a request of the list is, and counted on the
 * lots, so that a suggestion never promises what the list does not hold.
 */
async function lotsOfEach(engine: Engine, candidates: readonly Candidate[]): Promise<number[]> {
  const known = engine.known.suggested;
  const filters = candidates.map(({ term }) => JSON.stringify(term.filter));
  const lots = new Map(filters.map((filter) => [filter, known.get(filter)]));
  const unknown = [...lots.keys()].filter((filter) => lots.get(filter) === undefined);
  const counts = unknown.length > 0 ? await engine.counts(unknown.map(queryOf)) : [];
  for (const [i, filter] of unknown.entries()) {
    lots.set(filter, counts[i]!);
    known.set(filter, counts[i]!);
  }
  return filters.map((filter) => lots.get(filter)!);
}

/** @param filter parameters of the list and their texts, as JSON */
function queryOf(filter: string): Clause {
  const { values } = readFilter(new URLSearchParams(JSON.parse(filter)).toString());
  return values ? allOf(filterClauses(values)) : { match_none: {} };
}
