import { chartsText } from '../charts/charts-text.ts';
import type { FigureSource } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { indexClaim } from '../charts/findings.ts';
import { createTimeChart } from '../charts/time-chart.ts';
import type { Readout } from '../charts/time-figure.ts';
import { fill, h } from '../page/element.ts';
import { count, listed, periodName, tenth, usd } from '../page/format.ts';
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
import { indexControls } from './index-controls.ts';
import { indexPlots, isIndexCut } from './index-plots.ts';
import { modelFacts, unusable } from './model-facts.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.index;

/**
 * The price index of one gem type, and its model: two requests, one when only the period or the base changes,
 * none for the scale. The indexes of two to four gem types: a request for each.
 */
export function createIndexView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createTimeChart<IndexPeriod>('price-index', words.title, chartsText.index, [controls]);
  const compared = createGemIndexes();
  return createSection({
    name: 'index',
    title: text.titles.index,
    heading: words.heading,
    path: () => 'price-index',
    parts(state, facets) {
      if (comparable(state)) return [compared(state, facets)];
      if (oneGem(state) === undefined) return [];
      const answer = load<PriceIndex>(priceIndexUrl(state));
      return [
        part([figure], answer, ({ data, meta }, { state, gem, source, facets, replace }) => {
          if (data.periods.length === 0) return replace(unusable(data.model.left_out));
          const possible = data.periods.filter(({ index }) => index !== null);
          const shared = source(priceIndexUrl(state));
          fill(controls, ...indexControls(state, possible, data.base, facets));
          showIndex(gem, data, meta, shared);
          const model = h('h2', {}, pricesText.model.title);
          replace(
            figure.element,
            scorecardNote(gem, 'index', state),
            h('section', { class: 'figure' }, model, modelFacts(data.model, meta.prices)),
          );
        }),
      ];
    },
  });

  function showIndex(gem: string, index: PriceIndex, meta: Meta, shared: FigureSource) {
    const { periods, base, change } = index;
    const claim = indexClaim(gem, change);
    figure.show({
      ...shared,
      rows: periods,
      columns: indexColumns,
      headline: claim && chartsText.index.same(claim),
      time: { lots: ({ n }) => n, asOf: meta.as_of },
      shapes: (drawn) => indexPlots(drawn, shared.state.scale === 'log'),
      notes: [
        words.bars,
        change?.note ?? false,
        ...gapNotes(periods),
        isIndexCut(periods) && chartsText.cut,
        ...priceNotes(meta.prices),
      ],
      label: words.plotLabel(gem),
      readout: indexReadout(base),
      isFaint: ({ index }) => index === null,
    });
  }
}

const { columns: titles, gaps } = words;

const number = (name: 'index' | 'low' | 'high' | 'median_index'): CsvColumn<IndexPeriod> =>
  column(name, titles[name], (row) => row[name], tenth);

/** Columns of the index; files use the names of the API. */
const indexColumns: CsvColumn<IndexPeriod>[] = [
  column('period', titles.period, (row) => row.period),
  ...(['index', 'low', 'high', 'median_index'] as const).map(number),
  column('median_price_per_carat_usd', titles.median, (row) => row.median_price_per_carat_usd, usd),
  column('n', titles.n, (row) => row.n, count),
  column('gap', titles.gap, (row) => row.gap),
];

/** The figures of a period. */
const indexReadout =
  (base: string | null): Readout<IndexPeriod> =>
  (period) => {
    const { index, low, high, gap, median_index, median_price_per_carat_usd: median, n } = period;
    const isBase = period.period === base && index !== null;
    const interval = low === null ? text.unknown : text.range(tenth(low), tenth(high));
    return [
      [titles.index, gap === null ? tenth(index) : `${words.none}, ${gaps[gap]}`],
      ...(index === null
        ? []
        : [[chartsText.market.readout.interval, isBase ? words.isBase : interval] as [string, string]]),
      [titles.median_index, tenth(median_index)],
      [titles.median, usd(median)],
      [titles.n, count(n)],
    ];
  };

/** Maximum gaps listed in a note. */
const maxNamed = 6;

/** Notes on the periods without an index, by reason; consecutive periods form a range. */
function gapNotes(periods: readonly IndexPeriod[]): string[] {
  const runs = new Map<keyof typeof gaps, [from: string, to: string][]>();
  for (const [place, { period, gap }] of periods.entries()) {
    if (gap === null) continue;
    const known = runs.get(gap) ?? [];
    const continues = periods[place - 1]?.gap === gap;
    if (continues) known.at(-1)![1] = period;
    else known.push([period, period]);
    runs.set(gap, known);
  }
  return [...runs].map(([gap, ranges]) => {
    const total = periods.filter((period) => period.gap === gap).length;
    const names = ranges.map(([from, to]) => text.range(periodName(from), periodName(to)));
    const periodNames = names.length > maxNamed ? words.manyPeriods(count(total)) : listed(names);
    return words.gapNote(gaps[gap], periodNames);
  });
}
