import uPlot from 'uplot';
import type { Ticks } from './period-ticks.ts';
import { type PlotColours, plotColours } from './plot-colours.ts';

/** One drawing over periods; several of one figure share their cursor. */
export interface PlotShape {
  height: number;
  /** Rows of values beside the periods, one a series. */
  rows: (number | null)[][];
  series: (colours: PlotColours) => uPlot.Series[];
  bands?: (colours: PlotColours) => uPlot.Band[];
  scale: uPlot.Scale;
  /** Labels of the vertical axis. */
  format: (value: number) => string;
  /** Whether the periods are written beneath. */
  hasPeriods: boolean;
  /** Draws beneath everything. */
  drawBeneath?: (plot: uPlot, colours: PlotColours) => void;
  /** Draws over the series. */
  draw?: (plot: uPlot, colours: PlotColours) => void;
}

/** Width of the space for the labels of the vertical axis: the same for all, so that drawings align. */
export const axisWidth = 62;
/** Free width on the right, for half of the last label. */
export const rightMargin = 12;

/**
 * Draws with uPlot. Periods are places 0, 1, 2 …: each has the same width, whatever its days and however early.
 * @param onPlace called with the place under the pointer
 */
export function createPlot(
  shape: PlotShape,
  options: {
    /** How many periods there are. */
    periods: number;
    ticks: Ticks;
    width: number;
    syncKey: string;
    onPlace: (place: number) => void;
  },
): uPlot {
  const colours = plotColours();
  const axis: uPlot.Axis = {
    stroke: colours.faint,
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  const { every, label } = options.ticks(options.width - axisWidth - rightMargin);
  const plot = new uPlot(
    {
      ...{
        width: options.width,
        height: shape.height,
        padding: [8, rightMargin, shape.hasPeriods ? 0 : 8, 0],
      },
      legend: { show: false },
      cursor: {
        ...{ y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
        sync: { key: options.syncKey },
      },
      // Half a place of room on either side, so that the first and the last are whole.
      scales: { x: { time: false, range: [-0.5, options.periods - 0.5] }, y: shape.scale },
      axes: [
        {
          ...axis,
          ...{ show: shape.hasPeriods, size: 28, gap: 6, grid: { show: false } },
          splits: () => every,
          values: (_plot, places) => places.map((place) => label(place)),
        },
        {
          ...axis,
          ...{ size: axisWidth, gap: 8, space: 34 },
          values: (_plot, values) => values.map((value) => (value === null ? '' : shape.format(value))),
        },
      ],
      series: [{}, ...shape.series(colours)],
      ...(shape.bands && { bands: shape.bands(colours) }),
      hooks: {
        drawClear: [(drawn) => shape.drawBeneath?.(drawn, colours)],
        draw: [(drawn) => shape.draw?.(drawn, colours)],
        setCursor: [({ cursor }) => typeof cursor.idx === 'number' && options.onPlace(cursor.idx)],
      },
    },
    [Array.from({ length: options.periods }, (_, place) => place), ...shape.rows] as uPlot.AlignedData,
    document.createElement('div'),
  );
  return plot;
}

/** Moves the cursor of a drawing to a place. */
export function pointAt(plot: uPlot, place: number): void {
  plot.setCursor({ left: plot.valToPos(place, 'x'), top: 0 }, false);
}
