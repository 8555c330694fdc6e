import { type Child, cellLabel, h } from '../page/element.ts';
import { count, factor, shortTimes, times } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, rowHead, table } from '../page/table.ts';
import { text } from '../text/text.ts';
import { type ForestAxis, forestHead, forestTrack } from './forest-track.ts';
import { logRange, logTicks } from './log-ticks.ts';

/** A row of a forest plot: a factor with its interval. */
export interface ForestRow {
  name: Child;
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
  /** Whether this is the row that others are compared with, whose factor is 1 by definition. */
  isReference?: boolean;
  /** The reason why there is no factor. */
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
  caption: string;
  name: string;
  picture: string;
  value: string;
  interval: string;
  n: string;
  reference: string;
}

/** How far intervals may extend the axis beyond the farthest factor. Longer intervals are cut off. */
const farthest = 1.8;
/** Maximum labels of the axis, so that it fits on a phone. */
const mostTicks = 6;

/** A table with factors drawn on a common logarithmic axis with a line at 1. */
export function forestTable(groups: readonly ForestGroup[], words: ForestWords): HTMLElement {
  const [least, greatest] = rangeOf(groups.flatMap(({ rows }) => rows));
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const place = (value: number) => (100 * Math.log(within(value) / least)) / Math.log(greatest / least);
  const ticks = logTicks(least, greatest, mostTicks).map((tick) => ({
    at: place(tick),
    label: shortTimes(tick),
  }));
  const axis = { ticks, none: place(1) };
  const head = [
    columnHead(words.name),
    forestHead(words.picture, axis),
    ...numberHeads([words.value, words.interval, words.n]),
  ];
  const bodies = groups.map(({ name, rows }) => {
    const heading = h('th', { scope: 'rowgroup', colspan: 5, class: 'forest-group' }, name);
    return h('tbody', {}, name && h('tr', {}, heading), ...rows.map((row) => line(row, place, axis, words)));
  });
  return table({ class: 'forest' }, words.caption, head, bodies);
}

function line(
  row: ForestRow,
  place: (value: number) => number,
  axis: ForestAxis,
  words: ForestWords,
): HTMLElement {
  const { name, value, low, high, n, isReference, reason } = row;
  const kind = isReference ? 'forest-reference' : row.isThin || value === null ? 'low-sample' : false;
  const span = (from?: number | null, to?: number | null) =>
    from == null || to == null ? undefined : ([place(from), place(to)] as const);
  const marks = {
    point: value === null ? undefined : place(value),
    ...{ interval: span(low, high), box: span(...(row.box ?? [])) },
  };
  const figures = reason
    ? [h('td', { class: 'forest-reason', colspan: 2 }, reason)]
    : [
        numberCell(isReference ? words.reference : times(value)),
        numberCell(low === null || isReference ? '' : text.range(factor(low), factor(high))),
      ];
  return h(
    'tr',
    { class: kind },
    rowHead(name),
    h('td', { class: 'forest-cell' }, forestTrack(marks, axis)),
    ...figures,
    numberCell(cellLabel(`${words.n} `), count(n)),
  );
}

/** The range of the axis: all factors and 1, and the intervals up to `farthest` beyond them. */
function rangeOf(rows: readonly ForestRow[]): [number, number] {
  const known = (values: readonly (number | null)[]) =>
    values.filter((value): value is number => value !== null && value > 0);
  const points = known(rows.flatMap(({ value, box }) => [value, ...(box ?? [])])).concat(1);
  const [least, greatest] = [Math.min(...points), Math.max(...points)];
  const low = Math.min(least, ...known(rows.map((row) => row.low)));
  const high = Math.max(greatest, ...known(rows.map((row) => row.high)));
  return logRange(Math.max(low, least / farthest), Math.min(high, greatest * farthest));
}
