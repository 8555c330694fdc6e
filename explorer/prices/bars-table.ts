import { chartsText } from '../charts/charts-text.ts';
import { h, positioned } from '../page/element.ts';
import { count, percent, usd } from '../page/format.ts';
import { type CardColumns, cardTable } from '../page/table.ts';
import type { MarketGroup } from '../service/answers.ts';
import { currentState, stateLink } from '../state/navigation.ts';
import { lotsOf, priceChoice } from '../state/page-state.ts';

/** The titles of the bar charts by their fields. */
const barGroupings = { origin: chartsText.market.origins, auction_house: chartsText.market.houses } as const;

export type BarGrouping = keyof typeof barGroupings;

/** A table with bars of the median price per carat, the highest first. */
export function barsTable(groups: MarketGroup[], grouping: BarGrouping): HTMLElement {
  const sorted = groups.toSorted((a, b) => medianOf(b) - medianOf(a));
  const longest = longestBar(sorted);
  const { columns: titles } = chartsText.market;
  const lotsOfGroup = (group: MarketGroup) => ({ ...lotsOf(group.filter), ...priceChoice(currentState()) });
  const columns: CardColumns<MarketGroup> = [
    { title: titles[grouping], cell: (group) => [stateLink(lotsOfGroup(group), {}, group[grouping]!)] },
    { title: titles.median, isPicture: true, cell: (group) => [bar(group, longest)] },
    { title: titles.median, cell: ({ price_per_carat_usd: { median } }) => [usd(median)] },
    { title: titles.n, cell: ({ price_per_carat_usd: { n } }) => [count(n)] },
    { title: titles.sell_through_rate, cell: ({ sell_through_rate: rate }) => [percent(rate)] },
  ];
  const caption = barGroupings[grouping];
  return cardTable('bars', caption, columns, sorted, (group) => !isReliable(group) && 'low-sample');
}

type Figures = Pick<MarketGroup, 'price_per_carat_usd' | 'low_sample'>;

/** The price of the longest bar. Wide intervals of small groups would compress all bars, so they are cut off. */
function longestBar(groups: readonly Figures[]): number {
  const highest =
    Math.max(...groups.filter(isReliable).map(medianOf), 0) || Math.max(...groups.map(medianOf), 1);
  return Math.min(1.5 * highest, Math.max(highest, ...groups.map(upperEnd)));
}

/** A bar of a median, with its interval. */
function bar(
  { price_per_carat_usd: { median, median_low: low, median_high: high } }: Figures,
  longest: number,
): HTMLElement {
  const share = (value: number) => Math.min(100, (100 * value) / longest);
  const hasInterval = median !== null && low !== null && high !== null;
  return h(
    'div',
    { class: 'bar-track' },
    median !== null && positioned('bar-fill', 0, share(median)),
    hasInterval && positioned('bar-interval', share(low), share(low) + share(high - low)),
  );
}

const medianOf = ({ price_per_carat_usd: { median } }: Figures) => median ?? 0;
const upperEnd = ({ price_per_carat_usd: { median_high } }: Figures) => median_high ?? 0;
const isReliable = ({ low_sample }: Figures) => !low_sample;
