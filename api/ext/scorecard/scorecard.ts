import type { TProperties } from 'typebox';
import Type from 'typebox';
import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { boolean, extension } from '../../parameters/kinds.ts';
import type { IndexState } from '../../search/index-state.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { presentScorecardMeta, ScoredGem, scorecardMeta } from './scored-gem.ts';

/** Parameters of /scorecard: other filters would need other backtests. */
const scorecardParams = {
  gem_name: filterParams.gem_name,
  is_synthetic: Type.Optional(
    boolean({
      description:
        '`false`: the backtests of real lots alone, which are empty where no lot is real. Default: those of all lots. `true` finds none, because generated lots are not tested alone.',
      examples: [false],
      ...extension,
    }),
  ),
} satisfies TProperties;

/** The stored scorecard, or some of its members; undefined before the first one, which creates its index. */
export async function readScorecard(
  search: SearchContext,
  state: IndexState,
  _source?: string[],
): Promise<StoredScorecard<ScoredGem> | undefined> {
  const body = { ignore_unavailable: true, size: 1, track_total_hits: false, ...(_source && { _source }) };
  const { hits } = await search.on(state.scorecard).search<StoredScorecard<ScoredGem>>(body);
  return hits.hits[0]?._source;
}

/** GET /api/ext/scorecard */
export const scorecard = defineRoute({
  path: '/api/ext/scorecard',
  operationId: 'getScorecard',
  tag: 'Price intelligence',
  summary: 'How good the comparables proved',
  description:
    'By gem type, those with the most lots first: backtests on the data at hand. Lots of the last years are valued by /comparables as of the end of the year before, from the sales up to then, and compared with the price at which they sold. All of it is computed for all lots and for real lots alone (`is_synthetic=false`). `gem-auctions scorecard` computes it; until it has run again after a change of the data, the previous one is served. [Price intelligence](/docs/price-intelligence) has the formulas and the rules of the grades.',
  isExtension: true,
  params: scorecardParams,
  data: Type.Array(ScoredGem),
  meta: scorecardMeta,
  examples: ['gem_name=ruby', 'is_synthetic=false', ''],
  changedAt: async (state, openSearch) =>
    (await readScorecard(openSearch(), state, ['computed_at']))?.computed_at,
  async handle({ params: { gem_name: names, is_synthetic }, search, state }) {
    const stored = await readScorecard(search, state);
    const wanted = names && new Set(names.map(fold));
    const tested = is_synthetic === undefined ? stored?.gems : is_synthetic ? [] : stored?.real;
    const gems = tested ?? [];
    return {
      data: wanted ? gems.filter(({ gem_type }) => wanted.has(fold(gem_type))) : gems,
      meta: presentScorecardMeta(stored, state.dataVersion),
    };
  },
});
