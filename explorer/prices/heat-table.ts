import { chartsText } from '../charts/charts-text.ts';
import { h } from '../page/element.ts';
import { count, usdShort } from '../page/format.ts';
import { columnHead, numberHeads, rowHead, scroller, table } from '../page/table.ts';
import type { MarketGroup } from '../service/answers.ts';
import { currentState, stateLink } from '../state/navigation.ts';
import { lotsOf, priceChoice } from '../state/page-state.ts';
import { text } from '../text/text.ts';

/** Number of shades of the cells, from low to high prices. */
const shades = 7;

/**
 * A table with gem types in rows, weight classes in columns, and the median price per carat in cells. Shades follow the
 * logarithm of the price. Cells with fewer than five priced lots have no shade.
 */
export function heatTable(groups: MarketGroup[]): HTMLElement {
  const bands = [...new Set(groups.map(({ carat_band }) => carat_band!))].sort(
    (a, b) => lowerEnd(a) - lowerEnd(b),
  );
  const gems = byLots(groups);
  const shadeOf = shading(groups);
  const head = [
    columnHead(chartsText.market.columns.gem_type),
    ...numberHeads(bands.map((band) => `${text.band(band)} ct`)),
  ];
  const rows = gems.map((gem) =>
    h(
      'tr',
      {},
      rowHead(gem),
      ...bands.map((band) => {
        const group = groups.find(({ gem_type, carat_band }) => gem_type === gem && carat_band === band);
        return group ? cell(group, shadeOf) : h('td', { class: 'heat-none' }, '·');
      }),
    ),
  );
  return scroller(chartsText.market.heat, table({ class: 'heat' }, chartsText.market.heat, head, rows));
}

function cell(group: MarketGroup, shadeOf: (group: MarketGroup) => number): HTMLElement {
  const { gem_type: gem, carat_band: band, price_per_carat_usd: price, low_sample } = group;
  const spoken = chartsText.market.cell;
  const link = stateLink(
    { ...lotsOf(group.filter), ...priceChoice(currentState()) },
    {},
    hidden(spoken.before(gem!, band!)),
    h('span', { class: 'heat-value' }, usdShort(price.median)),
    hidden(spoken.between),
    h('span', { class: 'heat-n' }, count(price.n)),
    hidden(spoken.after),
  );
  return h('td', { class: low_sample ? 'heat-low' : `heat-${shadeOf(group)}` }, link);
}

/** Text for screen readers. */
const hidden = (words: string) => h('span', { class: 'visually-hidden' }, words);

/** The gem types by number of lots, descending. */
function byLots(groups: MarketGroup[]): string[] {
  const totals = new Map<string, number>();
  for (const { gem_type, lots } of groups) totals.set(gem_type!, (totals.get(gem_type!) ?? 0) + lots);
  return [...totals].sort((a, b) => b[1] - a[1]).map(([gem]) => gem);
}

function shading(groups: MarketGroup[]) {
  const reliable = groups.filter(({ low_sample, price_per_carat_usd: { median } }) => !low_sample && median);
  const logs = reliable.map((group) => Math.log(group.price_per_carat_usd.median!));
  const [least, greatest] = [Math.min(...logs), Math.max(...logs)];
  const width = greatest - least || 1;
  return ({ price_per_carat_usd: { median } }: MarketGroup) =>
    Math.min(shades - 1, Math.max(0, Math.floor((shades * (Math.log(median || 1) - least)) / width)));
}

const lowerEnd = (band: string) => Number.parseFloat(band);
