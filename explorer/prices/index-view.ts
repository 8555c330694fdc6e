import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type FigureSource } from '../charts/figure.ts';
import { changeFinding } from '../charts/findings.ts';
import { firstUnfinished } from '../charts/period-ticks.ts';
import { createTimeFigure } from '../charts/time-figure.ts';
import { fill, h, keepingFocus } from '../page/element.ts';
import { periodName } from '../page/format.ts';
import { loadOfGem, oneGem } from '../page/one-gem.ts';
import { choiceBar, priceNotes } from '../page/price-choices.ts';
import { createSamplesNote } from '../page/samples-note.ts';
import { scorecardNote } from '../page/scorecard-note.ts';
import { segments } from '../page/segments.ts';
import { labeledSelect } from '../page/select.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, IndexPeriod, Meta, PriceIndex } from '../service/answers.ts';
import { priceIndexUrl } from '../service/requests.ts';
import { currentState, goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { worthFinding } from './effect-findings.ts';
import { gapNotes, indexColumns, indexReadout } from './index-figures.ts';
import { indexPlots, isCut } from './index-plots.ts';
import { modelFacts, unusable } from './model-facts.ts';
import { pricesText } from './prices-text.ts';
import { worthColumns, worths, worthTable } from './worth-table.ts';

const words = pricesText.index;

/**
 * The price index of one gem type, and its model: two requests, one when only the period, the method or the base changes,
 * none for the scale.
 */
export function createIndexView(): View {
  const controls = { method: h('div', {}), interval: h('div', {}), scale: h('div', {}), base: h('div', {}) };
  const figure = createFigure('price-index', words.title, chartsText.index, ...Object.values(controls));
  const time = createTimeFigure<IndexPeriod>('price-index');
  const worth = createFigure('worth', pricesText.worth.title, chartsText.worth);
  const model = h('section', { class: 'figure' });
  const heading = h('h1', { tabindex: -1 }, text.titles.index);
  const samples = createSamplesNote();
  const choices = h('div', {});
  const body = h('div', {}, skeleton(1, 'chart'));
  const element = h('section', { class: 'market-view index-view' }, heading, samples.element, choices, body);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const gem = oneGem(state);
    heading.textContent = gem === undefined ? text.titles.index : words.heading(gem);
    samples.show();
    figure.loading();
    fill(choices, gem !== undefined && choiceBar(state, 'price-index'));
    const answer = await loadOfGem<PriceIndex>(state, frame, gem && priceIndexUrl(state), body);
    if (answer) keepingFocus(element, () => render(currentState(), answer));
  }

  function render(state: PageState, { data, meta }: Answer<PriceIndex>) {
    const synthetic = meta.synthetic_lots ?? 0;
    heading.textContent = words.heading(oneGem(state)!);
    samples.show(synthetic);
    if (data.periods.length === 0) return fill(body, unusable(data.model.left_out));
    const { regression } = data.model;
    fill(
      body,
      figure.element,
      scorecardNote(oneGem(state)!, 'index', state),
      regression && worth.element,
      model,
    );
    fillControls(state, data);
    const shared = { request: priceIndexUrl(state), state, syntheticLots: synthetic };
    showIndex(state, data, meta, shared);
    if (regression) {
      const rows = worths(regression.coefficients);
      const finding = worthFinding(regression.coefficients);
      worth.show({ chart: worthTable(rows), notes: [], finding, rows, columns: worthColumns, ...shared });
    }
    fill(model, h('h2', {}, pricesText.model.title), modelFacts(data.model, meta.prices));
  }

  function showIndex(state: PageState, { periods, base }: PriceIndex, meta: Meta, shared: FigureSource) {
    const unfinished = firstUnfinished(
      periods.map(({ period }) => period),
      meta.as_of,
    );
    const notes = [
      words.bars,
      unfinished < periods.length && chartsText.unfinished(periodName(periods[unfinished]!.period)),
      ...gapNotes(periods),
      isCut(periods) && words.cut,
      ...priceNotes(meta.prices),
    ];
    const known = periods
      .slice(0, unfinished)
      .filter(({ index }) => index !== null)
      .map(({ period, index }) => ({ period, value: index! }));
    const finding =
      state.method === 'median' ? undefined : changeFinding(chartsText.levelOf(oneGem(state)!), known);
    figure.show({ chart: time.element, notes, finding, rows: periods, columns: indexColumns, ...shared });
    const hasMedian = state.method === undefined || state.method === 'hedonic';
    time.show({
      periods,
      shapes: indexPlots(periods, { isLog: state.scale === 'log', hasMedian, unfinished }),
      label: words.plotLabel(oneGem(state)!),
      readout: indexReadout(base),
      unfinished,
      isFaint: ({ index }) => index === null,
    });
  }

  function fillControls(state: PageState, { periods, base }: PriceIndex) {
    const { year, quarter } = text.market.intervals;
    // Periods of another length have other bases.
    const unbased = { ...state, base: undefined };
    fill(controls.method, segments(state, 'method', words.method, words.methods));
    fill(controls.interval, segments(unbased, 'interval', text.market.interval, { year, quarter }));
    fill(controls.scale, segments(state, 'scale', text.market.scale, text.market.scales));
    fill(controls.base, ...baseChoice(state, periods, base));
  }
}

function baseChoice(state: PageState, periods: readonly IndexPeriod[], base: string | null): HTMLElement[] {
  const possible = periods.filter(({ index, period }) => index !== null || period === base);
  const options = possible.map(({ period }) => [period, periodName(period)] as const);
  return labeledSelect('base', words.base, options, base ?? '', (chosen) => goTo({ ...state, base: chosen }));
}
