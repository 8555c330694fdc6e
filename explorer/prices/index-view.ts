import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type FigureSource } from '../charts/figure.ts';
import { indexFinding } from '../charts/findings.ts';
import { createTimeChart } from '../charts/time-chart.ts';
import { fill, h } from '../page/element.ts';
import { change } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes } from '../page/price-choices.ts';
import { scorecardNote } from '../page/scorecard-note.ts';
import { createSection, part } from '../page/section.ts';
import type { View } from '../page/view.ts';
import type { IndexPeriod, Meta, PriceIndex } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { priceIndexUrl } from '../service/requests.ts';
import { text } from '../text/text.ts';
import { comparable, createGemIndexes } from './compare-gems.ts';
import { worthFinding } from './effect-findings.ts';
import { indexControls } from './index-controls.ts';
import { gapNotes, indexColumns, indexReadout } from './index-figures.ts';
import { indexPlots, isCut } from './index-plots.ts';
import { modelFacts, unusable } from './model-facts.ts';
import { pricesText } from './prices-text.ts';
import { worthColumns, worths, worthTable } from './worths.ts';

const words = pricesText.index;

/**
 * The price index of one gem type, and its model: two requests, one when only the period, the method or the base changes,
 * none for the scale. The indexes of two to four gem types: a request for each.
 */
export function createIndexView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createTimeChart<IndexPeriod>('price-index', words.title, chartsText.index, [controls]);
  const worth = createFigure('worth', pricesText.worth.title, chartsText.worth);
  const compared = createGemIndexes();
  return createSection({
    ...{ name: 'index', title: text.titles.index, heading: words.heading, path: () => 'price-index' },
    parts(state, facets) {
      if (comparable(state)) return [compared(state, facets)];
      if (oneGem(state) === undefined) return [];
      const answer = load<PriceIndex>(priceIndexUrl(state));
      return [
        part([figure], answer, ({ data, meta }, { state, gem, source, facets, replace }) => {
          if (data.periods.length === 0) return replace(unusable(data.model.left_out));
          const { regression } = data.model;
          const possible = data.periods.filter(({ index }) => index !== null);
          const shared = source(priceIndexUrl(state));
          fill(controls, ...indexControls(state, possible, data.base, facets));
          showIndex(gem, data, meta, shared);
          const rows = worths(regression?.coefficients ?? []);
          const finding = worthFinding(regression?.coefficients ?? []);
          const chart = worthTable(rows);
          worth.show({ ...shared, chart, notes: [], finding, rows, columns: worthColumns });
          const model = h('h2', {}, pricesText.model.title);
          replace(
            figure.element,
            scorecardNote(gem, 'index', state),
            regression && worth.element,
            h('section', { class: 'figure' }, model, modelFacts(data.model, meta.prices)),
          );
        }),
      ];
    },
  });

  function showIndex(gem: string, index: PriceIndex, meta: Meta, shared: FigureSource) {
    const { periods, base } = index;
    const { method = 'hedonic', scale } = shared.state;
    const isHedonic = method === 'hedonic';
    const found = isHedonic ? indexFinding(gem, index, meta.as_of) : undefined;
    figure.show({
      ...{ ...shared, rows: periods, columns: indexColumns },
      finding: () => found && chartsText.index.same(found.claim),
      time: { lots: ({ n }) => n, asOf: meta.as_of },
      shapes: (drawn, unfinished) =>
        indexPlots(drawn, { isLog: scale === 'log', hasMedian: isHedonic, unfinished }),
      notes: [
        words.bars,
        found && found.median * found.share < 0 && words.medianDiffers(change(found.median)),
        ...gapNotes(periods),
        isCut(periods) && words.cut,
        ...priceNotes(meta.prices),
      ],
      label: words.plotLabel(gem),
      readout: indexReadout(base),
      isFaint: ({ index }) => index === null,
    });
  }
}
