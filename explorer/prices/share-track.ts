import { h } from '../page/element.ts';
import { change } from '../page/format.ts';

/** A difference as a share of the price, with the ends of its interval. */
export interface Share {
  effect: number | null;
  low: number | null;
  high: number | null;
}

/** Maximum share in a chart; larger ones are cut. */
const farthest = 2;

/** The position of a share in percent of the width, zero always included. */
export function shareScale(shares: readonly Share[]) {
  const ends = shares.flatMap(({ low, high }) => [low ?? 0, high ?? 0]);
  const [least, greatest] = [Math.min(0, ...ends), Math.min(Math.max(0, ...ends), farthest)];
  const width = greatest - least || 1;
  // A margin of 2% on each side keeps the ends visible.
  return (share: number) => 2 + (96 * (Math.min(share, farthest) - least)) / width;
}

/** Steps between the labels of the axis. */
const steps = [0.05, 0.1, 0.2, 0.25, 0.5, 1];
/** Most labels, which have to fit on a phone. */
const mostLabels = 4;

/** The axis of the differences: labels at round shares, 0 among them. */
export function shareAxis(shares: readonly Share[], place: (share: number) => number): HTMLElement {
  const ends = shares.flatMap(({ low, high }) => [low ?? 0, high ?? 0]);
  const [least, greatest] = [Math.min(0, ...ends), Math.min(Math.max(0, ...ends), farthest)];
  const step = steps.find((one) => (greatest - least) / one < mostLabels) ?? 1;
  const from = Math.ceil(least / step);
  const labels = Array.from({ length: Math.floor(greatest / step) - from + 1 }, (_, index) => {
    const share = (from + index) * step;
    const label = h('span', {}, change(share));
    label.style.left = `${place(share)}%`;
    return label;
  });
  return h('div', { class: 'share-axis', 'aria-hidden': 'true' }, ...labels);
}

/** A difference as a point, its interval as a stroke, and the position of zero. */
export function shareTrack({ effect, low, high }: Share, place: (share: number) => number): HTMLElement {
  const nothing = h('div', { class: 'worth-zero' });
  nothing.style.left = `${place(0)}%`;
  const track = h('div', { class: 'bar-track' }, nothing);
  if (low !== null && high !== null) {
    const stroke = h('div', { class: 'bar-interval' });
    stroke.style.left = `${place(low)}%`;
    stroke.style.width = `${place(high) - place(low)}%`;
    track.append(stroke);
  }
  if (effect !== null) {
    const point = h('div', { class: 'worth-point' });
    point.style.left = `${place(effect)}%`;
    track.append(point);
  }
  return track;
}
