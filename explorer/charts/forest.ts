import { type Child, cellLabel, h } from '../page/element.ts';
import { change, count, factor, shortTimes, times } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, rowHead, table } from '../page/table.ts';
import { text } from '../text/text.ts';
import { type ForestAxis, forestHead, forestTrack } from './forest-track.ts';
import { logRange, logTicks } from './log-ticks.ts';

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
export interface ForestWords {
  caption: string;
  name: string;
  picture: string;
  value: string;
  interval: string;
  n: string;
  reference: string;
}

/** The axis of a forest plot, and how its effects are written. */
interface Scale extends ForestAxis {
  /** The position of an effect in percent of the width. */
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
    forestHead(words.picture, scale),
    ...numberHeads([words.value, words.interval, words.n]),
  ];
  const bodies = groups.map(({ name, rows }) => {
    const heading = h('th', { scope: 'rowgroup', colspan: 5, class: 'forest-group' }, name);
    return h('tbody', {}, name && h('tr', {}, heading), ...rows.map((row) => line(row, scale, words)));
  });
  return table({ class: 'forest' }, words.caption, head, bodies);
}

function line(row: ForestRow, scale: Scale, words: ForestWords): HTMLElement {
  const { name, value, low, high, n, isReference, reason } = row;
  const kind = isReference ? 'forest-reference' : row.isThin || value === null ? 'low-sample' : false;
  const span = (from?: number | null, to?: number | null) =>
    from == null || to == null ? undefined : ([scale.place(from), scale.place(to)] as const);
  const marks = {
    point: value === null ? undefined : scale.place(value),
    ...{ interval: span(low, high), box: span(...(row.box ?? [])) },
  };
  const figures = reason
    ? [h('td', { class: 'forest-reason', colspan: 2 }, reason)]
    : [
        numberCell(isReference ? words.reference : scale.value(value)),
        numberCell(low === null || isReference ? '' : text.range(scale.end(low), scale.end(high))),
      ];
  return h(
    'tr',
    { class: kind },
    rowHead(name),
    h('td', { class: 'forest-cell' }, forestTrack(marks, scale)),
    ...figures,
    numberCell(cellLabel(`${words.n} `), typeof n === 'number' ? count(n) : n),
  );
}

/** The effects, their quartiles and no effect, and the intervals up to a distance beyond them. Longer ones are cut off. */
function rangeOf(rows: readonly ForestRow[], none: number, beyond: (end: number, sign: 1 | -1) => number) {
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const points = known(rows.flatMap(({ value, box }) => [value, ...(box ?? [])])).concat(none);
  const [least, greatest] = [Math.min(...points), Math.max(...points)];
  const low = Math.min(least, ...known(rows.map((row) => row.low)));
  const high = Math.max(greatest, ...known(rows.map((row) => row.high)));
  return [Math.max(low, beyond(least, -1)), Math.min(high, beyond(greatest, 1))] as const;
}

/** Factors on a logarithmic axis. */
function factors(rows: readonly ForestRow[]): Scale {
  const [least, greatest] = logRange(...rangeOf(rows, 1, (end, sign) => end * 1.8 ** sign));
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const place = (value: number) => (100 * Math.log(within(value) / least)) / Math.log(greatest / least);
  const ticks = logTicks(least, greatest, mostTicks).map((tick) => ({
    at: place(tick),
    label: shortTimes(tick),
  }));
  return { ticks, none: place(1), place, value: times, end: factor };
}

/** Possible steps between the labels of shares. */
const steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];

/** Differences as shares of the price, on an axis with a line at 0. */
export function shares(rows: readonly ForestRow[]): Scale {
  const [least, greatest] = rangeOf(rows, 0, (end, sign) => end + sign);
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  // A margin of 2% on each side keeps the ends visible.
  const place = (value: number) => 2 + (96 * (within(value) - least)) / (greatest - least || 1);
  const step = steps.find((one) => (greatest - least) / one < mostTicks - 2) ?? greatest;
  const from = Math.ceil(least / step);
  const rounds = Array.from({ length: Math.floor(greatest / step) - from + 1 }, (_, i) => (from + i) * step);
  const ticks = rounds.map((share) => ({ at: place(share), label: change(share) }));
  return { ticks, none: place(0), place, value: change, end: change };
}
