import { h } from '../page/element.ts';

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
