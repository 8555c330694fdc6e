import { logTicks } from '../charts/log-ticks.ts';
import { h, positioned } from '../page/element.ts';
import { usdShort } from '../page/format.ts';

/** A mark on a strip: a point, or a range if `to` is set. */
export interface Mark {
  kind: string;
  from: number;
  to?: number;
}

const mostTicks = 5;
/** The lowest value is 1, because a logarithm needs a value above 0. */
const floor = (value: number) => Math.max(value, 1);

/** Marks on a logarithmic axis of dollars, with labels at round prices. */
export function axisStrip(marks: readonly Mark[], label: string, unit: string): HTMLElement {
  const known = marks.flatMap(({ from, to = from }) => [floor(from), floor(to)]);
  const room = Math.max((Math.max(...known) / Math.min(...known)) ** 0.05, 1.05);
  const [least, greatest] = [Math.min(...known) / room, Math.max(...known) * room];
  const place = (value: number) => (100 * Math.log(floor(value) / least)) / Math.log(greatest / least);
  const drawn = marks.map(({ kind, from, to }) => positioned(kind, place(from), to && place(to)));
  const ticks = logTicks(least, greatest, mostTicks).map((tick) =>
    positioned('axis-tick', place(tick), undefined, usdShort(tick)),
  );
  return h(
    'div',
    { class: 'strip' },
    h('div', { class: 'strip-scale', role: 'img', 'aria-label': label }, ...drawn),
    h('div', { class: 'axis', 'aria-hidden': 'true' }, ...ticks),
    h('p', { class: 'axis-unit', 'aria-hidden': 'true' }, unit),
  );
}
