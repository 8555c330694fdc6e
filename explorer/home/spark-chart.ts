import { svg } from '../page/element.ts';
import type { IndexPeriod } from '../service/answers.ts';

const [width, height, margin] = [320, 120, { top: 8, right: 8, bottom: 18, left: 30 }];

/**
 * A small line chart of an index with its interval, on a logarithmic scale. It needs no chart library, which keeps the
 * home page small.
 * @param label describes the chart for screen readers
 */
export function sparkChart(periods: readonly IndexPeriod[], label: string): SVGElement {
  const shown = periods.filter((one) => one.index !== null && one.low !== null && one.high !== null);
  const frame = { viewBox: `0 0 ${width} ${height}`, class: 'spark', role: 'img', 'aria-label': label };
  if (shown.length < 2) return svg('svg', frame);
  const [bottom, top] = [
    Math.min(...shown.map((one) => one.low!), 100) * 0.95,
    Math.max(...shown.map((one) => one.high!), 100) * 1.05,
  ];
  const year = (one: IndexPeriod) => Number(one.period.slice(0, 4));
  const [first, last] = [year(shown[0]!), year(shown.at(-1)!)];
  const x = (one: IndexPeriod) =>
    margin.left + ((year(one) - first) / (last - first)) * (width - margin.left - margin.right);
  const y = (value: number) => {
    const share = Math.log(value / bottom) / Math.log(top / bottom);
    return height - margin.bottom - share * (height - margin.bottom - margin.top);
  };
  const point = (one: IndexPeriod, value: number) => `${x(one).toFixed(1)},${y(value).toFixed(1)}`;
  const band = [
    ...shown.map((one) => point(one, one.high!)),
    ...shown.map((one) => point(one, one.low!)).reverse(),
  ];
  const tick = (left: number, top: number, anchor: string, value: number) =>
    svg('text', { x: left, y: top, class: 'spark-tick', 'text-anchor': anchor }, [String(value)]);
  const rule = (value: number) => [
    svg('line', {
      x1: margin.left,
      x2: width - margin.right,
      y1: y(value),
      y2: y(value),
      class: 'spark-rule',
    }),
    tick(margin.left - 4, y(value) + 3.5, 'end', value),
  ];
  const ticks = [25, 50, 100, 200, 400, 800, 1600].filter((value) => value >= bottom && value <= top);
  const end = (one: IndexPeriod, anchor: string) => tick(x(one), height - 4, anchor, year(one));
  return svg('svg', frame, [
    ...ticks.flatMap(rule),
    svg('polygon', { points: band.join(' '), class: 'spark-band' }),
    svg('polyline', { points: shown.map((one) => point(one, one.index!)).join(' '), class: 'spark-line' }),
    end(shown[0]!, 'start'),
    end(shown.at(-1)!, 'end'),
  ]);
}
