import { h } from '../page/element.ts';
import { positioned } from '../page/positioned.ts';

/** A label of the axis at a position in percent of the width. */
interface ForestTick {
  at: number;
  label: string;
}

/** The marks in a row of a forest plot, in percent of the width. */
interface ForestMarks {
  point: number | undefined;
  interval?: readonly [from: number, to: number] | undefined;
  /** The quartiles, as a box behind the point. */
  box?: readonly [from: number, to: number] | undefined;
}

/** The axis that all rows share; `none` is the position of no effect. */
export interface ForestAxis {
  ticks: readonly ForestTick[];
  none: number;
}

/** The head of the column: its title for screen readers, and the labels of the axis. */
export function forestHead(title: string, { ticks }: ForestAxis): HTMLElement {
  const labels = ticks.map(({ at, label }) => positioned('forest-tick', at, undefined, label));
  return h(
    'th',
    { scope: 'col', class: 'forest-axis' },
    h('span', { class: 'visually-hidden' }, title),
    h('div', { class: 'forest-ticks', 'aria-hidden': 'true' }, ...labels),
  );
}

/** A row: the lines of the axis, the line of no effect, and the estimate with its interval. */
export function forestTrack({ point, interval, box }: ForestMarks, { ticks, none }: ForestAxis): HTMLElement {
  const lines = ticks.filter(({ at }) => at !== none).map(({ at }) => positioned('forest-grid', at));
  return h(
    'div',
    { class: 'forest-track' },
    ...lines,
    positioned('forest-one', none),
    box && positioned('forest-box', ...box),
    interval && positioned('forest-interval', ...interval),
    point !== undefined && positioned('forest-point', point),
  );
}
