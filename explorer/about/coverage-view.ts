import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { h, positioned, rowNote } from '../page/element.ts';
import { count, coveredPercent, groupDate, lots, saidOfPart } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column, picture, shadedTable } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, CoverageGroup } from '../service/answers.ts';
import { coverageUrl } from '../service/requests.ts';
import { noValue, quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { coverageText as words } from './coverage-text.ts';
import { scorecardPart } from './scorecard.ts';

/** The facts of a lot whose coverage is measured. */
type Measure = keyof typeof words.names;
const measures = Object.keys(words.names) as Measure[];

/** Whether a share is of the sold lots, because other lots have no price. */
const isOfSold = (measure: Measure): boolean => measure.startsWith('price');

/** The coverage of the data and the accuracy of figures: three requests. */
export function createView(): View {
  const totals = createFigure('coverage-totals', words.totals.title, { lead: '' });
  const houses = createFigure('coverage', words.table.title, words.table);
  const scorecard = scorecardPart();
  return createSection({
    name: 'coverage',
    title: text.titles.coverage,
    parts: (state) => [part([totals, houses], coverageUrl(state), draw), scorecard(state)],
  });

  function draw({ data, meta }: Answer<Coverage>, { state, source }: Drawing) {
    const shared = { ...source, lots: data.lots };
    totals.show({
      ...shared,
      rows: data.lots > 0 ? measures : [],
      columns: totalColumns(data),
      lead: words.totals.lead(groupDate(data.newest_sale)),
    });
    const chart = coverageTable(data.groups, state);
    houses.show({
      ...shared,
      rows: data.groups,
      columns: groupColumns,
      chart,
      notes: [saidOfPart(data.groups.length, meta.total_groups ?? 0, words.table.more)],
    });
    // If the years do not fit, the newest are visible first.
    chart.scrollLeft = chart.scrollWidth;
  }
}

const totalColumns = (data: Coverage): Column<Measure>[] => [
  column('value', words.totals.what, String, {
    value: (measure) => measure,
    cell: (measure) => [words.names[measure], isOfSold(measure) && rowNote(words.ofSold)],
  }),
  picture<Measure>(words.totals.picture, (measure) =>
    h('div', { class: 'bar-track' }, positioned('bar-fill', 0, 100 * (data[measure].share ?? 0))),
  ),
  column('share', words.totals.share, coveredPercent, { value: (one) => data[one].share }),
  column('known', words.totals.known, count, { value: (one) => data[one].lots }),
  column('lots', words.totals.lots, count, {
    value: (one) => (isOfSold(one) ? data.sold_lots : data.lots),
  }),
];

/** Houses in rows, years in columns, and in cells the number of lots; its shade grows with the logarithm. */
function coverageTable(groups: readonly CoverageGroup[], state: PageState) {
  const years = [...new Set(groups.map(({ year }) => year ?? null))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const yearName = (year: number | null | undefined) => (year == null ? words.unknownYear : String(year));
  const houseName = ({ auction_house: house }: CoverageGroup) => house ?? words.unknownHouse;
  const most = Math.max(2, ...groups.map((group) => group.lots));
  return shadedTable(
    words.table.title,
    groups,
    { name: words.table.house, of: houseName },
    { names: years.map(yearName), of: ({ year }) => yearName(year) },
    (group) => {
      const label = `${houseName(group)}, ${yearName(group.year)}: ${lots(group.lots)}`;
      const link = stateLink(listOf(group, state), { title: label, 'aria-label': label }, count(group.lots));
      return { shade: Math.log(group.lots) / Math.log(most), link };
    },
  );
}

/** The list of the lots that a cell counts. No filter selects lots without a date, so those cells filter by house only. */
function listOf({ auction_house: house, year }: CoverageGroup, state: PageState): PageState {
  const value = house == null ? noValue : quoted(house);
  const ofHouse = withFilter(inPlace(state, 'search'), 'auction_house', [value]);
  return year == null ? ofHouse : withFilter(ofHouse, 'year', [String(year)]);
}

/** Columns of the coverage; files use the names of the API. */
const groupColumns: Column<CoverageGroup>[] = [
  column('auction_house', words.table.house),
  column('year', chartsText.market.columns.period, String, {
    value: ({ year }) => (year == null ? null : String(year)),
  }),
  column('lots', words.totals.lots, count),
  ...measures.map((measure) =>
    column<CoverageGroup>(`${measure}.share`, words.names[measure], coveredPercent),
  ),
  column('newest_sale', words.table.newest),
];
