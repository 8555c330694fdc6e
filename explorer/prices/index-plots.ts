import type uPlot from 'uplot';
import { chartsText } from '../charts/charts-text.ts';
import { drawnRange, isCut } from '../charts/log-ticks.ts';
import { type PlotColors, type PlotShape, shadeGaps } from '../charts/plot.ts';
import { drawEstimates, hidden, lotsPlot } from '../charts/trend-plots.ts';
import { decimal } from '../page/format.ts';
import type { IndexPeriod } from '../service/answers.ts';

/** How far intervals may extend the chart beyond the index. Wider intervals are cut off. */
const farthest = 1.6;

/** The index with its interval, the median, and the lots of each period. */
export function indexPlots(periods: readonly IndexPeriod[], isLog: boolean): PlotShape[] {
  const lots = periods.map(({ n }) => n);
  return [indexPlot(periods, isLog), lotsPlot(lots, lots)];
}

/** Whether an interval ends outside the chart. */
export const isIndexCut = (periods: readonly IndexPeriod[]): boolean =>
  isCut(rowsOf(periods), rangeOf(periods));

function indexPlot(periods: readonly IndexPeriod[], isLog: boolean): PlotShape {
  return {
    height: 338,
    hasPeriods: false,
    unit: chartsText.index.axis,
    isLog,
    rows: [
      periods.map(({ low }) => low),
      periods.map(({ high }) => high),
      periods.map(({ median_index }) => median_index),
      periods.map(({ index }) => index),
    ],
    series: ({ faint, accent }) => [
      hidden(),
      hidden(),
      { stroke: faint, width: 1.5, dash: [6, 4], points: { show: true, size: 4, fill: faint } },
      { stroke: accent, width: 2, points: { show: false } },
    ],
    bands: ({ band }) => [{ series: [2, 1], fill: band }],
    scale: indexScale(periods, isLog),
    format: decimal,
    drawBeneath(plot, colors) {
      const isGap = periods.map(({ index }) => index === null);
      shadeGaps(plot, isGap, colors);
    },
    draw(plot, colors) {
      drawLevel(plot, 100, colors);
      const estimates = periods.map(({ index: value, low, high }) => ({ value, low, high }));
      drawEstimates(plot, estimates, colors);
    },
  };
}

type Levels = Pick<IndexPeriod, 'index' | 'low' | 'high' | 'median_index'>;

const rowsOf = (periods: readonly Levels[]) =>
  periods.flatMap(({ index: value, low, high, median_index: median }) => [
    { value, low, high },
    { value: median, low: null, high: null },
  ]);

/** The range of the chart: all values and 100, and the intervals up to `farthest` beyond them. */
const rangeOf = (periods: readonly Levels[]) =>
  drawnRange(rowsOf(periods), 100, (least, greatest) => [
    Math.max(least / farthest, 0.01),
    greatest * farthest,
  ]);

/** The scale of the chart, logarithmic or from 0. */
export function indexScale(periods: readonly Levels[], isLog: boolean): uPlot.Scale {
  const [least, greatest] = rangeOf(periods);
  return isLog ? { distr: 3, range: [least / 1.06, greatest * 1.06] } : { range: [0, greatest * 1.06] };
}

/** Draws a thin line at the reference level. */
export function drawLevel(plot: uPlot, level: number, colors: PlotColors): void {
  const { ctx, bbox } = plot;
  const y = plot.valToPos(level, 'y', true);
  ctx.save();
  ctx.strokeStyle = colors.faint;
  ctx.lineWidth = devicePixelRatio / 2;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}
