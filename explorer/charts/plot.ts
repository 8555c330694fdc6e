import uPlot from 'uplot';
import { logTicks } from './log-ticks.ts';
import type { Ticks } from './period-ticks.ts';

/** One chart over periods; several charts of a figure share their cursor. */
export interface PlotShape {
  height: number;
  /** Rows of values by period, one per series. */
  rows: (number | null)[][];
  series: (colors: PlotColors) => uPlot.Series[];
  bands?: (colors: PlotColors) => uPlot.Band[];
  scale: uPlot.Scale;
  /** Labels of the vertical axis. */
  format: (value: number) => string;
  /** The unit, above the vertical axis. */
  unit: string;
  /** Whether the vertical axis is logarithmic. */
  isLog?: boolean;
  /** Whether the periods are labeled below. */
  hasPeriods: boolean;
  /** Draws below the series. */
  drawBeneath?: (plot: uPlot, colors: PlotColors) => void;
  /** Draws over the series. */
  draw?: (plot: uPlot, colors: PlotColors) => void;
}

/** Width of the vertical axis, the same for all charts so that they align. */
export const axisWidth = 62;
/** Margin on the right, which holds half of the last label. */
export const rightMargin = 12;
/** Space for the unit above the vertical axis. */
const unitHeight = 26;
/** Height of a label of the vertical axis with its space. */
const labelHeight = 34;

/**
 * Draws a chart with uPlot. Periods have the same width and are at the positions 0, 1, 2 …
 * @param onPlace called with the position under the pointer
 */
export function createPlot(
  shape: PlotShape,
  options: {
    /** Number of periods. */
    periods: number;
    /** The position of the first period that is not over. */
    unfinished: number;
    ticks: Ticks;
    width: number;
    syncKey: string;
    onPlace: (place: number) => void;
  },
): uPlot {
  const colors = plotColors();
  const axis: uPlot.Axis = {
    stroke: colors.faint,
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
  };
  const { every, label } = options.ticks(options.width - axisWidth - rightMargin);
  const places = Array.from({ length: options.periods }, (_, place) => place);
  const isUnfinished = places.map((place) => place >= options.unfinished);
  return new uPlot(
    {
      width: options.width,
      height: shape.height,
      padding: [unitHeight, rightMargin, shape.hasPeriods ? 0 : 8, 0],
      legend: { show: false },
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: false, y: false, setScale: false },
        sync: { key: options.syncKey },
      },
      // Half a position of margin on each side, so that the first and the last are complete.
      scales: { x: { time: false, range: [-0.5, options.periods - 0.5] }, y: shape.scale },
      axes: [
        {
          ...axis,
          show: shape.hasPeriods,
          size: 28,
          gap: 6,
          grid: { show: false },
          splits: () => every,
          values: (_plot, places) => places.map((place) => label(place)),
        },
        {
          ...axis,
          size: axisWidth,
          gap: 8,
          space: labelHeight,
          ...(shape.isLog && roundTicks(shape.height)),
          values: (_plot, values) => values.map((value) => (value === null ? '' : shape.format(value))),
        },
      ],
      series: [{}, ...shape.series(colors)],
      ...(shape.bands && { bands: shape.bands(colors) }),
      hooks: {
        drawClear: [
          (drawn) => shape.drawBeneath?.(drawn, colors),
          (drawn) => shadeGaps(drawn, isUnfinished, colors),
        ],
        draw: [(drawn) => shape.draw?.(drawn, colors), (drawn) => drawUnit(drawn, shape.unit, colors)],
        setCursor: [({ cursor }) => typeof cursor.idx === 'number' && options.onPlace(cursor.idx)],
      },
    },
    [places, ...shape.rows] as uPlot.AlignedData,
    document.createElement('div'),
  );
}

/** Round labels of a logarithmic axis. */
const roundTicks = (height: number): Partial<uPlot.Axis> => ({
  splits: (_plot, _axis, least, greatest) => logTicks(least, greatest, Math.floor(height / labelHeight)),
  filter: (_plot, splits) => splits,
});

/** Shades positions in gray. */
export function shadeGaps(plot: uPlot, isGap: readonly boolean[], colors: PlotColors): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.globalAlpha = 0.35;
  ctx.fillStyle = colors.line;
  const width = bbox.width / isGap.length;
  for (const [place, isEmpty] of isGap.entries()) {
    if (isEmpty) ctx.fillRect(bbox.left + place * width, bbox.top, width, bbox.height);
  }
  ctx.restore();
}

/** Draws the unit at the top left, smaller if the chart is too narrow. */
function drawUnit({ ctx, bbox }: uPlot, unit: string, colors: PlotColors): void {
  ctx.save();
  const setSize = (size: number) => {
    ctx.font = `${size * devicePixelRatio}px ${getComputedStyle(document.body).fontFamily}`;
  };
  setSize(12);
  const room = (bbox.left + bbox.width) / ctx.measureText(unit).width;
  setSize(12 * Math.min(1, room));
  ctx.fillStyle = colors.faint;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(unit, 2 * devicePixelRatio, bbox.top - 12 * devicePixelRatio);
  ctx.restore();
}

/** Moves the cursor of a chart to a position. */
export function pointAt(plot: uPlot, place: number): void {
  plot.setCursor({ left: plot.valToPos(place, 'x'), top: 0 }, false);
}

/** The colors of charts, from the current style sheet. */
export interface PlotColors {
  ink: string;
  faint: string;
  line: string;
  accent: string;
  band: string;
  bar: string;
  paper: string;
}

/** Reads the colors of the style sheet, because a canvas does not support custom properties. */
function plotColors(): PlotColors {
  // `light-dark()` is resolved only in a property, so an element uses each color in turn.
  const probe = document.body.appendChild(document.createElement('span'));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    ink: read('ink'),
    faint: read('faint'),
    line: read('line'),
    accent: read('accent'),
    band: read('band'),
    bar: read('bar'),
    paper: read('paper'),
  };
  probe.remove();
  return colors;
}
