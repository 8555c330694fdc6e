import uPlot from 'uplot';
import { count, percent, usdShort } from '../page/format.ts';
import type { TrendPeriod } from '../service/answers.ts';
import type { PlotColors, PlotShape } from './plot.ts';

/** A series that bounds a band. */
export const hidden = (): uPlot.Series => ({ stroke: 'transparent', width: 0, points: { show: false } });

/** Median price per carat: a line with points, the middle half as a band, the interval of the median as strokes. */
export function pricePlot(periods: TrendPeriod[], isLog: boolean): PlotShape {
  const values = periods.map((period) => period.price_per_carat_usd);
  return {
    height: 300,
    hasPeriods: false,
    rows: [
      values.map(({ p25 }) => p25),
      values.map(({ p75 }) => p75),
      values.map(({ median_low }) => median_low),
      values.map(({ median_high }) => median_high),
      values.map(({ median }) => median),
    ],
    series: (colors) => [
      ...[hidden(), hidden(), hidden(), hidden()],
      { stroke: colors.accent, width: 2, points: { show: false } },
    ],
    bands: (colors) => [{ series: [2, 1], fill: colors.band }],
    scale: isLog
      ? { distr: 3, range: (_plot, least, greatest) => wholePowers(least, greatest) }
      : { range: (_plot, _least, greatest) => [0, (greatest || 1) * 1.06] },
    format: (value) => (isLog && !isRound(value) ? '' : usdShort(value)),
    draw(plot, colors) {
      const estimates = periods.map(({ price_per_carat_usd: price, low_sample: isThin }) => ({
        ...{ value: price.median, low: price.median_low, high: price.median_high, isThin },
      }));
      drawEstimates(plot, estimates, colors);
    },
  };
}

/** Lots of each period, with sold ones in dark. */
export function lotsPlot(lots: number[], sold: number[]): PlotShape {
  const bars = uPlot.paths.bars!({ size: [0.72, 46] });
  return {
    height: 116,
    hasPeriods: true,
    rows: [lots, sold],
    series: ({ bar, accent }) => [
      { paths: bars, fill: bar, width: 0, points: { show: false } },
      { paths: bars, fill: accent, width: 0, points: { show: false } },
    ],
    scale: { range: (_plot, _least, greatest) => [0, (greatest || 1) * 1.06] },
    // Only whole numbers are labels.
    format: (value) => (Number.isInteger(value) ? count(value) : ''),
  };
}

/** Share of the offered lots that sold. */
export function ratePlot(periods: TrendPeriod[]): PlotShape {
  return {
    height: 190,
    hasPeriods: true,
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
export interface Estimate {
  value: number | null;
  low: number | null;
  high: number | null;
  isThin: boolean;
}

/** A point for each period with a value, hollow where it has few lots; a stroke for its interval. */
export function drawEstimates(plot: uPlot, estimates: readonly Estimate[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  // Dots at the edge are complete; anything beyond is clipped.
  const room = 4 * devicePixelRatio;
  ctx.rect(bbox.left, bbox.top - room, bbox.width, bbox.height + 2 * room);
  ctx.clip();
  ctx.strokeStyle = colors.accent;
  ctx.lineWidth = Math.max(1, devicePixelRatio * (estimates.length > 80 ? 0.75 : 1.25));
  ctx.beginPath();
  for (const [place, { low, high }] of estimates.entries()) {
    if (low === null || high === null) continue;
    const [x, y] = at(plot, place, low);
    ctx.moveTo(x, y);
    ctx.lineTo(x, at(plot, place, high)[1]);
  }
  ctx.stroke();
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
  isLow: boolean,
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

/** The powers of ten around two values. */
export function wholePowers(least: number | null, greatest: number | null): [number, number] {
  const low = 10 ** Math.floor(Math.log10(Math.max(least ?? 1, 1)));
  return [low, 10 ** Math.ceil(Math.log10(Math.max(greatest ?? 10, low * 10)))];
}

/** 1, 2 or 5 times a power of ten. */
function isRound(value: number): boolean {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].includes(Math.round((value / power) * 100) / 100);
}
