import { type Child, h } from '../page/element.ts';
import { lots, periodName } from '../page/format.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';
import { createFigure, type FigureContent, type FigureWords } from './figure.ts';
import type { PlotShape } from './plot.ts';
import { continuousFrom, firstUnfinished } from './shown-periods.ts';
import { createTimeFigure, type TimeFigureContent } from './time-figure.ts';

/** The periods of a chart, and what follows from those that it draws. */
interface TimeChartContent<Row>
  extends Omit<FigureContent<Row>, 'chart' | 'canvases'>,
    Omit<TimeFigureContent<Row>, 'periods' | 'shapes' | 'unfinished'> {
  /** For rows over time: the lots of a row, and the day of the data. The chart starts where the data are continuous. */
  time?: { lots: (row: Row) => number; asOf: string };
  shapes: (drawn: Row[]) => PlotShape[];
  /** The names of several lines. */
  legend?: HTMLElement;
}

/**
 * A figure with charts over periods or other positions. Its table and files have all rows.
 * @param places the names of the positions, where they are not periods of time
 */
export function createTimeChart<Row extends { period: string }>(
  name: string,
  title: string,
  words: FigureWords,
  controls: readonly Child[] = [],
  places?: { period: string; scrub: string },
) {
  const figure = createFigure(name, title, words, ...controls);
  const picture = createTimeFigure<Row>(name, places);
  return {
    ...figure,
    show({ rows, time, shapes, notes, legend, ...content }: TimeChartContent<Row>) {
      const lotsOf = ({ period }: Row, place: number) => ({ period, lots: time?.lots(rows[place]!) ?? 0 });
      const start = time ? continuousFrom(rows.map(lotsOf)) : { from: 0, lots: 0 };
      const periods = rows.slice(start.from);
      const names = periods.map(({ period }) => period);
      const unfinished = time ? firstUnfinished(names, time.asOf) : periods.length;
      const timeNotes = [
        start.lots > 0 && text.findings.before(lots(start.lots), periodName(names[0]!)),
        unfinished < names.length && chartsText.unfinished(periodName(names[unfinished]!)),
      ];
      figure.show({
        ...content,
        chart: legend ? h('div', {}, legend, picture.element) : picture.element,
        canvases: picture.canvases,
        rows,
        notes: [...timeNotes, ...notes],
      });
      if (periods.length > 0) picture.show({ ...content, periods, unfinished, shapes: shapes(periods) });
    },
  };
}
