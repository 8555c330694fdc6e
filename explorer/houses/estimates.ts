import { createFigure } from '../charts/figure.ts';
import { effectColumn, intervalColumns } from '../charts/forest.ts';
import { segments } from '../page/choices.ts';
import { choicesText } from '../page/choices-text.ts';
import { fill, h } from '../page/element.ts';
import { count, hundredth, percent, saidOf, saidOfPart, times, usdShort } from '../page/format.ts';
import { type Drawing, part } from '../page/section.ts';
import { message } from '../page/states.ts';
import { type Column, column } from '../page/table.ts';
import type { Answer, EstimateGroup, Estimates } from '../service/answers.ts';
import { estimatesUrl, maxGroups } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { estimatesText as words } from './estimates-text.ts';

type Basis = keyof typeof words.titles;
type Grouping = keyof typeof words.groups;
/** With fewer compared lots, the other price basis is offered. */
const fewest = 5;

/** A group, or all lots together. */
type Group = Omit<EstimateGroup, Grouping> & { name: string };

/** Prices against estimates, of all lots and by a grouping. One request. */
export function estimatesPart() {
  const by = h('div');
  const figure = createFigure('estimates', words.titles.hammer, words, by);
  return (state: PageState) => {
    fill(by, segments(state, 'by', words.group, words.groups));
    return part([figure], estimatesUrl(state), draw);
  };

  function draw({ data, meta }: Answer<Estimates>, { state, source, replace }: Drawing) {
    const basis: Basis = state.basis === 'premium' ? 'premium' : 'hammer';
    if (data.n < fewest && data.sold_lots > data.n) return replace(otherPrice(state, basis, data));
    const known = Object.keys(words.groups) as Grouping[];
    const grouping = known.find((one) => one === state.by) ?? 'auction_house';
    const groups = inOrder(data.groups.slice(0, maxGroups), grouping);
    const rows: Group[] = [
      { ...data, name: words.all },
      ...groups.map((group) => ({ ...group, name: groupName(group, grouping) })),
    ];
    figure.show({
      ...source,
      lots: data.n,
      headline: words.titles[basis],
      rows: data.lots > 0 ? rows : [],
      columns: columnsOf(rows, grouping),
      table: { classOf: ({ low_sample }) => low_sample && 'low-sample' },
      notes: [
        basis === 'premium' && words.premiumNote,
        saidOf(meta.left_out?.lots, (excluded) =>
          choicesText.leftOut(excluded, choicesText.basisNames[basis]),
        ),
        saidOf(meta.lots_without_estimates, words.without),
        saidOfPart(groups.length, meta.total_groups ?? 0, words.more),
        saidOf(meta.ungrouped_lots, words.ungrouped),
      ],
    });
  }
}

/** Says that few prices are known on this basis, with a link to the other basis. */
function otherPrice(state: PageState, basis: Basis, { n, sold_lots: sold }: Estimates): HTMLElement {
  const other: Basis = basis === 'hammer' ? 'premium' : 'hammer';
  const link = stateLink({ ...state, basis: other }, { class: 'button' }, words.other[other]);
  return message(words.none(count(n), count(sold)), h('p', link));
}

/** Files use the names of the API. */
const columnsOf = (rows: readonly Group[], by: Grouping): Column<Group>[] => [
  column(by, words.groups[by], String, { value: ({ name }) => name }),
  effectColumn(rows, words.picture, ({ price_to_low: ratio }) => ({
    value: ratio.median,
    low: ratio.median_low,
    high: ratio.median_high,
    box: [ratio.p25, ratio.p75],
  })),
  column('price_to_low.median', words.columns.ratio, times),
  ...intervalColumns<Group>('price_to_low.median_low', 'price_to_low.median_high', hundredth),
  column('below.share', words.columns.below, percent),
  column('within.share', words.columns.within, percent),
  column('above.share', words.columns.above, percent),
  column('n', words.columns.compared, count),
  column('sell_through_rate', '', percent, { only: 'file' }),
  column('lots', '', count, { only: 'file' }),
];

/** The name of a group. Classes of estimates and weights are put in words. */
function groupName(group: EstimateGroup, by: Grouping): string {
  const value = String(group[by] ?? text.unknown);
  if (by === 'carat_band') return text.chips.carats(text.band(value));
  if (by !== 'estimate_band') return value;
  const [from, to] = value.split('-') as [string, string];
  if (to === '') return words.over(usdShort(Number(from)));
  return text.range(usdShort(Number(from)), usdShort(Number(to)));
}

/** Sorts classes and years; names stay in the order of the API, by number of lots. */
function inOrder(groups: readonly EstimateGroup[], by: Grouping): EstimateGroup[] {
  if (by === 'auction_house' || by === 'gem_type') return [...groups];
  const start = (group: EstimateGroup) => Number.parseFloat(String(group[by]));
  return groups.toSorted((a, b) => start(a) - start(b));
}
