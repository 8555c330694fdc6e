import { createFigure } from '../charts/figure.ts';
import { h, rowNote } from '../page/element.ts';
import { change, count, percent } from '../page/format.ts';
import { type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import { type Column, column } from '../page/table.ts';
import type { Answer, ScoredGem } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { scorecardUrl } from '../service/requests.ts';
import { isRealOnly, type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { scorecardText as words } from './scorecard-text.ts';

/** How accurate values and price indices were in backtests, by gem. One request. */
export function scorecardPart() {
  const ranges = createFigure('scorecard-ranges', words.ranges.title, words.ranges);
  const index = createFigure('scorecard-index', words.index.title, words.index);
  const requestOf = (state: PageState) => scorecardUrl(valuesOf(state, 'gem_name'), isRealOnly(state));
  return (state: PageState) => part([ranges, index], load<ScoredGem[]>(requestOf(state)), draw);

  function draw({ data, meta }: Answer<ScoredGem[]>, { state, source, replace }: Drawing) {
    if (data.length === 0) return replace(message(words.noneTitle, h('p', {}, words.none)));
    const notes = [
      meta.status === 'outdated' && words.outdated,
      shownFilters(state).some(([name]) => name !== 'gem_name') && words.otherFilters,
    ];
    const shared = { ...source(requestOf(state)), rows: data, notes };
    ranges.show({ ...shared, columns: rangeColumns });
    index.show({ ...shared, columns: indexColumns });
  }
}

const gemColumn = column<ScoredGem>('gem_type', text.fields.gem_type);

/** A difference of logarithms as a share. */
const expm1 = (log: number | null) => (log === null ? null : Math.expm1(log));

/** The columns of the figures; files use the names of the API. */
const rangeColumns: Column<ScoredGem>[] = [
  gemColumn,
  column('comparables.n', words.ranges.n, count),
  column('comparables.median_absolute_percentage_error', words.ranges.error, percent),
  column('comparables.coverage', words.ranges.held, percent, {
    cell: ({ comparables: { coverage, coverage_low: low, coverage_high: high } }) => [
      percent(coverage),
      low !== null && rowNote(text.range(percent(low), percent(high))),
    ],
  }),
  column('comparables.bias', words.ranges.bias, (bias) => change(expm1(bias))),
  column('comparables.grade', words.ranges.grade, String, {
    cell: ({ comparables: { grade, grade_reason: reason } }) => [
      grade ?? h('span', { class: 'note' }, reason ?? text.unknown),
    ],
  }),
];

const indexColumns: Column<ScoredGem>[] = [
  gemColumn,
  column('index.periods', words.index.n, count),
  column('index.mean_absolute_revision', words.index.revision, (revision) => percent(expm1(revision))),
  column('index.coverage', words.index.held, percent),
  column('index.revision_stability', words.index.letter),
];
