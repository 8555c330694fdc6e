import type uPlot from 'uplot';
import { chartsText } from '../charts/charts-text.ts';
import type { PlotColors, PlotShape } from '../charts/plot.ts';
import { drawEstimates, hidden, lotsPlot, priceScale, shadeGaps } from '../charts/trend-plots.ts';
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
    ...{ unit, isLog },
    // The quantiles of bands with few lots are not drawn and do not extend the chart.
    rows: [
      bands.map(({ p10, low_sample }) => (low_sample ? null : p10)),
      bands.map(({ p90, low_sample }) => (low_sample ? null : p90)),
      bands.map(({ median }) => median),
    ],
    series: ({ accent }) => [...[hidden(), hidden()], { stroke: accent, width: 2, points: { show: false } }],
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
        ...{ value, low, high, isThin: low_sample },
      }));
      drawEstimates(plot, estimates, colors);
    },
  };
  return [price, lotsPlot(lots, lots)];
}

/** The change of the price per carat for twice the weight. */
export function elasticityPlot(bands: readonly SizeBand[], rounds: number[]): PlotShape {
  const range = elasticityRange(bands);
  return {
    height: 238,
    hasPeriods: true,
    unit: chartsText.elasticity.axis,
    rows: [bands.map(({ elasticity }) => forTwiceTheWeight(elasticity?.elasticity))],
    series: ({ accent }) => [{ stroke: accent, width: 2, points: { show: false } }],
    scale: { range },
    format: change,
    drawBeneath(plot, colors) {
      const isGap = bands.map(({ elasticity }) => elasticity === null);
      shadeGaps(plot, isGap, colors);
      drawRounds(plot, rounds, colors);
    },
    draw(plot, colors) {
      drawLevel(plot, 0, colors);
      const estimates = bands.map(({ elasticity }) => ({
        value: forTwiceTheWeight(elasticity?.elasticity),
        low: forTwiceTheWeight(elasticity?.low),
        high: forTwiceTheWeight(elasticity?.high),
        isThin: false,
      }));
      drawEstimates(plot, estimates, colors);
    },
  };
}

/** The range of the chart: all changes and 0, and the intervals up to twice this range. */
function elasticityRange(bands: readonly SizeBand[]): [number, number] {
  const known = bands.flatMap(({ elasticity }) => elasticity ?? []);
  const values = known.map(({ elasticity }) => forTwiceTheWeight(elasticity)!).concat(0);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const room = Math.max(greatest - least, 0.5) / 2;
  const low = Math.min(least, ...known.map((one) => forTwiceTheWeight(one.low)!));
  const high = Math.max(greatest, ...known.map((one) => forTwiceTheWeight(one.high)!));
  return [Math.max(low, least - room) - 0.05, Math.min(high, greatest + room) + 0.05];
}

/** Whether the interval of an elasticity ends outside the chart. */
export function isElasticityCut(bands: readonly SizeBand[]): boolean {
  const [least, greatest] = elasticityRange(bands);
  return bands.some(
    ({ elasticity: one }) =>
      one && (forTwiceTheWeight(one.low)! < least || forTwiceTheWeight(one.high)! > greatest),
  );
}

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
