import { createFigure } from '../charts/figure.ts';
import { effectColumn, intervalColumns } from '../charts/forest.ts';
import { segments } from '../page/choices.ts';
import { choicesText } from '../page/choices-text.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { count, hundredth, lots, percent, times, usdShort } from '../page/format.ts';
import { type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import { type Column, column, columnTable, picture } from '../page/table.ts';
import type { Answer, EstimateGroup, Estimates } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { estimatesUrl, maxGroups } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { estimatesText as words } from './estimates-text.ts';

type Basis = keyof typeof words.basisNames;
type Grouping = keyof typeof words.groups;
/** With fewer compared lots, the other price basis is offered. */
const fewest = 5;

const places = ['below', 'within', 'above'] as const;
/** Bars of smaller shares are too narrow for a label. */
const labeledFrom = 0.12;

type Compared = Pick<Estimates, 'n' | (typeof places)[number]>;
/** A group, or all lots together. */
type Group = Omit<EstimateGroup, Grouping> & { name: string };

/** Prices against estimates: of all lots, and by a grouping. One request. */
export function estimatesPart() {
  const by = h('div', {});
  const { guide, title, lead } = words.shares;
  const shares = createFigure('estimate-shares', title, { lead: lead(words.basisNames.hammer), guide });
  const ratios = createFigure('estimate-ratios', words.ratios.titleOf.hammer, words.ratios.lead, by);
  return (state: PageState) => {
    fill(by, segments(state, 'by', words.ratios.group, words.groups));
    return part([shares, ratios], load<Estimates>(estimatesUrl(state)), draw);
  };

  function draw({ data, meta }: Answer<Estimates>, { state, source, replace }: Drawing) {
    const basis: Basis = state.basis === 'premium' ? 'premium' : 'hammer';
    if (data.n < fewest && data.sold_lots > data.n) return replace(otherPrice(state, basis, data));
    const known = { ...source(estimatesUrl(state)), lots: data.n };
    const both = [
      { ...data, name: words.shares.sold },
      { ...data.with_unsold, name: words.shares.withUnsold },
    ];
    const leftOut = meta.left_out?.lots ?? 0;
    shares.show({
      ...known,
      rows: data.lots > 0 ? both : [],
      columns: shareColumns,
      chart: h('div', {}, legend(), columnTable(title, both, shareColumns)),
      lead: lead(words.basisNames[basis]),
      notes: [
        basis === 'premium' && words.premiumNote,
        leftOut > 0 && choicesText.leftOut(lots(leftOut), choicesText.basisNames[basis]),
        (meta.lots_without_estimates ?? 0) > 0 && words.without(lots(meta.lots_without_estimates!)),
      ],
    });
    const grouping =
      (Object.keys(words.groups) as Grouping[]).find((one) => one === state.by) ?? 'auction_house';
    const groups = inOrder(data.groups.slice(0, maxGroups), grouping);
    const rows: Group[] = [
      { ...data, name: words.ratios.all },
      ...groups.map((group) => ({ ...group, name: groupName(group, grouping) })),
    ];
    const columns = groupColumns(rows, grouping);
    const total = meta.total_groups ?? groups.length;
    ratios.show({
      ...known,
      rows,
      columns,
      chart: columnTable(words.ratios.titleOf[basis], rows, columns, {
        classOf: ({ low_sample }) => low_sample && 'low-sample',
      }),
      headline: words.ratios.titleOf[basis],
      notes: [
        total > groups.length && words.more(count(groups.length), count(total)),
        (meta.ungrouped_lots ?? 0) > 0 && words.ungrouped(lots(meta.ungrouped_lots!)),
      ],
    });
  }
}

/** Says that few prices are known on this basis, with a link to the other basis. */
function otherPrice(state: PageState, basis: Basis, { n, sold_lots: sold }: Estimates): HTMLElement {
  const other: Basis = basis === 'hammer' ? 'premium' : 'hammer';
  const link = stateLink({ ...state, basis: other }, { class: 'button' }, words.other[other]);
  return message(words.none(count(n), count(sold)), h('p', {}, link));
}

/** The legend of the bar colors. */
const legend = (): HTMLElement =>
  h(
    'p',
    { class: 'legend row' },
    ...places.map((place) =>
      h('span', {}, h('i', { class: `share-${place}`, 'aria-hidden': 'true' }), words.shares.legend[place]),
    ),
  );

/** One bar in three parts, with labels if there is space. */
function shareBar(compared: Compared): HTMLElement {
  const parts = places.map((place) => {
    const share = compared[place].share ?? 0;
    const part = h('div', { class: `share-${place}` }, share >= labeledFrom && percent(share));
    part.style.width = `${100 * share}%`;
    return part;
  });
  return h('div', { class: 'share-bar', 'aria-hidden': 'true' }, ...parts);
}

/** The shares of prices below, within and above the estimate. */
const shareColumns: Column<Compared & { name: string }>[] = [
  column('lots', words.shares.which, ({ name }) => name),
  picture(words.shares.picture, shareBar),
  ...places.map((place) =>
    column<Compared & { name: string }>(
      `${place}.share`,
      words.shares.columns[place],
      (row) => row[place].share,
      percent,
      {
        cell: ({ [place]: { share, low, high } }) => [
          percent(share),
          share !== null && rowNote(text.range(percent(low), percent(high))),
        ],
      },
    ),
  ),
  column('n', words.shares.compared, ({ n }) => n, count),
];

/** Prices against the low estimate by group; files use the names of the API. */
const groupColumns = (rows: readonly Group[], by: Grouping): Column<Group>[] => [
  column(by, words.groups[by], ({ name }) => name),
  effectColumn(rows, words.ratios.picture, ({ price_to_low: ratio }) => ({
    value: ratio.median,
    low: ratio.median_low,
    high: ratio.median_high,
    box: [ratio.p25, ratio.p75],
  })),
  column('price_to_low.median', words.ratios.value, ({ price_to_low: ratio }) => ratio.median, times),
  ...intervalColumns<Group>(
    ['price_to_low.median_low', 'price_to_low.median_high'],
    ({ price_to_low: ratio }) => [ratio.median_low, ratio.median_high],
    hundredth,
  ),
  column('n', words.shares.compared, ({ n }) => n, count),
  column('sell_through_rate', words.rate, (row) => row.sell_through_rate, percent),
  column('above.share', words.aboveHigh, ({ above }) => above.share, percent),
  column('with_unsold.above.share', words.aboveOfAll, (row) => row.with_unsold.above.share, percent),
  column('lots', words.offered, (row) => row.lots, count),
];

/** The name of a group. Classes of estimates and weights are put in words. */
function groupName(group: EstimateGroup, by: Grouping): string {
  const value = String(group[by] ?? text.unknown);
  if (by === 'carat_band') return text.chips.carats(text.band(value));
  if (by !== 'estimate_band') return value;
  const [from, to] = value.split('-') as [string, string];
  if (to === '') return words.over(usdShort(Number(from)));
  const under = usdShort(Number(to));
  return Number(from) === 0 ? words.under(under) : text.range(usdShort(Number(from)), under);
}

/** Sorts classes and years; names stay in the order of the API, by number of lots. */
function inOrder(groups: readonly EstimateGroup[], by: Grouping): EstimateGroup[] {
  if (by === 'auction_house' || by === 'gem_type') return [...groups];
  const start = (group: EstimateGroup) => Number.parseFloat(String(group[by]));
  return groups.toSorted((a, b) => start(a) - start(b));
}
