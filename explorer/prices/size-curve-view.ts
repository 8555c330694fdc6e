import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type FigureSource } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { forestTable, shares } from '../charts/forest.ts';
import { createTimeChart } from '../charts/time-chart.ts';
import { segments } from '../page/choices.ts';
import { fill, h } from '../page/element.ts';
import { carats, change, count, decimal, lots, usd } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes, pricesUsed, priceUnit } from '../page/price-choices.ts';
import { createSection, part } from '../page/section.ts';
import type { View } from '../page/view.ts';
import type { Meta, Prices, SizeBand, SizeCurve, SizeJump } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { sizeCurveUrl } from '../service/requests.ts';
import { text } from '../text/text.ts';
import { caratTicks, placeOfCarat } from './carat-ticks.ts';
import { factList, leftOut, unusable } from './model-facts.ts';
import { pricesText } from './prices-text.ts';
import { curvePlots, elasticityPlot, isElasticityCut } from './size-plots.ts';
import {
  elasticityReadout,
  forTwiceTheWeight,
  fullestBand,
  type NamedBand,
  named,
  priceReadout,
} from './size-words.ts';

const words = pricesText.sizeCurve;

/** The price per carat of one gem type by weight: two requests, none for the scale. */
export function createSizeCurveView(): View {
  const scale = h('div', {});
  const names = { period: words.curve.weights, scrub: words.curve.scrub };
  const curve = createTimeChart<NamedBand>('size-curve', words.curve.title, chartsText.curve, [scale], names);
  const elasticityWords = [words.elasticity.title, chartsText.elasticity] as const;
  const local = createTimeChart<NamedBand>('elasticity', ...elasticityWords, [], names);
  const jumps = createFigure('jumps', words.jumps.title, chartsText.jumps);
  return createSection({
    name: 'size-curve',
    title: text.titles.weight,
    heading: words.heading,
    path: () => 'size-curve',
    parts(state) {
      if (oneGem(state) === undefined) return [];
      return [
        part(
          [curve, jumps, local],
          load<SizeCurve>(sizeCurveUrl(state)),
          ({ data, meta }, { state, gem, source, replace }) => {
            if (data.bands.length === 0) return replace(unusable(data.left_out));
            // The default is logarithmic, because prices of light and heavy stones differ by powers of ten.
            const { log, linear } = chartsText.market.scales;
            fill(scale, segments(state, 'scale', chartsText.market.scale, { log, linear }));
            const shared = source(sizeCurveUrl(state));
            showCurve(gem, data, meta, shared);
            jumps.show({
              ...shared,
              notes: [],
              rows: data.jumps,
              columns: jumpColumns,
              chart: forestTable([{ rows: data.jumps.map(jumpRow) }], words.jumps, shares),
            });
            const facts = curveFacts(data, meta.prices);
            replace(
              ...[curve, jumps, local].map(({ element }) => element),
              h('section', { class: 'figure' }, h('h2', {}, words.facts.title), facts),
            );
          },
        ),
      ];
    },
  });

  function showCurve(gem: string, data: SizeCurve, meta: Meta, shared: FigureSource) {
    const bands = named(data.bands);
    const isShown = (place: number) => place >= -0.5 && place <= bands.length - 0.5;
    const rounds = data.jumps.map(({ carat }) => placeOfCarat(data)(carat)).filter(isShown);
    const common = { ...shared, rows: bands, start: fullestBand(bands), ticks: caratTicks(data) };
    const unit = chartsText.perCarat(priceUnit(meta.prices));
    curve.show({
      ...common,
      columns: curveColumns,
      label: words.curve.plotLabel(gem),
      readout: priceReadout,
      notes: [
        words.curve.bars,
        bands.some(({ low_sample, n }) => low_sample && n > 0) && words.curve.thin,
        ...priceNotes(meta.prices),
      ],
      shapes: () => curvePlots(bands, { isLog: shared.state.scale !== 'linear', unit, rounds }),
      isFaint: ({ low_sample }) => low_sample,
    });
    local.show({
      ...common,
      columns: elasticityColumns,
      label: words.elasticity.plotLabel(gem),
      notes: [isElasticityCut(bands) && chartsText.cut],
      shapes: () => [elasticityPlot(bands, rounds)],
      readout: elasticityReadout,
      isFaint: ({ elasticity }) => elasticity === null,
    });
  }
}

/** The jump at a weight as a share of the price, and the lots on both sides. */
const jumpRow = ({ carat, relative_jump, relative_low, relative_high, gap, below, above }: SizeJump) => ({
  name: carats(carat),
  value: relative_jump,
  low: relative_low,
  high: relative_high,
  n: words.jumps.both(count(below.n), count(above.n)),
  reason: gap && words.jumps.gaps[gap],
});

function curveFacts({ n, left_out, bands, band_ratio }: SizeCurve, prices: Prices | undefined): HTMLElement {
  const { model } = pricesText;
  return factList([
    [model.lots, lots(n)],
    [model.leftOut, leftOut(left_out) ?? model.none],
    [words.facts.bands, words.facts.bandsOf(count(bands.length), decimal(band_ratio))],
    [model.basis, pricesUsed(prices)],
    [words.facts.limits, words.facts.limit],
  ]);
}

const titles = { ...chartsText.market.columns, ...words.columns };

const weights: CsvColumn<SizeBand>[] = (['carat_from', 'carat_below'] as const).map((name) =>
  column(name, titles[name], (band) => band[name], decimal),
);

const price = (name: 'median' | 'median_low' | 'median_high' | 'p10' | 'p25' | 'p75' | 'p90') =>
  column<SizeBand>(name, titles[name], (band) => band[name], usd);

/** Columns of the curve; files use the names of the API. */
const curveColumns: CsvColumn<SizeBand>[] = [
  ...weights,
  column('n', titles.n, ({ n }) => n, count),
  ...(['median', 'median_low', 'median_high', 'p10', 'p25', 'p75', 'p90'] as const).map(price),
];

/** The file has the elasticity of the API, the table what it means. */
const estimate = (name: 'elasticity' | 'low' | 'high') =>
  column<SizeBand>(
    `elasticity.${name}`,
    titles[name],
    ({ elasticity }) => elasticity?.[name] ?? null,
    (value) => change(forTwiceTheWeight(value)),
  );

/** Columns of the elasticities. */
const elasticityColumns: CsvColumn<SizeBand>[] = [
  ...weights,
  ...(['elasticity', 'low', 'high'] as const).map(estimate),
  column('elasticity.n', titles.window, ({ elasticity }) => elasticity?.n ?? null, count),
];

type JumpFigure = 'carat' | 'relative_jump' | 'relative_low' | 'relative_high';

const figure = (name: JumpFigure, title: string, format: (value: number) => string): CsvColumn<SizeJump> =>
  column(name, title, (jump) => jump[name], format);

const { file } = words.jumps;

/** Columns of the jumps. */
const jumpColumns: CsvColumn<SizeJump>[] = [
  figure('carat', words.jumps.name, carats),
  figure('relative_jump', words.jumps.value, change),
  figure('relative_low', titles.low, change),
  figure('relative_high', titles.high, change),
  column('below.n', file.below, ({ below }) => below.n, count),
  column('above.n', file.above, ({ above }) => above.n, count),
  column('gap', file.gap, ({ gap }) => gap),
];
