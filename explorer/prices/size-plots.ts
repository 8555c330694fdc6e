import type uPlot from 'uplot';
import { chartsText } from '../charts/charts-text.ts';
import { drawnRange, isCut } from '../charts/log-ticks.ts';
import { type PlotColors, type PlotShape, shadeGaps } from '../charts/plot.ts';
import { drawEstimates, hidden, lotsPlot, priceScale } from '../charts/trend-plots.ts';
import { change, usdShort } from '../page/format.ts';
import type { SizeBand } from '../service/answers.ts';
import { drawLevel } from './index-plots.ts';
import { forTwiceTheWeight } from './size-words.ts';

/** The median price per carat by weight with its quantiles and lines at round weights, and the number of lots below. */
export function curvePlots(
  bands: readonly SizeBand[],
  { isLog, unit, rounds }: { isLog: boolean; unit: string; rounds: number[] },
): PlotShape[] {
  const lots = bands.map(({ n }) => n);
  const price: PlotShape = {
    height: 358,
    hasPeriods: false,
    unit,
    isLog,
    // The quantiles of bands with few lots are not drawn and do not extend the chart.
    rows: [
      bands.map(({ p10, low_sample }) => (low_sample ? null : p10)),
      bands.map(({ p90, low_sample }) => (low_sample ? null : p90)),
      bands.map(({ median }) => median),
    ],
    series: ({ accent }) => [hidden(), hidden(), { stroke: accent, width: 2, points: { show: false } }],
    scale: priceScale(isLog),
    format: usdShort,
    drawBeneath(plot, colors) {
      const isGap = bands.map(({ n }) => n === 0);
      shadeGaps(plot, isGap, colors);
      drawRounds(plot, rounds, colors);
      drawQuantiles(plot, bands, colors);
    },
    draw(plot, colors) {
      const estimates = bands.map(({ median: value, median_low: low, median_high: high, low_sample }) => ({
        value,
        low,
        high,
        isThin: low_sample,
      }));
      drawEstimates(plot, estimates, colors);
    },
  };
  return [price, lotsPlot(lots, lots)];
}

/** The change of the price per carat for twice the weight. */
export function elasticityPlot(bands: readonly SizeBand[], rounds: number[]): PlotShape {
  return {
    height: 238,
    hasPeriods: true,
    unit: chartsText.elasticity.axis,
    rows: [changesOf(bands).map(({ value }) => value)],
    series: ({ accent }) => [{ stroke: accent, width: 2, points: { show: false } }],
    scale: { range: elasticityRange(bands) },
    format: change,
    drawBeneath(plot, colors) {
      const isGap = bands.map(({ elasticity }) => elasticity === null);
      shadeGaps(plot, isGap, colors);
      drawRounds(plot, rounds, colors);
    },
    draw(plot, colors) {
      drawLevel(plot, 0, colors);
      drawEstimates(plot, changesOf(bands), colors);
    },
  };
}

/** The changes for twice the weight with their intervals. */
const changesOf = (bands: readonly SizeBand[]) =>
  bands.map(({ elasticity }) => ({
    value: forTwiceTheWeight(elasticity?.elasticity),
    low: forTwiceTheWeight(elasticity?.low),
    high: forTwiceTheWeight(elasticity?.high),
  }));

/** The range of the chart: all changes and 0, and the intervals up to twice this range. */
function elasticityRange(bands: readonly SizeBand[]): [number, number] {
  const [low, high] = drawnRange(changesOf(bands), 0, (least, greatest) => {
    const room = Math.max(greatest - least, 0.5) / 2;
    return [least - room, greatest + room];
  });
  return [low - 0.05, high + 0.05];
}

/** Whether the interval of an elasticity ends outside the chart. */
export const isElasticityCut = (bands: readonly SizeBand[]): boolean =>
  isCut(changesOf(bands), elasticityRange(bands));

/** Draws boxes of the middle 80% and, darker, of the middle half of each band. */
function drawQuantiles(plot: uPlot, bands: readonly SizeBand[], colors: PlotColors): void {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = colors.band;
  for (const [place, { p10, p25, p75, p90, low_sample }] of bands.entries()) {
    if (low_sample) continue;
    const [left, right] = [place - 0.5, place + 0.5].map((x) => Math.round(plot.valToPos(x, 'x', true)));
    for (const [low, high] of [
      [p10, p90],
      [p25, p75],
    ]) {
      const [bottom, top] = [low!, high!].map((price) => plot.valToPos(price, 'y', true));
      ctx.fillRect(left!, top!, right! - left!, bottom! - top!);
    }
  }
  ctx.restore();
}

/** Draws thin lines at round weights. */
function drawRounds(plot: uPlot, rounds: readonly number[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = colors.line;
  const width = Math.max(1, Math.round(devicePixelRatio));
  for (const place of rounds) {
    ctx.fillRect(Math.round(plot.valToPos(place, 'x', true)), bbox.top, width, bbox.height);
  }
  ctx.restore();
}
