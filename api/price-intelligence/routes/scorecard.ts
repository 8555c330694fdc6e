import Type from 'typebox';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { defineRoute } from '../../endpoint/define-route.ts';
import { scorecardParams } from '../params/scorecard.ts';
import { presentScorecardMeta, ScoredGem, scorecardMeta } from '../present/scorecard.ts';
import { readScorecard, readScorecardChange } from '../read/read-scorecard.ts';

/** GET /api/ext/scorecard */
export const scorecard = defineRoute({
  path: '/api/ext/scorecard',
  operationId: 'getScorecard',
  tag: 'Price intelligence',
  summary: 'How good the comparables and the price index proved',
  description:
    'By gem type, those with the most lots first: backtests on the data at hand. Lots of the last years are valued by /comparables as of the end of the year before, from the sales up to then, and compared with the price at which they sold; the yearly changes of /price-index as they were first said are compared with what is said now. It is computed after an import; until it is done, the previous one is served. `docs/price-intelligence.md` has the formulas and the rules of the grades.',
  isExtension: true,
  params: scorecardParams,
  data: Type.Array(ScoredGem),
  meta: scorecardMeta,
  examples: ['gem_name=ruby', ''],
  changedAt: readScorecardChange,
  async handle({ params: { gem_name: names }, search, state }) {
    const stored = await readScorecard(search, state);
    const wanted = names && new Set(names.map(fold));
    const gems = stored?.gems ?? [];
    return {
      data: wanted ? gems.filter(({ gem_type }) => wanted.has(fold(gem_type))) : gems,
      meta: presentScorecardMeta(stored, state.dataVersion),
    };
  },
});
