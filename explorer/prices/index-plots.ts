import type uPlot from 'uplot';
import { chartsText } from '../charts/charts-text.ts';
import type { PlotColors, PlotShape } from '../charts/plot.ts';
import { drawEstimates, hidden, lotsPlot, shadeGaps, shadeUnfinished } from '../charts/trend-plots.ts';
import { decimal } from '../page/format.ts';
import type { IndexPeriod } from '../service/answers.ts';

/** How far intervals may extend the chart beyond the index. Wider intervals are cut off. */
const farthest = 1.6;

interface IndexLook {
  isLog: boolean;
  hasMedian: boolean;
  /** The position of the first period that is not over. */
  unfinished: number;
}

/** The index with its interval, the median, and the lots of each period. */
export function indexPlots(periods: readonly IndexPeriod[], look: IndexLook): PlotShape[] {
  const lots = periods.map(({ n }) => n);
  return [indexPlot(periods, look), lotsPlot(lots, lots, look.unfinished)];
}

/** Whether an interval ends outside the chart. */
export function isCut(periods: readonly IndexPeriod[]): boolean {
  const { least, greatest } = frame(periods);
  return periods.some(({ low, high }) => (high ?? 0) > greatest || (low ?? least) < least);
}

function indexPlot(periods: readonly IndexPeriod[], { isLog, hasMedian, unfinished }: IndexLook): PlotShape {
  return {
    height: 338,
    hasPeriods: false,
    unit: chartsText.index.axis,
    isLog,
    rows: [
      periods.map(({ low }) => low),
      periods.map(({ high }) => high),
      periods.map(({ median_index }) => (hasMedian ? median_index : null)),
      periods.map(({ index }) => index),
    ],
    series: ({ faint, accent }) => [
      ...[hidden(), hidden()],
      { stroke: faint, width: 1.5, dash: [6, 4], points: { show: true, size: 4, fill: faint } },
      { stroke: accent, width: 2, points: { show: false } },
    ],
    bands: ({ band }) => [{ series: [2, 1], fill: band }],
    scale: indexScale(periods, isLog),
    format: decimal,
    drawBeneath: (plot, colors) => {
      const isGap = periods.map(({ index }) => index === null);
      shadeGaps(plot, isGap, colors);
      shadeUnfinished(plot, periods.length, unfinished, colors);
    },
    draw(plot, colors) {
      drawLevel(plot, 100, colors);
      const estimates = periods.map(({ index: value, low, high }) => ({ value, low, high, isThin: false }));
      drawEstimates(plot, estimates, colors);
    },
  };
}

/** The range of the chart: all values and 100, and the intervals up to `farthest` beyond them. */
function frame(periods: readonly Pick<IndexPeriod, 'index' | 'low' | 'high' | 'median_index'>[]): {
  least: number;
  greatest: number;
} {
  const known = (values: (number | null)[]) => values.filter((value): value is number => value !== null);
  const values = known(periods.flatMap(({ index, median_index }) => [index, median_index])).concat(100);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const low = Math.min(...known(periods.map((period) => period.low)), lowest);
  const high = Math.max(...known(periods.map((period) => period.high)), highest);
  return { least: Math.max(low, lowest / farthest, 0.01), greatest: Math.min(high, highest * farthest) };
}

/** The scale of the chart, logarithmic or from 0. */
export function indexScale(periods: Parameters<typeof frame>[0], isLog: boolean): uPlot.Scale {
  const { least, greatest } = frame(periods);
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
