import { type Child, cellLabel, h, positioned, rowNote } from '../page/element.ts';
import { change, count, hundredth, shortTimes, times } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, rowHead, table } from '../page/table.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';
import { drawnRange, logRange, logTicks } from './log-ticks.ts';

/** A row of a forest plot: an effect with its interval. */
export interface ForestRow {
  name: Child;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number | string;
  /** Whether this is the row that others are compared with, which has no effect by definition. */
  isReference?: boolean;
  /** The reason why there is no effect. */
  reason?: string | null;
  /** The quartiles, as a box behind the point. */
  box?: readonly [low: number | null, high: number | null];
  /** Whether the row has too few lots for reliable figures. */
  isThin?: boolean;
}

/** Rows, under a common heading if `name` is set. */
export interface ForestGroup {
  name?: Child;
  rows: readonly ForestRow[];
}

/** The texts of a forest plot. */
interface ForestWords {
  title: string;
  name: string;
  picture: string;
  value: string;
  reference?: string;
}

/** The axis that all rows share, and how effects are written. Positions are in percent of the width. */
interface Scale {
  ticks: readonly { at: number; label: string }[];
  /** The position of no effect. */
  none: number;
  /** The position of an effect. */
  place: (value: number) => number;
  value: (value: number | null) => string;
  end: (value: number | null) => string;
}

/** Maximum labels of the axis, so that it fits on a phone. */
const mostTicks = 6;

/** A table with effects drawn on a common axis: by default factors on a logarithmic axis with a line at 1. */
export function forestTable(
  groups: readonly ForestGroup[],
  words: ForestWords,
  scaleOf: (rows: readonly ForestRow[]) => Scale = factors,
): HTMLElement {
  const scale = scaleOf(groups.flatMap(({ rows }) => rows));
  const head = [
    columnHead(words.name),
    axisHead(words.picture, scale),
    ...numberHeads([words.value, chartsText.market.readout.interval, chartsText.lots]),
  ];
  const bodies = groups.map(({ name, rows }) => {
    const heading = h('th', { scope: 'rowgroup', colspan: 5, class: 'forest-group' }, name);
    return h('tbody', {}, name && h('tr', {}, heading), ...rows.map((row) => line(row, scale, words)));
  });
  return table({ class: 'forest' }, words.title, head, bodies);
}

/** The head of the column: its title for screen readers, and the labels of the axis. */
function axisHead(title: string, { ticks }: Scale): HTMLElement {
  const labels = ticks.map(({ at, label }) => positioned('forest-tick', at, undefined, label));
  return h(
    'th',
    { scope: 'col', class: 'forest-axis' },
    h('span', { class: 'visually-hidden' }, title),
    h('div', { class: 'forest-ticks', 'aria-hidden': 'true' }, ...labels),
  );
}

function line(row: ForestRow, scale: Scale, words: ForestWords): HTMLElement {
  const { name, value, low, high, n, isReference, reason } = row;
  const kind = isReference ? 'forest-reference' : row.isThin || value === null ? 'low-sample' : false;
  const figures = reason
    ? [h('td', { class: 'forest-reason', colspan: 2 }, rowNote(reason))]
    : [
        numberCell(isReference ? words.reference : scale.value(value)),
        numberCell(low === null || isReference ? '' : text.range(scale.end(low), scale.end(high))),
      ];
  return h(
    'tr',
    { class: kind },
    rowHead(name),
    h('td', { class: 'forest-cell' }, track(row, scale)),
    ...figures,
    numberCell(cellLabel(`${chartsText.lots} `), typeof n === 'number' ? count(n) : n),
  );
}

/** The lines of the axis, the line of no effect, and the estimate with its interval and its quartiles. */
function track({ value, low, high, box = [null, null] }: ForestRow, { ticks, none, place }: Scale) {
  const lines = ticks.filter(({ at }) => at !== none).map(({ at }) => positioned('forest-grid', at));
  const span = (kind: string, [from, to]: readonly [number | null, number | null]) =>
    from !== null && to !== null && positioned(kind, place(from), place(to));
  return h(
    'div',
    { class: 'forest-track' },
    ...lines,
    positioned('forest-one', none),
    span('forest-box', box),
    span('forest-interval', [low, high]),
    value !== null && positioned('forest-point', place(value)),
  );
}

/** Factors on a logarithmic axis. */
function factors(rows: readonly ForestRow[]): Scale {
  const [least, greatest] = logRange(...drawnRange(rows, 1, (low, high) => [low / 1.8, high * 1.8]));
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const place = (value: number) => (100 * Math.log(within(value) / least)) / Math.log(greatest / least);
  const ticks = logTicks(least, greatest, mostTicks).map((tick) => ({
    at: place(tick),
    label: shortTimes(tick),
  }));
  return { ticks, none: place(1), place, value: times, end: hundredth };
}

/** Possible steps between the labels of shares. */
const steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];

/** Differences as shares of the price, on an axis with a line at 0. */
export function shares(rows: readonly ForestRow[]): Scale {
  const [least, greatest] = drawnRange(rows, 0, (low, high) => [low - 1, high + 1]);
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  // A margin of 2% on each side keeps the ends visible.
  const place = (value: number) => 2 + (96 * (within(value) - least)) / (greatest - least || 1);
  const step = steps.find((one) => (greatest - least) / one < mostTicks - 2) ?? greatest;
  const from = Math.ceil(least / step);
  const rounds = Array.from({ length: Math.floor(greatest / step) - from + 1 }, (_, i) => (from + i) * step);
  const ticks = rounds.map((share) => ({ at: place(share), label: change(share) }));
  return { ticks, none: place(0), place, value: change, end: change };
}
