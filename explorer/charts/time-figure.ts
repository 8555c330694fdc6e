import type uPlot from 'uplot';
import { entry, fill, h } from '../page/element.ts';
import { periodName } from '../page/format.ts';
import { onThemeChange } from '../page/theme.ts';
import { chartsText } from './charts-text.ts';
import { periodTicks, type Ticks } from './period-ticks.ts';
import { axisWidth, createPlot, type PlotShape, pointAt, rightMargin } from './plot.ts';

/** The charts over periods, and the text of each period. */
export interface TimeFigureContent<Period> {
  periods: readonly Period[];
  shapes: PlotShape[];
  label: string;
  /** The figures of a period. */
  readout: Readout<Period>;
  /** Whether a period has too few lots. */
  isFaint: (period: Period) => boolean;
  /** The initial position; default: the last. */
  start?: number;
  /** The position of the first period that is not over; default: all are. */
  unfinished?: number;
  /** The axis labels; default: the periods that fit. */
  ticks?: Ticks;
}

/** Width of the slider knob, as in the style sheet. */
const knobWidth = 15;
/** Pixels between the position and its tooltip. */
const tipGap = 10;
/** Maximum figures in a tooltip; all figures are above the chart. */
const tipFigures = 4;

/** Terms and values of one period. */
export type Readout<Period> = (period: Period) => [term: string, value: string][];

/**
 * Stacked charts over periods, with the figures of one period above them. The period is selected with the pointer, or with a slider below that supports keyboard and touch,
 * so that the contents of the canvas are accessible.
 * @param name identifies the figure on the page
 * @param words the name of a period, where it is not a period of time
 */
export function createTimeFigure<Period extends { period: string }>(
  name: string,
  words = { period: chartsText.market.columns.period, scrub: chartsText.market.scrub },
) {
  const written = h('dl', { class: 'readout row', id: `${name}-readout` });
  const canvases = h('div', { class: 'plots', role: 'img' });
  const slider = h('input', {
    type: 'range',
    id: `${name}-period`,
    class: 'scrub',
    min: 0,
    step: 1,
    'aria-label': words.scrub,
    on: {
      input: () => choose(Number(slider.value)),
      focus: () => showTip(),
      blur: () => hideTip(),
      keydown: ({ key }) => key === 'Escape' && hideTip(),
    },
  });
  const tip = h('div', { class: 'tip', 'aria-hidden': 'true', hidden: true });
  const drawing = h('div', { class: 'plots-frame' }, canvases, tip);
  const element = h('div', { class: 'time-figure' }, written, drawing, slider);
  let content: TimeFigureContent<Period> | undefined;
  let plots: uPlot[] = [];
  let drawnWidth = 0;

  onThemeChange(draw);
  canvases.addEventListener('pointermove', pointed);
  canvases.addEventListener('pointerdown', pointed);
  canvases.addEventListener('pointerleave', ({ pointerType }) => {
    // After a touch, the tooltip stays until the next touch.
    if (pointerType !== 'touch' && document.activeElement !== slider) hideTip();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !element.contains(target)) hideTip();
  });
  new ResizeObserver(() => {
    if (canvases.clientWidth !== drawnWidth) draw();
  }).observe(canvases);

  function draw() {
    for (const plot of plots) plot.destroy();
    drawnWidth = canvases.clientWidth;
    if (drawnWidth === 0 || !content || content.periods.length === 0) return;
    const { periods, shapes, unfinished = periods.length } = content;
    const names = periods.map(({ period }) => period);
    const { ticks = (width) => periodTicks(names, width) } = content;
    const options = {
      periods: periods.length,
      unfinished,
      ticks,
      width: drawnWidth,
      syncKey: name,
      onPlace: tell,
    };
    plots = shapes.map((shape) => createPlot(shape, options));
    fill(canvases, ...plots.map((plot) => plot.root));
    alignSlider(periods.length);
    // uPlot lays out in a microtask that was queued before this one.
    queueMicrotask(() => choose(Number(slider.value)));
  }

  /** Aligns the knob of the slider with its position. */
  function alignSlider(places: number) {
    const width = drawnWidth - axisWidth - rightMargin;
    const inset = width / (2 * places) - knobWidth / 2;
    slider.style.marginLeft = `${axisWidth + inset}px`;
    slider.style.width = `${width - 2 * inset}px`;
  }

  /** Chooses the period under a mouse, a pen or a finger. uPlot itself follows only the mouse. */
  function pointed({ clientX }: PointerEvent) {
    const over = plots[0]?.over.getBoundingClientRect();
    if (!over || !content) return;
    const places = content.periods.length;
    const place = Math.floor(((clientX - over.left) / over.width) * places);
    choose(Math.min(Math.max(place, 0), places - 1));
    showTip();
  }

  function showTip() {
    const plot = plots[0];
    const place = Number(slider.value);
    const period = content?.periods[place];
    if (!content || !plot || !period) return;
    const figures = content.readout(period).slice(0, tipFigures);
    fill(
      tip,
      h('strong', {}, nameOf(place, period)),
      ...figures.map(([term, value]) => h('span', {}, `${term}: ${value}`)),
    );
    tip.hidden = false;
    const x = axisWidth + plot.valToPos(place, 'x');
    const isLeft = x > drawnWidth / 2;
    tip.style.left = isLeft ? 'auto' : `${x + tipGap}px`;
    tip.style.right = isLeft ? `${drawnWidth - x + tipGap}px` : 'auto';
  }

  function hideTip() {
    tip.hidden = true;
  }

  /** The name of a period; the newest may not be over. */
  const nameOf = (place: number, { period }: Period) => {
    const name = periodName(period);
    return place >= (content?.unfinished ?? Number.POSITIVE_INFINITY) ? chartsText.soFar(name) : name;
  };

  function choose(place: number) {
    for (const plot of plots) pointAt(plot, place);
    tell(place);
  }

  function tell(place: number) {
    const period = content?.periods[place];
    if (!content || !period) return;
    slider.value = String(place);
    const figures = content.readout(period);
    const named = [[words.period, nameOf(place, period)] as const, ...figures];
    fill(written, ...named.map(([term, value]) => entry(term, value)));
    written.classList.toggle('low-sample', content.isFaint(period));
    const spoken = figures.map(([term, value]) => `${term} ${value}`).join(', ');
    slider.setAttribute('aria-valuetext', `${nameOf(place, period)}: ${spoken}`);
    if (!tip.hidden) showTip();
  }

  return {
    element,
    /** The drawn charts, from top to bottom. */
    canvases: () => plots.map(({ ctx }) => ctx.canvas),
    show(shown: TimeFigureContent<Period>) {
      content = shown;
      slider.max = String(shown.periods.length - 1);
      slider.value = String(shown.start ?? shown.periods.length - 1);
      hideTip();
      canvases.setAttribute('aria-label', shown.label);
      draw();
    },
  };
}
