import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { labeledSelect } from '../page/choices.ts';
import { fill, h, positioned, rowNote } from '../page/element.ts';
import { count, coveredPercent, date, lots } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type CardColumns, cardTable, columnHead, rowHead, scroller, table } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, CoverageGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl } from '../service/requests.ts';
import { noValue, quoted } from '../state/list-values.ts';
import { goTo, stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { coverageText as words } from './coverage-text.ts';

/** The facts of a lot whose coverage is measured. */
type Measure = keyof typeof words.names;
const measures = Object.keys(words.names) as Measure[];

/** Whether a share is of the sold lots, because other lots have no price. */
const isOfSold = (measure: Measure): boolean => measure.startsWith('price');

/** The number of lots that a share refers to. */
const lotsBehind = (group: Pick<Coverage, 'lots' | 'sold_lots'>, measure: Measure): number =>
  isOfSold(measure) ? group.sold_lots : group.lots;

/** The coverage of the data: two requests, none when only the shown value changes. */
export function createCoverageView(): View {
  const choice = h('div', {});
  const totals = createFigure('coverage-totals', words.totals.title, '');
  const { lead, guide } = words.table;
  const houses = createFigure('coverage', words.table.title, { lead, guide }, choice);
  return createSection({
    name: 'coverage',
    title: text.titles.coverage,
    parts: (state) => [part([totals, houses], load<Coverage>(coverageUrl(state)), draw)],
  });

  function draw({ data, meta }: Answer<Coverage>, { state, source }: Drawing) {
    const shared = source(coverageUrl(state));
    totals.show({
      chart: totalsTable(data),
      notes: [],
      rows: data.lots > 0 ? [data] : [],
      columns,
      ...shared,
      lead: words.totals.lead(lots(data.lots), date(data.newest_sale)),
    });
    const measure = measures.find((known) => known === state.of);
    fill(choice, measureChoice(state, measure ?? ''));
    const total = meta.total_groups ?? data.groups.length;
    const chart = coverageTable(data.groups, measure, state);
    houses.show({
      chart,
      rows: data.groups,
      columns: groupColumns,
      ...shared,
      notes: [total > data.groups.length && words.table.more(count(data.groups.length), count(total))],
      lead: measure ? lead : words.table.lotsLead,
      headline: measure ? `${words.table.title}: ${words.names[measure]}` : words.table.lotsTitle,
    });
    // If the years do not fit, the newest are visible first.
    chart.scrollLeft = chart.scrollWidth;
  }
}

/** The choice of what the cells show; without a measure the number of lots. */
function measureChoice(state: PageState, measure: Measure | ''): HTMLElement {
  const options = [['', words.lots] as const, ...measures.map((name) => [name, words.names[name]] as const)];
  const show = (of: string) => goTo({ ...state, of: of || undefined });
  return labeledSelect('measure', words.table.show, options, measure, show);
}

function totalsTable(data: Coverage): HTMLElement {
  const { columns: titles, picture } = words.totals;
  const bar = (measure: Measure) =>
    h('div', { class: 'bar-track' }, positioned('bar-fill', 0, 100 * (data[measure].share ?? 0)));
  const name = (measure: Measure) => [words.names[measure], isOfSold(measure) && rowNote(words.ofSold)];
  const known = (measure: Measure) =>
    words.totals.of(count(data[measure].lots), count(lotsBehind(data, measure)));
  const shown: CardColumns<Measure> = [
    { title: titles.what, cell: name },
    { title: picture, isPicture: true, cell: (measure) => [bar(measure)] },
    { title: titles.share, cell: (measure) => [coveredPercent(data[measure].share)] },
    { title: titles.lots, cell: (measure) => [known(measure)] },
  ];
  return cardTable('coverage-totals', words.totals.title, shown, measures);
}

/** Number of shades of the cells, from none known to all known. */
const shades = 7;

/**
 * A table with houses in rows, years in columns, and in cells the share of lots with a known value, or the number of lots
 * without a measure.
 */
function coverageTable(
  groups: readonly CoverageGroup[],
  measure: Measure | undefined,
  state: PageState,
): HTMLElement {
  const years = [...new Set(groups.map(({ year }) => year ?? null))].sort((a, b) => (a ?? 0) - (b ?? 0));
  const houses = [...new Set(groups.map(({ auction_house: house }) => house ?? null))];
  const at = new Map(groups.map((group) => [keyOf(group.auction_house, group.year), group]));
  const most = Math.max(...groups.map((group) => group.lots));
  const yearName = (year: number | null) => (year === null ? words.unknownYear : String(year));
  const head = [
    columnHead(words.table.house),
    ...years.map((year) => columnHead(yearName(year))),
    columnHead(words.table.newest, 'coverage-newest'),
  ];
  const cell = (group: CoverageGroup, house: string, year: string) => {
    const { shade, shown, spoken } = measure ? shareOf(group, measure) : lotsOf(group, most);
    const label = spoken(house, year);
    const link = stateLink(stateOf(group, state), { title: label, 'aria-label': label }, shown);
    return h('td', { class: `heat-${shade}` }, link);
  };
  const rows = houses.map((house) => {
    const name = house ?? words.unknownHouse;
    const ofHouse = years.map((year) => at.get(keyOf(house, year)));
    const newest = ofHouse
      .map((group) => group?.newest_sale ?? '')
      .toSorted()
      .at(-1);
    return h(
      'tr',
      {},
      rowHead(name),
      ...ofHouse.map((group, place) =>
        group ? cell(group, name, yearName(years[place]!)) : h('td', { class: 'heat-none' }, '·'),
      ),
      h('td', { class: 'coverage-newest' }, newest ? date(newest, 'month') : ''),
    );
  });
  return scroller(words.table.title, table({ class: 'coverage' }, words.table.title, head, rows));
}

const keyOf = (house: string | null | undefined, year: number | null | undefined) =>
  JSON.stringify([house ?? null, year ?? null]);

/** What a cell shows of a measure. */
function shareOf(group: CoverageGroup, measure: Measure) {
  const { share, lots: known } = group[measure];
  const shown = coveredPercent(share);
  const numbers = [count(known), lots(lotsBehind(group, measure))] as const;
  return {
    shade: share === null ? 'none' : Math.min(shades - 1, Math.floor(shades * share)),
    shown,
    spoken: (house: string, year: string) => words.cell(house, year, shown, ...numbers),
  };
}

/** What a cell shows of the number of lots; its shade grows with the logarithm. */
const lotsOf = (group: CoverageGroup, most: number) => ({
  shade: Math.floor(((shades - 1) * Math.log(group.lots)) / Math.log(Math.max(most, 2))),
  shown: count(group.lots),
  spoken: (house: string, year: string) => words.lotsCell(house, year, lots(group.lots)),
});

/** The list of the lots that a cell counts. No filter selects lots without a date, so those cells filter by house only. */
function stateOf({ auction_house: house, year }: CoverageGroup, state: PageState): PageState {
  const ofHouse = withFilter(inPlace(state, 'search'), 'auction_house', [
    house == null ? noValue : quoted(house),
  ]);
  return year == null ? ofHouse : withFilter(ofHouse, 'year', [String(year)]);
}

type Figures = Omit<CoverageGroup, 'auction_house' | 'year' | 'gem_type'>;

/** Columns of the coverage; files use the names of the API. */
const columns: CsvColumn<Figures>[] = [
  column('lots', words.totals.columns.lots, (row) => row.lots, count),
  ...measures.map((measure) =>
    column<Figures>(`${measure}.share`, words.names[measure], (row) => row[measure].share, coveredPercent),
  ),
  column('newest_sale', words.table.newest, (row) => row.newest_sale),
];

const groupColumns: CsvColumn<CoverageGroup>[] = [
  column('auction_house', words.table.house, (row) => row.auction_house ?? null),
  column('year', chartsText.market.columns.period, (row) => row.year ?? null),
  ...columns,
];
