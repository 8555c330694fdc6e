import { createFigure } from '../charts/figure.ts';
import { intervalColumns } from '../charts/forest.ts';
import { h, note } from '../page/element.ts';
import { change, count, percent } from '../page/format.ts';
import { type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import { type Column, column } from '../page/table.ts';
import type { Answer, ScoredGem } from '../service/answers.ts';
import { scorecardUrl } from '../service/requests.ts';
import { isRealOnly, type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { scorecardText as words } from './scorecard-text.ts';

/** How accurate values were in backtests, by gem. One request. */
export function scorecardPart() {
  const figure = createFigure('scorecard', words.title, words);
  const requestOf = (state: PageState) => scorecardUrl(valuesOf(state, 'gem_name'), isRealOnly(state));
  return (state: PageState) => part([figure], requestOf(state), draw);

  function draw({ data, meta }: Answer<ScoredGem[]>, { state, source, replace }: Drawing) {
    if (data.length === 0) return replace(message(words.noneTitle, h('p', words.none)));
    figure.show({
      ...source,
      meta: { ...meta, synthetic_lots: data.reduce((sum, gem) => sum + gem.synthetic_lots, 0) },
      rows: data,
      columns,
      notes: [
        meta.status === 'outdated' && words.outdated,
        shownFilters(state).some(([name]) => name !== 'gem_name') && words.otherFilters,
      ],
    });
  }
}

/** A difference of logarithms as a share. */
const expm1 = (log: number | null) => (log === null ? null : Math.expm1(log));

/** The columns of the figure; files use the names of the API. */
const columns: Column<ScoredGem>[] = [
  column('gem_type', text.fields.gem_type),
  column('comparables.n', words.columns.n, count),
  column('comparables.median_absolute_percentage_error', words.columns.error, percent),
  column('comparables.coverage', words.columns.held, percent),
  ...intervalColumns<ScoredGem>('comparables.coverage_low', 'comparables.coverage_high', percent),
  column('comparables.bias', words.columns.bias, (bias) => change(expm1(bias))),
  column('comparables.grade', words.columns.grade, String, {
    cell: ({ comparables: { grade, grade_reason: reason } }) => [grade ?? note(reason ?? text.unknown)],
  }),
];
