import { entry, fill, h, svg } from '../page/element.ts';
import { periodName } from '../page/format.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';
import { drawnRange, linearTicks, logRange, logTicks } from './log-ticks.ts';
import { periodTicks } from './period-ticks.ts';

/** A position: a period, or another class. */
export interface Position {
  period: string;
}

/** A value with its interval; hollow if it has few lots. */
interface Estimate {
  value: number | null;
  low?: number | null;
  high?: number | null;
  isThin?: boolean;
}

/** A line over positions; a position without a value is a gap. */
interface Line<Row> {
  /** Its name in the legend of several lines. */
  name?: string;
  of: (row: Row) => Estimate;
}

/** A term and its value. */
export type Term = readonly [term: string, value: string];

/** A chart over periods or other positions, which all have the same width. */
export interface LineChart<Row> {
  lines: readonly Line<Row>[];
  /** Ranges behind the lines, from wide to narrow. */
  bands?: readonly ((row: Row) => readonly [low: number | null, high: number | null])[];
  /** Bars below: lots, and how many of them sold. */
  bars?: (row: Row) => readonly [lots: number, sold: number];
  /** A level with a thin line, such as the base of an index. */
  level?: number;
  isLog?: boolean | undefined;
  /** What the vertical axis measures, above it, and its labels. */
  unit: string;
  format: (value: number) => string;
  /** The name of the positions; default: periods. */
  positions?: string;
  /** The position shown first; default: the last. */
  start?: number;
}

/** What is left free around the plot, and the heights of the plot and of the bars, in pixels. */
const [left, right, top, axisHeight] = [62, 12, 28, 26];
const [plotHeight, barsHeight, gap] = [270, 90, 16];
/** Half the width of the slider knob, as in the style sheet. */
const halfKnob = 7.5;

/**
 * A chart drawn as SVG, with the figures of one position above it. The position is chosen with the pointer, or with a slider
 * below that supports keyboard and touch.
 * @param name identifies the figure on the page
 */
export function createLineChart(name: string) {
  const written = h('dl', { class: 'readout row', id: `${name}-readout` });
  const plot = h('div', { class: 'plot' });
  const slider = h('input', {
    type: 'range',
    id: `${name}-period`,
    class: 'scrub',
    min: 0,
    on: { input: () => choose() },
  });
  const element = h('div', { class: 'line-chart' });
  let choose = (): void => undefined;
  let redraw = (): void => undefined;
  new ResizeObserver(() => redraw()).observe(plot);

  return {
    element,
    /** The drawing. */
    drawing: () => plot.querySelector('svg')!,
    /**
     * @param label describes the chart for screen readers
     * @param unfinished the position of the first period that is not over
     */
    show<Row extends Position>(
      label: string,
      rows: readonly Row[],
      content: LineChart<Row> & { readout: (row: Row) => readonly Term[] },
      unfinished: number,
    ) {
      const { positions = chartsText.market.columns.period, start = rows.length - 1 } = content;
      const isNamed = content.lines.length > 1 && content.lines[0]!.name !== undefined;
      fill(element, isNamed && legend(content.lines), written, plot, slider);
      slider.setAttribute('aria-label', chartsText.market.shown(positions));
      slider.max = String(rows.length - 1);
      slider.value = String(start);
      let step = 1;
      redraw = () => {
        const drawn = Number(plot.querySelector('svg')?.getAttribute('width'));
        if (plot.clientWidth === 0 || plot.clientWidth === drawn) return;
        step = (plot.clientWidth - left - right) / rows.length;
        fill(plot, draw(label, rows, content, plot.clientWidth, unfinished));
        slider.style.marginLeft = `${left + step / 2 - halfKnob}px`;
        slider.style.width = `${(rows.length - 1) * step + 2 * halfKnob}px`;
        choose();
      };
      choose = () => {
        const place = Number(slider.value);
        const period = periodName(rows[place]!.period);
        const figures = content.readout(rows[place]!);
        const shown = place < unfinished ? period : chartsText.soFar(period);
        fill(written, entry(positions, shown), ...figures.map(([term, value]) => entry(term, value)));
        const spoken = figures.map((figure) => figure.join(' ')).join(', ');
        slider.setAttribute('aria-valuetext', `${shown}: ${spoken}`);
        plot.querySelector('.cursor')?.setAttribute('transform', `translate(${left + (place + 0.5) * step})`);
      };
      const point = ({ clientX }: PointerEvent) => {
        const place = Math.floor((clientX - plot.getBoundingClientRect().left - left) / step);
        slider.value = String(Math.min(Math.max(place, 0), rows.length - 1));
        choose();
      };
      plot.onpointermove = point;
      plot.onpointerdown = point;
      fill(plot);
      choose();
      redraw();
    },
  };
}

function draw<Row extends Position>(
  label: string,
  rows: readonly Row[],
  content: LineChart<Row>,
  width: number,
  unfinished: number,
): SVGElement {
  const { lines, bands = [], bars, level, isLog, unit, format } = content;
  const step = (width - left - right) / rows.length;
  const x = (place: number) => left + (place + 0.5) * step;
  const bottom = top + plotHeight;
  const end = bars ? bottom + gap + barsHeight : bottom;
  const [least, greatest] = endsOf(rows, content);
  const share = (value: number) =>
    isLog ? Math.log(value / least) / Math.log(greatest / least) : (value - least) / (greatest - least);
  const y = (value: number) => bottom - plotHeight * share(value);
  const ticks = isLog ? logTicks(least, greatest, 7) : linearTicks(greatest, 6);
  const most = Math.max(1, ...rows.map((row) => bars?.(row)[0] ?? 0));
  const barY = (lots: number) => end - (barsHeight * lots) / most;
  const rule = (at: number, shown: string, kind = 'grid') => [
    path(kind, `M${left} ${at}H${width - right}`),
    word(left - 8, at + 4, shown, 'end'),
  ];
  const bar = (place: number, lots: number) => {
    const half = Math.min(0.36 * step, 23);
    return `M${x(place) - half} ${end}V${barY(lots)}H${x(place) + half}V${end}Z`;
  };
  const box = (place: number, [low, high]: readonly [number | null, number | null]) =>
    low === null || high === null ? '' : `M${x(place) - step / 2} ${y(low)}V${y(high)}h${step}V${y(low)}Z`;
  const periods = rows.map(({ period }) => period);
  const named = periodTicks(periods, width - left - right);
  const radius = rows.length > 80 ? 1.8 : 3.5;
  const drawnLines = lines.flatMap(({ of }, index) => {
    const estimates = rows.map(of);
    const line = estimates.map(({ value }, place) => {
      if (value === null) return '';
      const joined = estimates[place - 1]?.value == null ? 'M' : 'L';
      return `${joined}${x(place)} ${y(value)}`;
    });
    const strokes = estimates.map(({ low, high }, place) =>
      low == null || high == null ? '' : `M${x(place)} ${y(low)}V${y(high)}`,
    );
    const dots = estimates.flatMap(({ value, isThin }, place) =>
      value === null
        ? []
        : [svg('circle', { class: isThin ? 'thin' : 'point', cx: x(place), cy: y(value), r: radius })],
    );
    const kind = `line line-${index}`;
    return [
      svg('g', { class: kind }, [path('stroke', line.join('')), path('interval', strokes.join('')), ...dots]),
    ];
  });
  return svg('svg', { class: 'chart', width, height: end + axisHeight, role: 'img', 'aria-label': label }, [
    word(2, 12, unit, 'start'),
    ...ticks.flatMap((tick) => rule(y(tick), format(tick))),
    unfinished < rows.length &&
      path(
        'unfinished',
        `M${x(unfinished) - step / 2} ${top}H${width - right}V${end}H${x(unfinished) - step / 2}Z`,
      ),
    svg(
      'svg',
      {
        x: 0,
        y: top - 4,
        width,
        height: plotHeight + 8,
        viewBox: `0 ${top - 4} ${width} ${plotHeight + 8}`,
      },
      [
        ...bands.map((of) => path('band', rows.map((row, place) => box(place, of(row))).join(''))),
        level !== undefined && path('level', `M${left} ${y(level)}H${width - right}`),
        ...drawnLines,
      ],
    ),
    ...(bars
      ? [
          ...rule(barY(most), text.lots(most, String(most))),
          path('bar', rows.map((row, place) => bar(place, bars(row)[0])).join('')),
          path('bar-sold', rows.map((row, place) => bar(place, bars(row)[1])).join('')),
        ]
      : []),
    path('axis-line', `M${left} ${end}H${width - right}`),
    ...named.every.map((place) => word(x(place), end + 18, named.label(place), 'middle')),
    path('cursor', `M0 ${top}V${end}`),
  ]);
}

/** The ends of the vertical axis: all values and ranges, and the intervals up to a limit beyond them. */
function endsOf<Row>(rows: readonly Row[], { lines, bands = [], level, isLog }: LineChart<Row>) {
  const drawn = rows.flatMap((row) => [
    ...lines.map(({ of }) => of(row)),
    ...bands.map((of) => ({ value: null, box: of(row) })),
  ]);
  const [least, greatest] = drawnRange(drawn, level, (low, high) => [low / 1.6, high * 1.6]);
  return isLog ? logRange(least, greatest) : ([0, greatest * 1.06] as const);
}

const path = (kind: string, d: string) => svg('path', { class: kind, d });

const word = (x: number, y: number, shown: string, anchor: string) =>
  svg('text', { x, y, 'text-anchor': anchor }, [shown]);

/** The lines and their names. */
const legend = (lines: readonly { name?: string }[]) =>
  h(
    'ul',
    { class: 'legend row' },
    ...lines.map(({ name }, index) => {
      const line = svg('g', { class: `line line-${index}` }, [path('stroke', 'M0 6H32')]);
      return h(
        'li',
        { class: 'row' },
        svg('svg', { class: 'chart', width: 32, height: 12, 'aria-hidden': 'true' }, [line]),
        ' ',
        name,
      );
    }),
  );
