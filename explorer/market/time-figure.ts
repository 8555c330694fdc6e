import type uPlot from 'uplot';
import { type Child, fill, h } from '../page/element.ts';
import { change, count, percent, usd } from '../page/format.ts';
import { onThemeChange } from '../page/theme.ts';
import type { TrendPeriod } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { createPlot, type PlotShape, pointAt } from './plot.ts';

/** Drawings over periods, one above the other, with the figures of one period written above them. */
export interface TimeFigure {
  element: HTMLElement;
  show(periods: TrendPeriod[], shapes: PlotShape[], label: string): void;
}

/**
 * Builds it. The period is chosen by the pointer, or by a slider beneath that takes a keyboard and a finger: what a
 * canvas shows is so told to everybody.
 * @param name tells the figures of a page apart
 */
export function createTimeFigure(name: string): TimeFigure {
  const readout = h('dl', { class: 'readout', id: `${name}-readout` });
  const canvases = h('div', { class: 'plots', role: 'img' });
  const slider = h('input', {
    ...{ type: 'range', id: `${name}-period`, class: 'scrub', min: 0, step: 1, 'data-unpainted': true },
    'aria-label': text.market.scrub,
    on: { input: () => choose(Number(slider.value)) },
  });
  const element = h('div', { class: 'time-figure' }, readout, canvases, slider);
  let periods: TrendPeriod[] = [];
  let shapes: PlotShape[] = [];
  let plots: uPlot[] = [];
  let drawnWidth = 0;

  onThemeChange(draw);
  new ResizeObserver(() => {
    if (canvases.clientWidth !== drawnWidth) draw();
  }).observe(canvases);

  function draw() {
    for (const plot of plots) plot.destroy();
    drawnWidth = canvases.clientWidth;
    if (drawnWidth === 0 || periods.length === 0) return;
    const names = periods.map(({ period }) => period);
    const options = { width: drawnWidth, syncKey: name, onPlace: tell };
    plots = shapes.map((shape) => createPlot(shape, names, options));
    fill(canvases, ...plots.map((plot) => plot.root));
    for (const plot of plots) plot.syncRect(true);
    choose(Number(slider.value));
  }

  function choose(place: number) {
    for (const plot of plots) pointAt(plot, place);
    tell(place);
  }

  function tell(place: number) {
    const period = periods[place];
    if (!period) return;
    slider.value = String(place);
    const figures = figuresOf(period);
    const entries = figures.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value)));
    fill(
      readout,
      h(
        'div',
        { class: 'readout-period' },
        h('dt', {}, text.market.columns.period),
        h('dd', {}, period.period),
      ),
      ...entries,
    );
    readout.classList.toggle('low-sample', period.low_sample);
    const spoken = figures.map(([term, value]) => `${term} ${value}`).join(', ');
    slider.setAttribute('aria-valuetext', `${period.period}: ${spoken}`);
  }

  return {
    element,
    show(shown, drawn, label) {
      periods = shown;
      shapes = drawn;
      slider.max = String(periods.length - 1);
      slider.value = slider.max;
      canvases.setAttribute('aria-label', label);
      draw();
    },
  };
}

function figuresOf(period: TrendPeriod): [string, string][] {
  const { readout } = text.market;
  const price = period.price_per_carat_usd;
  const figures: [string, Child][] = [
    [readout.median, price.median === null ? text.market.noPriced : usd(price.median)],
    [
      readout.interval,
      price.median_low === null ? null : text.range(usd(price.median_low), usd(price.median_high)),
    ],
    [readout.quartiles, price.median === null ? null : text.range(usd(price.p25), usd(price.p75))],
    [
      readout.change,
      period.median_price_per_carat_change === null ? null : change(period.median_price_per_carat_change),
    ],
    [readout.priced, count(price.n)],
    [readout.lots, count(period.lots)],
    [readout.sold, percent(period.sell_through_rate)],
  ];
  return figures.filter((figure): figure is [string, string] => typeof figure[1] === 'string');
}
