import type { IndexPeriod } from '../service/answers.ts';

const [width, height, margin] = [320, 120, { top: 8, right: 8, bottom: 18, left: 30 }];
const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * A small line chart of an index with its interval, on a logarithmic scale. It needs no chart library, which keeps the
 * home page small.
 * @param label describes the chart for screen readers
 */
export function sparkChart(periods: readonly IndexPeriod[], label: string): SVGSVGElement {
  const shown = periods.filter((one) => one.index !== null && one.low !== null && one.high !== null);
  const svg = draw('svg', {
    viewBox: `0 0 ${width} ${height}`,
    class: 'spark',
    role: 'img',
    'aria-label': label,
  });
  if (shown.length < 2) return svg;
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
  const rule = (value: number) => {
    const line = {
      x1: margin.left,
      x2: width - margin.right,
      y1: y(value),
      y2: y(value),
      class: 'spark-rule',
    };
    const text = draw('text', {
      x: margin.left - 4,
      y: y(value) + 3.5,
      class: 'spark-tick',
      'text-anchor': 'end',
    });
    text.textContent = String(value);
    return [draw('line', line), text];
  };
  const ticks = [25, 50, 100, 200, 400, 800, 1600].filter((value) => value >= bottom && value <= top);
  const end = (one: IndexPeriod, anchor: string) => {
    const text = draw('text', { x: x(one), y: height - 4, class: 'spark-tick', 'text-anchor': anchor });
    text.textContent = String(year(one));
    return text;
  };
  svg.append(
    ...ticks.flatMap(rule),
    draw('polygon', { points: band.join(' '), class: 'spark-band' }),
    draw('polyline', { points: shown.map((one) => point(one, one.index!)).join(' '), class: 'spark-line' }),
    end(shown[0]!, 'start'),
    end(shown.at(-1)!, 'end'),
  );
  return svg;
}

function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number>,
) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
