import { h } from '../page/element.ts';
import { usdShort } from '../page/format.ts';
import type { Summary } from '../service/answers.ts';
import { text } from '../text/text.ts';

/** The middle 80% of a group's prices as a line, the middle half as a bar, and the position of one lot. */
export function priceStrip({ p10, p25, median, p75, p90 }: Summary, value: number | null): HTMLElement {
  const known = [p10!, p90!, ...(value === null ? [] : [value])].map(toScale);
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  const width = greatest - least || 1;
  // A margin of 5% on each side keeps the ends visible.
  const place = (amount: number) => 5 + (90 * (toScale(amount) - least)) / width;

  const line = positioned('strip-line', place(p10!), place(p90!));
  const box = positioned('strip-box', place(p25!), place(p75!));
  const middle = positioned('strip-median', place(median!));
  const lot = value === null ? null : positioned('strip-lot', place(value));
  const { strip } = text.lot;
  const figures: [string, number | null, string][] = [
    [strip.low, p10, ''],
    [strip.quartileLow, p25, ''],
    [strip.median, median, 'strip-key-median'],
    [strip.quartileHigh, p75, ''],
    [strip.high, p90, ''],
    ...(value === null ? [] : [[strip.lot, value, 'strip-key-lot'] as [string, number, string]]),
  ];
  return h(
    'div',
    { class: 'strip' },
    h(
      'div',
      { class: 'strip-scale', role: 'img', 'aria-label': text.lot.stripLabel },
      line,
      box,
      middle,
      lot,
    ),
    h(
      'dl',
      { class: 'strip-key' },
      ...figures.map(([name, amount, kind]) =>
        h('div', { class: kind }, h('dt', {}, name), h('dd', {}, usdShort(amount))),
      ),
    ),
  );
}

/** Prices span powers of ten: on a linear scale most of them would be near the beginning. */
const toScale = (amount: number) => Math.log10(Math.max(amount, 1));

function positioned(name: string, from: number, to?: number): HTMLElement {
  const element = h('div', { class: name });
  element.style.left = `${from}%`;
  if (to !== undefined) element.style.width = `${to - from}%`;
  return element;
}
