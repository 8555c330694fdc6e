import { columnTable, type ShownColumn } from '../charts/column-table.ts';
import { createFigure } from '../charts/figure.ts';
import { column } from '../charts/figure-data.ts';
import { h, rowNote } from '../page/element.ts';
import { change, count, percent } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import type { View } from '../page/view.ts';
import type { Answer, ScoredGem } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { scorecardUrl } from '../service/requests.ts';
import { isRealOnly, type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { scorecardText as words } from './scorecard-text.ts';

/** How accurate values and price indices were in backtests, by gem: two requests. */
export function createScorecardView(): View {
  const ranges = createFigure('scorecard-ranges', words.ranges.title, words.ranges);
  const index = createFigure('scorecard-index', words.index.title, words.index);
  return createSection({
    name: 'scorecard',
    title: text.titles.scorecard,
    lead: words.lead,
    parts: (state) => [part([ranges, index], load<ScoredGem[]>(requestOf(state)), draw)],
  });

  function draw({ data, meta }: Answer<ScoredGem[]>, { state, source, replace }: Drawing) {
    if (data.length === 0) return replace(message(words.noneTitle, h('p', {}, words.none)));
    const notes = [
      meta.status === 'outdated' && words.outdated,
      shownFilters(state).some(([name]) => name !== 'gem_name') && words.otherFilters,
    ];
    const syntheticLots = data.reduce((sum, gem) => sum + gem.synthetic_lots, 0);
    const shared = { ...source(requestOf(state)), rows: data, notes, syntheticLots };
    const chartOf = (title: string, columns: ShownColumn<ScoredGem>[]) => ({
      ...shared,
      columns,
      chart: columnTable(title, data, columns),
    });
    ranges.show(chartOf(words.ranges.title, rangeColumns));
    index.show(chartOf(words.index.title, indexColumns));
  }
}

const requestOf = (state: PageState) => scorecardUrl(valuesOf(state, 'gem_name'), isRealOnly(state));

const gemColumn = column<ScoredGem>('gem_type', words.gem, (gem) => gem.gem_type);

/** The columns of the figures; files use the names of the API. */
const rangeColumns: ShownColumn<ScoredGem>[] = [
  gemColumn,
  column('comparables.n', words.ranges.n, ({ comparables }) => comparables.n, count),
  column(
    'comparables.median_absolute_percentage_error',
    words.ranges.error,
    ({ comparables }) => comparables.median_absolute_percentage_error,
    percent,
  ),
  {
    ...column<ScoredGem>(
      'comparables.coverage',
      words.ranges.held,
      (gem) => gem.comparables.coverage,
      percent,
    ),
    show: ({ comparables: { coverage, coverage_low: low, coverage_high: high } }) => [
      percent(coverage),
      low !== null && rowNote(words.between(percent(low), percent(high))),
    ],
  },
  column('comparables.bias', words.ranges.bias, ({ comparables: { bias } }) => expm1(bias), change),
  {
    ...column<ScoredGem>('comparables.grade', words.ranges.grade, ({ comparables }) => comparables.grade),
    show: ({ comparables: { grade, grade_reason: reason } }) => [
      grade ?? h('span', { class: 'note' }, reason ?? text.unknown),
    ],
  },
];

const indexColumns: ShownColumn<ScoredGem>[] = [
  gemColumn,
  column('index.periods', words.index.n, ({ index }) => index.periods, count),
  column(
    'index.mean_absolute_revision',
    words.index.revision,
    ({ index }) => expm1(index.mean_absolute_revision),
    percent,
  ),
  column('index.coverage', words.index.held, ({ index }) => index.coverage, percent),
  column(
    'index.revision_stability',
    words.index.letter,
    (gem) => gem.index.revision_stability ?? text.unknown,
  ),
];

/** A difference of logarithms as a share. */
const expm1 = (log: number | null) => (log === null ? null : Math.expm1(log));
