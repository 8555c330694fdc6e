import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { labeledSelect } from '../page/choices.ts';
import { fill, h, positioned, rowNote } from '../page/element.ts';
import { count, coveredPercent, date, lots } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type CardColumns, cardTable } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, CoverageGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { coverageTable, isOfSold, lotsBehind, type Measure, measures } from './coverage-table.ts';
import { coverageText as words } from './coverage-text.ts';

/** The coverage of the data: two requests, none when only the shown value changes. */
export function createCoverageView(): View {
  const choice = h('div', {});
  const totals = createFigure('coverage-totals', words.totals.title, '');
  const { lead, guide } = words.table;
  const houses = createFigure('coverage', words.table.title, { lead, guide }, choice);
  return createSection({
    ...{ name: 'coverage', title: text.titles.coverage },
    parts: (state) => [part([totals, houses], load<Coverage>(coverageUrl(state)), draw)],
  });

  function draw({ data, meta }: Answer<Coverage>, { state, source }: Drawing) {
    const shared = source(coverageUrl(state));
    totals.show({
      ...{ chart: totalsTable(data), notes: [], rows: data.lots > 0 ? [data] : [], columns, ...shared },
      lead: words.totals.lead(lots(data.lots), date(data.newest_sale)),
    });
    const measure = measures.find((known) => known === state.of);
    fill(choice, measureChoice(state, measure ?? ''));
    const total = meta.total_groups ?? data.groups.length;
    const chart = coverageTable(data.groups, measure, state);
    houses.show({
      ...{ chart, rows: data.groups, columns: groupColumns, ...shared },
      notes: [total > data.groups.length && words.table.more(count(data.groups.length), count(total))],
      lead: measure ? lead : words.table.lotsLead,
      finding: measure ? findingOf(data, measure) : words.table.lotsTitle,
    });
    // If the years do not fit, the newest are visible first.
    chart.scrollLeft = chart.scrollWidth;
  }
}

function findingOf(data: Coverage, measure: Measure): string | undefined {
  const finding = isOfSold(measure) ? words.findingSold : words.finding;
  const { share } = data[measure];
  return share === null ? undefined : finding(coveredPercent(share), words.measures[measure]);
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
