import { type Child, h, positioned } from '../page/element.ts';
import { shortTimes } from '../page/format.ts';
import { type Column, column, picture } from '../page/table.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';
import { drawnRange, logRange, logTicks } from './log-ticks.ts';

/** An effect with its interval and the quartiles behind it. */
interface Effect {
  value: number | null;
  low: number | null;
  high: number | null;
  box?: readonly [low: number | null, high: number | null];
}

/** Maximum labels of the axis, so that it fits on a phone. */
const mostTicks = 6;

/** A column with factors drawn on a common logarithmic axis with a line at 1. */
export function effectColumn<Row>(
  rows: readonly Row[],
  title: string,
  of: (row: Row) => Effect,
): Column<Row> {
  const scale = scaleOf(rows.map(of));
  const labels = scale.ticks.map((tick) =>
    positioned('axis-tick', scale.place(tick), undefined, shortTimes(tick)),
  );
  const axis = h('div', { class: 'effect-axis', 'aria-hidden': 'true' }, ...labels);
  const head: Child = h('div', h('span', { class: 'visually-hidden' }, title), axis);
  return picture(title, (row) => track(of(row), scale), head);
}

/** The columns of an interval by the names of its ends: both in a file, and together in one cell of a table. */
export function intervalColumns<Row>(
  low: string,
  high: string,
  format: (value: number | null) => string,
): Column<Row>[] {
  const { confidence } = chartsText.market;
  const [from, to] = [column<Row>(low, confidence), column<Row>(high, confidence, format, { only: 'file' })];
  const numberOf = (value: string | number | null) => format(value as number | null);
  const cell = (row: Row) => {
    const start = from.value(row);
    return [start === null ? '' : text.range(numberOf(start), numberOf(to.value(row)))];
  };
  return [{ ...from, cell }, to];
}

/** The lines of the axis, the line of no effect, and the estimate with its interval and its quartiles. */
function track({ value, low, high, box = [null, null] }: Effect, { ticks, place }: Scale) {
  const lines = ticks.filter((tick) => tick !== 1).map((tick) => positioned('effect-grid', place(tick)));
  const span = (kind: string, from: number | null, to: number | null) =>
    from !== null && to !== null && positioned(kind, place(from), place(to));
  return h(
    'div',
    { class: 'effect' },
    ...lines,
    positioned('effect-none', place(1)),
    span('effect-box', ...box),
    span('effect-interval', low, high),
    value !== null && positioned('effect-point', place(value)),
  );
}

/** The logarithmic axis that all rows share: its labeled effects, and the position of an effect in percent of the width. */
function scaleOf(effects: readonly Effect[]) {
  const [least, greatest] = logRange(...drawnRange(effects, 1, (low, high) => [low / 1.8, high * 1.8]));
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const place = (value: number) => (100 * Math.log(within(value) / least)) / Math.log(greatest / least);
  return { ticks: logTicks(least, greatest, mostTicks), place };
}

type Scale = ReturnType<typeof scaleOf>;
