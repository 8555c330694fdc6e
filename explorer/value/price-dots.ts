import { logRange, logTicks } from '../charts/log-ticks.ts';
import { h, positioned } from '../page/element.ts';
import { count, percent, usd, usdShort } from '../page/format.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { stackRows } from './stack-rows.ts';
import { valueText } from './value-text.ts';

const words = valueText.plot;
/** Pixels from one row of dots to the next. */
const rowHeight = 25;
/** Width of a dot's target for a finger or a pointer, in pixels. */
const target = 24;
/** Diameters of the dots, from the least to the most similar. */
const [smallest, largest] = [8, 18] as const;
const mostTicks = 6;

/**
 * The adjusted prices as dots on a logarithmic axis, stacked if they are close, with the median and range of the stone.
 * @param unit the unit of the prices
 */
export function priceDots(
  { lots, price_per_carat_usd: summary }: Comparables,
  state: PageState,
  unit: string,
): HTMLElement {
  const prices = lots.map(({ adjusted_price_per_carat_usd: price }) => price);
  const ends = summary ? [...prices, summary.low, summary.high] : prices;
  const [least, greatest] = logRange(Math.min(...ends), Math.max(...ends));
  const place = (price: number) => Math.log(price / least) / Math.log(greatest / least);
  const most = Math.max(...lots.map(({ weight }) => weight));
  const dots = lots.map((lot, index) => dot(lot, place(prices[index]!), lot.weight / most, state));
  const ticks = logTicks(least, greatest, mostTicks).map((tick) =>
    positioned('axis-tick', 100 * place(tick), undefined, usdShort(tick)),
  );
  const label = words.label(count(lots.length), usd(Math.min(...prices)), usd(Math.max(...prices)));
  const field = h(
    'div',
    { class: 'dots-field' },
    summary && positioned('dots-range', 100 * place(summary.low), 100 * place(summary.high)),
    summary && positioned('dots-median', 100 * place(summary.median)),
    ...dots,
  );
  // Which dots are close depends on the width, which may change.
  new ResizeObserver(() => {
    const rows = stackRows(prices.map(place), target / field.clientWidth);
    for (const [index, row] of rows.entries()) dots[index]!.style.bottom = `${6 + row * rowHeight}px`;
    field.style.height = `${(Math.max(...rows) + 1) * rowHeight + 12}px`;
  }).observe(field);
  return h(
    'div',
    { class: 'dots', role: 'group', 'aria-label': label },
    summary && medianLabel(place(summary.median), usd(summary.median)),
    field,
    h('div', { class: 'axis', 'aria-hidden': 'true' }, ...ticks),
    h('p', { class: 'axis-unit', 'aria-hidden': 'true' }, words.axis(unit)),
  );
}

function medianLabel(place: number, price: string): HTMLElement {
  const label = h('span', {}, words.median(price));
  // Near the ends of the axis, the label is shifted to stay inside.
  label.style.transform = `translateX(${place < 0.2 ? 0 : place > 0.8 ? -100 : -50}%)`;
  const line = h('div', { class: 'dots-label' }, label);
  label.style.left = `${100 * place}%`;
  return line;
}

function dot(
  { lot, adjusted_price_per_carat_usd: price, weight }: ComparableLot,
  place: number,
  share: number,
  state: PageState,
): HTMLElement {
  const told = `${lot.title}: ${usd(price)}, ${percent(weight)}`;
  const size = smallest + (largest - smallest) * share;
  const mark = h('span', { class: 'dot-mark' });
  mark.style.width = `${size}px`;
  mark.style.height = `${size}px`;
  const link = stateLink(
    { ...state, lot: String(lot.id) },
    { class: 'dot', 'aria-label': told },
    mark,
    h('span', { class: 'dot-tip', 'aria-hidden': 'true' }, told),
  );
  link.classList.toggle('dot-end', place > 0.5);
  link.style.left = `calc(${100 * place}% - ${target / 2}px)`;
  return link;
}
