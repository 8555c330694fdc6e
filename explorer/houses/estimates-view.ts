import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { forestTable } from '../charts/forest.ts';
import { segments } from '../page/choices.ts';
import { choicesText } from '../page/choices-text.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { count, decimal, lots, percent } from '../page/format.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import { type CardColumns, cardTable } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, EstimateGroup, Estimates } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { estimatesUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type Grouping, groupings, groupName, inOrder } from './estimate-words.ts';
import { estimatesText as words } from './estimates-text.ts';

type Basis = keyof typeof words.basisNames;
/** With fewer compared lots, the view offers the other price basis instead of charts. */
const fewest = 5;

const places = ['below', 'within', 'above'] as const;
/** Bars of smaller shares are too narrow for a label. */
const labeledFrom = 0.12;

type Compared = Pick<Estimates, 'n' | (typeof places)[number]>;
type Row = Compared & { name: string };

/** The view of prices and estimates: two requests, one when only the grouping or the basis changes. */
export function createEstimatesView(): View {
  const by = h('div', {});
  const { guide } = words.shares;
  const lead = words.shares.lead(words.basisNames.hammer);
  const shares = createFigure('estimate-shares', words.shares.title, { lead, guide });
  const ratios = createFigure('estimate-ratios', words.ratios.titleOf.hammer, words.ratios.lead, by);
  const rates = createFigure('estimate-rates', words.rate.title(words.groups.auction_house), words.rate.lead);
  return createSection({
    name: 'estimates',
    title: text.titles.estimates,
    path: () => 'estimates',
    parts(state) {
      fill(by, segments(state, 'by', words.ratios.group, words.groups));
      return [part([shares, ratios, rates], load<Estimates>(estimatesUrl(state)), draw)];
    },
  });

  function draw({ data, meta }: Answer<Estimates>, { state, source, replace }: Drawing) {
    const basis: Basis = state.basis === 'premium' ? 'premium' : 'hammer';
    const shared = source(estimatesUrl(state));
    const leftOut = meta.left_out;
    const notes = [
      basis === 'premium' && words.premiumNote,
      (leftOut?.lots ?? 0) > 0 && choicesText.leftOut(lots(leftOut!.lots), choicesText.basisNames[basis]),
      (meta.lots_without_estimates ?? 0) > 0 && words.without(lots(meta.lots_without_estimates!)),
    ];
    if (data.n < fewest && data.sold_lots > data.n) return replace(otherPrice(state, basis, data));
    const grouping = groupings.find((known) => known === state.by) ?? 'auction_house';
    const groups = inOrder(data.groups, grouping);
    const total = meta.total_groups ?? groups.length;
    const groupNotes = [
      total > groups.length && words.more(count(groups.length), count(total)),
      (meta.ungrouped_lots ?? 0) > 0 && words.ungrouped(lots(meta.ungrouped_lots!)),
      groups.some(({ low_sample }) => low_sample) && words.thin,
    ];
    shares.show({
      chart: sharesTable(data),
      notes,
      rows: data.lots > 0 ? [data] : [],
      ...shared,
      columns: shareColumns,
      lead: words.shares.lead(words.basisNames[basis]),
    });
    const rows = groups.filter(({ lots }) => lots > 0);
    const columns = [groupColumn(grouping), ...shareColumns];
    ratios.show({
      chart: ratioForest(data, rows, grouping),
      notes: groupNotes,
      rows,
      columns,
      ...shared,
      headline: words.ratios.titleOf[basis],
    });
    rates.show({
      chart: rateTable(rows, grouping),
      notes: groupNotes,
      rows,
      columns,
      ...shared,
      headline: words.rate.title(words.groups[grouping]),
    });
  }
}

/** Says that few prices are known on this basis, with a link to the other basis. */
function otherPrice(state: PageState, basis: Basis, { n, sold_lots: sold }: Estimates): HTMLElement {
  const other: Basis = basis === 'hammer' ? 'premium' : 'hammer';
  const link = stateLink({ ...state, basis: other }, { class: 'button' }, words.other[other]);
  return message(words.none(count(n), count(sold)), h('p', {}, link));
}

function ratioForest(all: Estimates, groups: readonly EstimateGroup[], by: Grouping): HTMLElement {
  const { ratios } = words;
  const row = (name: string, { n, low_sample, price_to_low: ratio }: Omit<EstimateGroup, 'groups'>) => ({
    name,
    n,
    isThin: low_sample,
    value: ratio.median,
    low: ratio.median_low,
    high: ratio.median_high,
    box: [ratio.p25, ratio.p75] as const,
  });
  const rows = [row(ratios.all, all), ...groups.map((group) => row(groupName(group, by), group))];
  return forestTable([{ rows }], { ...ratios, title: ratios.lead, name: words.groups[by] });
}

function rateTable(groups: readonly EstimateGroup[], by: Grouping): HTMLElement {
  const { columns: titles } = words.rate;
  const columns: CardColumns<EstimateGroup> = [
    { title: words.groups[by], cell: (group) => [groupName(group, by)] },
    {
      title: words.shares.columns.picture,
      isPicture: true,
      cell: (group) => [shareBar(group, group.low_sample)],
    },
    { title: titles.rate, cell: (group) => [percent(group.sell_through_rate)] },
    { title: titles.above, cell: (group) => [percent(group.above.share)] },
    { title: titles.withUnsold, cell: (group) => [percent(group.with_unsold.above.share)] },
    { title: titles.lots, cell: (group) => [count(group.lots)] },
  ];
  const caption = words.rate.title(words.groups[by]);
  const classOf = (group: EstimateGroup) => group.low_sample && 'low-sample';
  return h('div', {}, sharesLegend(), cardTable('shares', caption, columns, groups, classOf));
}

/** The shares of prices below, within and above the estimate: for sold lots, and with unsold lots counted as below. */
function sharesTable(figures: Estimates): HTMLElement {
  const { columns: titles } = words.shares;
  const shareCell = (place: (typeof places)[number]) => (row: Row) => {
    const { share, low, high } = row[place];
    const range = share !== null && words.between(percent(low), percent(high));
    return [percent(share), range && rowNote(range)];
  };
  const columns: CardColumns<Row> = [
    { title: titles.which, cell: ({ name }) => [name] },
    { title: titles.picture, isPicture: true, cell: (row) => [shareBar(row)] },
    ...places.map((place) => ({ title: titles[place], cell: shareCell(place) })),
    { title: titles.n, cell: ({ n }) => [count(n)] },
  ];
  const rows = [
    { ...figures, name: words.shares.sold },
    { ...figures.with_unsold, name: words.shares.withUnsold },
  ];
  return h('div', {}, sharesLegend(), cardTable('shares', words.shares.title, columns, rows));
}

/** The legend of the bar colors. */
const sharesLegend = (): HTMLElement =>
  h(
    'p',
    { class: 'shares-legend row' },
    ...places.map((place) =>
      h('span', {}, h('i', { class: `share-${place}`, 'aria-hidden': 'true' }), words.shares.legend[place]),
    ),
  );

/** One bar in three parts, with labels if there is space; a faint bar of few lots has none, because they could not be read. */
function shareBar(compared: Compared, isFaint = false): HTMLElement {
  const parts = places.map((place) => {
    const share = compared[place].share ?? 0;
    const part = h('div', { class: `share-${place}` }, !isFaint && share >= labeledFrom && percent(share));
    part.style.width = `${100 * share}%`;
    return part;
  });
  return h('div', { class: 'share-bar', 'aria-hidden': 'true' }, ...parts);
}

type Figures = Omit<EstimateGroup, Grouping>;

const groupColumn = (by: Grouping): CsvColumn<EstimateGroup> =>
  column(by, words.groups[by], (row) => row[by] ?? null);

const share = (place: (typeof places)[number]): CsvColumn<Figures>[] => {
  const title = words.shares.columns[place];
  const both = `${title}, ${words.shares.withUnsold}`;
  return [
    column(`${place}.share`, title, (row) => row[place].share, percent),
    column(`with_unsold.${place}.share`, both, (row) => row.with_unsold[place].share, percent),
  ];
};

/** Columns of the figures; files use the names of the API. */
const shareColumns: CsvColumn<Figures>[] = [
  column('lots', words.rate.columns.lots, (row) => row.lots, count),
  column('n', words.rate.columns.n, (row) => row.n, count),
  ...places.flatMap(share),
  column('price_to_low.median', words.ratios.value, (row) => row.price_to_low.median, decimal),
  column('sell_through_rate', words.rate.columns.rate, (row) => row.sell_through_rate, percent),
];
