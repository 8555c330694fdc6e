import uPlot from 'uplot';
import { count, percent, usdShort } from '../page/format.ts';
import type { TrendPeriod } from '../service/answers.ts';
import { chartsText } from './charts-text.ts';
import { logRange } from './log-ticks.ts';
import type { PlotColors, PlotShape } from './plot.ts';

/** The vertical scale of prices, logarithmic or from 0. */
export const priceScale = (isLog: boolean): uPlot.Scale =>
  isLog
    ? { distr: 3, range: (_plot, least, greatest) => logRange(least, greatest) }
    : { range: (_plot, _least, greatest) => [0, (greatest || 1) * 1.06] };

/** A series that bounds a band. */
export const hidden = (): uPlot.Series => ({ stroke: 'transparent', width: 0, points: { show: false } });

/** The median price per carat: a line with points, the middle half as a band, the intervals of the medians as strokes. */
export function pricePlot(periods: TrendPeriod[], isLog: boolean, unit: string): PlotShape {
  const values = periods.map((period) => period.price_per_carat_usd);
  // Quartiles of few lots are unreliable and not drawn.
  const quartile = (name: 'p25' | 'p75') =>
    periods.map(({ price_per_carat_usd: price, low_sample }) => (low_sample ? null : price[name]));
  return {
    height: 318,
    hasPeriods: false,
    unit,
    isLog,
    rows: [
      quartile('p25'),
      quartile('p75'),
      values.map(({ median_low }) => median_low),
      values.map(({ median_high }) => median_high),
      values.map(({ median }) => median),
    ],
    series: (colors) => [
      hidden(),
      hidden(),
      hidden(),
      hidden(),
      { stroke: colors.accent, width: 2, points: { show: false } },
    ],
    bands: (colors) => [{ series: [2, 1], fill: colors.band }],
    scale: priceScale(isLog),
    format: usdShort,
    draw(plot, colors) {
      const estimates = periods.map(({ price_per_carat_usd: price, low_sample: isThin }) => ({
        value: price.median,
        low: price.median_low,
        high: price.median_high,
        isThin,
      }));
      drawEstimates(plot, estimates, colors);
    },
  };
}

/** Bars of the lots of each period, with sold lots in the strong color. */
export function lotsPlot(lots: number[], sold: number[]): PlotShape {
  const bars = uPlot.paths.bars!({ size: [0.72, 46] });
  return {
    height: 134,
    hasPeriods: true,
    unit: chartsText.lots,
    rows: [lots, sold],
    series: ({ bar, accent }) => [
      { paths: bars, fill: bar, width: 0, points: { show: false } },
      { paths: bars, fill: accent, width: 0, points: { show: false } },
    ],
    scale: priceScale(false),
    // Only whole numbers are labels.
    format: (value) => (Number.isInteger(value) ? count(value) : ''),
  };
}

/** The sell-through rate of each period. */
export function ratePlot(periods: TrendPeriod[]): PlotShape {
  return {
    height: 208,
    hasPeriods: true,
    unit: chartsText.share,
    rows: [periods.map((period) => period.sell_through_rate)],
    series: (colors) => [{ stroke: colors.accent, width: 2, points: { show: false } }],
    scale: { range: [0, 1.04] },
    format: (value) => (value > 1 ? '' : percent(value)),
    draw(plot, colors) {
      const { ctx } = plot;
      for (const [place, { sell_through_rate: rate, lots }] of periods.entries()) {
        if (rate !== null) dot(ctx, at(plot, place, rate), lots < 5, colors, periods.length);
      }
    },
  };
}

/** The values of a period; null where unknown. */
interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  isThin?: boolean;
}

/** Draws a point for each value, hollow if it has few lots, and a stroke for its interval. */
export function drawEstimates(plot: uPlot, estimates: readonly Estimate[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  // Points at the edge are drawn in full; everything beyond is clipped.
  const room = 4 * devicePixelRatio;
  ctx.rect(bbox.left, bbox.top - room, bbox.width, bbox.height + 2 * room);
  ctx.clip();
  ctx.strokeStyle = colors.accent;
  ctx.setLineDash([]);
  ctx.lineWidth = Math.max(1, devicePixelRatio * (estimates.length > 80 ? 0.75 : 1.25));
  for (const [place, { low, high, isThin }] of estimates.entries()) {
    if (low === null || high === null) continue;
    const [x, y] = at(plot, place, low);
    ctx.globalAlpha = isThin ? 0.35 : 1;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x, at(plot, place, high)[1]);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  for (const [place, { value, isThin }] of estimates.entries()) {
    if (value !== null) dot(ctx, at(plot, place, value), isThin, colors, estimates.length);
  }
  ctx.restore();
}

type Spot = readonly [x: number, y: number];

const at = (plot: uPlot, place: number, value: number): Spot => [
  plot.valToPos(place, 'x', true),
  plot.valToPos(value, 'y', true),
];

function dot(
  ctx: CanvasRenderingContext2D,
  [x, y]: Spot,
  isLow: boolean | undefined,
  colors: PlotColors,
  places: number,
) {
  const radius = devicePixelRatio * (places > 80 ? 1.8 : 3.5);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = isLow ? colors.paper : colors.accent;
  ctx.strokeStyle = isLow ? colors.faint : colors.accent;
  ctx.lineWidth = devicePixelRatio * 1.25;
  ctx.fill();
  ctx.stroke();
}
