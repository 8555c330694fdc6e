import { createFigure } from '../market/figure.ts';
import type { CsvColumn } from '../market/figure-data.ts';
import { fill, h, keepingFocus } from '../page/element.ts';
import { count, coveredPercent, date, lots } from '../page/format.ts';
import type { Frame, View } from '../page/view.ts';
import { createSamplesNote } from '../prices/samples-note.ts';
import type { Answer, AuctionRecord, Coverage, CoverageGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl, facetsUrl } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { coverageText as words } from '../text/en-coverage.ts';
import { text } from '../text/text.ts';
import { isOfSold, lotsBehind, type Measure, measures } from './coverage-measures.ts';
import { coverageTable } from './coverage-table.ts';

/** What is known of the lots, and what is not: two requests, none when only the shown value changes. */
export function createCoverageView(): View {
  const choice = h('div', {});
  const totals = createFigure('coverage-totals', words.totals.title, '');
  const { lead, guide } = words.table;
  const table = createFigure('coverage', words.table.title, { lead, guide }, choice);
  const samples = createSamplesNote();
  const element = h(
    'section',
    { class: 'market-view coverage-view' },
    h('h1', { tabindex: -1 }, text.titles.coverage),
    samples.element,
    totals.element,
    table.element,
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    totals.loading();
    table.loading();
    samples.show();
    load<AuctionRecord[]>(facetsUrl(state)).then(
      ({ meta, pagination }) => frame.isCurrent() && frame.facets(meta.facets, pagination!.total_records),
      () => undefined,
    );
    const answer = await load<Coverage>(coverageUrl(state));
    if (!frame.isCurrent()) return;
    frame.understood(answer.meta.filters);
    keepingFocus(element, () => render(state, answer));
  }

  function render(state: PageState, { data, meta }: Answer<Coverage>) {
    const syntheticLots = meta.synthetic_lots ?? 0;
    samples.show(syntheticLots);
    const shared = { request: coverageUrl(state), state, syntheticLots };
    totals.show({
      ...{ chart: totalsTable(data), notes: [], rows: data.lots > 0 ? [data] : [], columns, ...shared },
      lead: words.totals.lead(lots(data.lots), date(data.newest_sale)),
    });
    const measure = measures.find((known) => known === state.of) ?? 'price';
    fill(choice, ...measureChoice(state, measure));
    const total = meta.total_groups ?? data.groups.length;
    const { share } = data[measure];
    const finding = isOfSold(measure) ? words.findingSold : words.finding;
    const chart = coverageTable(data.groups, measure, state);
    table.show({
      ...{ chart, rows: data.groups, columns: groupColumns, ...shared },
      notes: [total > data.groups.length && words.table.more(count(data.groups.length), count(total))],
      finding: share === null ? undefined : finding(coveredPercent(share), words.measures[measure]),
    });
    // Where the years do not fit, the newest ones are shown first.
    chart.scrollLeft = chart.scrollWidth;
  }
}

function measureChoice(state: PageState, measure: Measure): HTMLElement[] {
  const change = () => void goTo({ ...state, of: select.value });
  const options = measures.map((name) => h('option', { value: name }, words.names[name]));
  const select = h('select', { id: 'measure', on: { change } }, ...options);
  select.value = measure;
  return [h('label', { for: 'measure' }, words.table.show, ' '), select];
}

function totalsTable(data: Coverage): HTMLElement {
  const { columns: titles, picture } = words.totals;
  const head = [
    h('th', { scope: 'col' }, titles.what),
    h('th', { scope: 'col', class: 'bar-head' }, h('span', { class: 'visually-hidden' }, picture)),
    h('th', { scope: 'col', class: 'number' }, titles.share),
    h('th', { scope: 'col', class: 'number' }, titles.lots),
  ];
  const rows = measures.map((measure) => {
    const { share, lots: known } = data[measure];
    const filled = h('div', { class: 'bar-fill' });
    filled.style.width = `${100 * (share ?? 0)}%`;
    return h(
      'tr',
      {},
      h(
        'th',
        { scope: 'row' },
        words.names[measure],
        isOfSold(measure) && h('span', { class: 'row-note' }, words.ofSold),
      ),
      h('td', { class: 'bar-cell' }, h('div', { class: 'bar-track' }, filled)),
      h('td', { class: 'number' }, coveredPercent(share)),
      h('td', { class: 'number' }, words.totals.of(count(known), count(lotsBehind(data, measure)))),
    );
  });
  return h(
    'table',
    { class: 'bars coverage-totals' },
    h('caption', { class: 'visually-hidden' }, words.totals.title),
    h('thead', {}, h('tr', {}, ...head)),
    h('tbody', {}, ...rows),
  );
}

type Figures = Omit<CoverageGroup, 'auction_house' | 'year' | 'gem_type'>;

/** Columns of what is known; the names in files are those of the API. */
const columns: CsvColumn<Figures>[] = [
  { name: 'lots', title: words.totals.columns.lots, value: (row) => row.lots, format: count },
  ...measures.map(
    (measure): CsvColumn<Figures> => ({
      ...{ name: `${measure}.share`, title: words.names[measure], format: coveredPercent },
      value: (row) => row[measure].share,
    }),
  ),
  { name: 'newest_sale', title: words.table.newest, value: (row) => row.newest_sale, format: count },
];

const groupColumns: CsvColumn<CoverageGroup>[] = [
  {
    ...{ name: 'auction_house', title: words.table.house, format: count },
    value: (row) => row.auction_house ?? null,
  },
  {
    ...{ name: 'year', title: text.market.columns.period, format: (value) => String(value) },
    value: (row) => row.year ?? null,
  },
  ...columns,
];
