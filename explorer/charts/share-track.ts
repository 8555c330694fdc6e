import { h } from '../page/element.ts';
import { change } from '../page/format.ts';
import { type ForestAxis, forestHead, forestTrack } from './forest-track.ts';

/** A price difference as a share of the price, with its interval. */
export interface Share {
  effect: number | null;
  low: number | null;
  high: number | null;
}

/** How far intervals may extend the axis. Longer intervals are cut off, estimates never. */
const farthest = 2;
/** Possible steps between the labels of the axis. */
const steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10];
/** Maximum labels, so that they fit on a phone. */
const mostLabels = 4;

/** Differences on one axis with a line at zero. */
export function shareForest(shares: readonly Share[]) {
  const ends = shares.flatMap(({ low, high }) => [low ?? 0, high ?? 0]);
  const end = Math.max(farthest, ...shares.map(({ effect }) => effect ?? 0));
  const [least, greatest] = [Math.min(0, ...ends), Math.min(Math.max(0, ...ends), end)];
  // A margin of 2% on each side keeps the ends visible.
  const place = (share: number) => 2 + (96 * (Math.min(share, end) - least)) / (greatest - least || 1);
  const step = steps.find((one) => (greatest - least) / one < mostLabels) ?? end;
  const from = Math.ceil(least / step);
  const rounds = Array.from({ length: Math.floor(greatest / step) - from + 1 }, (_, i) => (from + i) * step);
  const axis: ForestAxis = {
    ticks: rounds.map((share) => ({ at: place(share), label: change(share) })),
    none: place(0),
  };
  return {
    /** The heading of the column, with the labels of the axis. */
    head: (title: string) => forestHead(title, axis),
    cell({ effect, low, high }: Share) {
      const interval = low === null || high === null ? undefined : ([place(low), place(high)] as const);
      const point = effect === null ? undefined : place(effect);
      return h('td', { class: 'forest-cell' }, forestTrack({ point, interval }, axis));
    },
  };
}
