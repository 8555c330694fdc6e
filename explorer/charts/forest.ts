import { type Child, h, positioned } from '../page/element.ts';
import { change, shortTimes } from '../page/format.ts';
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

/** The axis that all rows share. Positions are in percent of the width. */
interface Scale {
  ticks: readonly { at: number; label: string }[];
  /** The position of no effect. */
  none: number;
  /** The position of an effect. */
  place: (value: number) => number;
}

/** Maximum labels of the axis, so that it fits on a phone. */
const mostTicks = 6;

/** A column with effects drawn on a common axis: by default factors on a logarithmic axis with a line at 1. */
export function effectColumn<Row>(
  rows: readonly Row[],
  title: string,
  of: (row: Row) => Effect,
  scaleOf: (effects: readonly Effect[]) => Scale = factors,
): Column<Row> {
  const scale = scaleOf(rows.map(of));
  const labels = scale.ticks.map(({ at, label }) => positioned('axis-tick', at, undefined, label));
  const axis = h('div', { class: 'effect-axis', 'aria-hidden': 'true' }, ...labels);
  const head: Child = h('div', {}, h('span', { class: 'visually-hidden' }, title), axis);
  return picture(title, (row) => track(of(row), scale), head);
}

/** The columns of an interval: its ends in a file, both in one cell of a table. */
export function intervalColumns<Row>(
  names: readonly [low: string, high: string],
  of: (row: Row) => readonly [low: number | null, high: number | null],
  format: (value: number | null) => string,
): Column<Row>[] {
  const range = (row: Row) => {
    const [low, high] = of(row);
    return [low === null ? '' : text.range(format(low), format(high))];
  };
  const { interval } = chartsText.market.readout;
  return [
    column<Row>(names[0], interval, (row) => of(row)[0], format, { cell: range }),
    column<Row>(names[1], interval, (row) => of(row)[1], format, { only: 'file' }),
  ];
}

/** The lines of the axis, the line of no effect, and the estimate with its interval and its quartiles. */
function track({ value, low, high, box = [null, null] }: Effect, { ticks, none, place }: Scale) {
  const lines = ticks.filter(({ at }) => at !== none).map(({ at }) => positioned('effect-grid', at));
  const span = (kind: string, from: number | null, to: number | null) =>
    from !== null && to !== null && positioned(kind, place(from), place(to));
  return h(
    'div',
    { class: 'effect' },
    ...lines,
    positioned('effect-none', none),
    span('effect-box', ...box),
    span('effect-interval', low, high),
    value !== null && positioned('effect-point', place(value)),
  );
}

/** Factors on a logarithmic axis. */
function factors(effects: readonly Effect[]): Scale {
  const [least, greatest] = logRange(...drawnRange(effects, 1, (low, high) => [low / 1.8, high * 1.8]));
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const place = (value: number) => (100 * Math.log(within(value) / least)) / Math.log(greatest / least);
  const ticks = logTicks(least, greatest, mostTicks).map((tick) => ({
    at: place(tick),
    label: shortTimes(tick),
  }));
  return { ticks, none: place(1), place };
}

/** Possible steps between the labels of shares. */
const steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];

/** Differences as shares of the price, on an axis with a line at 0. */
export function shares(effects: readonly Effect[]): Scale {
  const [least, greatest] = drawnRange(effects, 0, (low, high) => [low - 1, high + 1]);
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  // A margin of 2% on each side keeps the ends visible.
  const place = (value: number) => 2 + (96 * (within(value) - least)) / (greatest - least || 1);
  const step = steps.find((one) => (greatest - least) / one < mostTicks - 2) ?? greatest;
  const from = Math.ceil(least / step);
  const rounds = Array.from({ length: Math.floor(greatest / step) - from + 1 }, (_, i) => (from + i) * step);
  const ticks = rounds.map((share) => ({ at: place(share), label: change(share) }));
  return { ticks, none: place(0), place };
}
