import { chartsText } from '../charts/charts-text.ts';
import { createFigure, type FigureSource } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { createTimeFigure } from '../charts/time-figure.ts';
import { fill, h, keepingFocus } from '../page/element.ts';
import { count, decimal, lots, usd } from '../page/format.ts';
import { loadOfGem, oneGem } from '../page/one-gem.ts';
import { choiceBar, priceNotes, pricesUsed, priceUnit } from '../page/price-choices.ts';
import { createSamplesNote } from '../page/samples-note.ts';
import { segments } from '../page/segments.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, Meta, Prices, SizeBand, SizeCurve } from '../service/answers.ts';
import { sizeCurveUrl } from '../service/requests.ts';
import { currentState } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { caratTicks, placeOfCarat } from './carat-ticks.ts';
import { elasticityFinding, jumpFinding } from './effect-findings.ts';
import { jumpColumns, jumpTable } from './jump-table.ts';
import { factList, leftOut, unusable } from './model-facts.ts';
import { pricesText } from './prices-text.ts';
import { curvePlots, elasticityPlot, isElasticityCut } from './size-plots.ts';
import {
  elasticityReadout,
  fullestBand,
  type NamedBand,
  named,
  priceReadout,
  sizeFinding,
} from './size-words.ts';

const words = pricesText.sizeCurve;

/** The price per carat of one gem type by weight: two requests, none for the scale. */
export function createSizeCurveView(): View {
  const scale = h('div', {});
  const curve = createFigure('size-curve', words.curve.title, chartsText.curve, scale);
  const local = createFigure('elasticity', words.elasticity.title, chartsText.elasticity);
  const jumps = createFigure('jumps', words.jumps.title, chartsText.jumps);
  const names = { period: words.curve.weights, scrub: words.curve.scrub };
  const curvePlace = createTimeFigure<NamedBand>('size-curve', names);
  const localPlace = createTimeFigure<NamedBand>('elasticity', names);
  const facts = h('section', { class: 'figure' });
  const heading = h('h1', { tabindex: -1 }, text.titles.weight);
  const samples = createSamplesNote();
  const choices = h('div', {});
  const body = h('div', {}, skeleton(1, 'chart'));
  const element = h(
    'section',
    { class: 'market-view size-curve-view' },
    heading,
    samples.element,
    choices,
    body,
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const gem = oneGem(state);
    heading.textContent = gem === undefined ? text.titles.weight : words.heading(gem);
    samples.show();
    for (const figure of [curve, local, jumps]) figure.loading();
    fill(choices, gem !== undefined && choiceBar(state, 'size-curve'));
    const answer = await loadOfGem<SizeCurve>(state, frame, gem && sizeCurveUrl(state), body);
    if (answer) keepingFocus(element, () => render(currentState(), answer));
  }

  function render(state: PageState, { data, meta }: Answer<SizeCurve>) {
    const synthetic = meta.synthetic_lots ?? 0;
    heading.textContent = words.heading(oneGem(state)!);
    samples.show(synthetic);
    if (data.bands.length === 0) return fill(body, unusable(data.left_out));
    fill(body, curve.element, jumps.element, local.element, facts);
    // The default is logarithmic, because prices of light and heavy stones differ by powers of ten.
    const { log, linear } = text.market.scales;
    fill(scale, segments(state, 'scale', text.market.scale, { log, linear }));
    const shared = { request: sizeCurveUrl(state), state, syntheticLots: synthetic };
    showCurve(data, meta, shared);
    const notes = [words.jumps.errorNote];
    jumps.show({
      ...{ chart: jumpTable(data.jumps), notes, rows: data.jumps, columns: jumpColumns, ...shared },
      finding: jumpFinding(data.jumps),
    });
    fill(facts, h('h2', {}, words.facts.title), curveFacts(data, meta.prices));
  }

  function showCurve(data: SizeCurve, meta: Meta, shared: FigureSource) {
    const bands = named(data.bands);
    const ticks = caratTicks(data);
    const isShown = (place: number) => place >= -0.5 && place <= bands.length - 0.5;
    const rounds = data.jumps.map(({ carat }) => placeOfCarat(data)(carat)).filter(isShown);
    const start = fullestBand(bands);
    const gem = oneGem(shared.state)!;
    const notes = [
      words.curve.bars,
      bands.some(({ low_sample, n }) => low_sample && n > 0) && words.curve.thin,
      ...priceNotes(meta.prices),
    ];
    const finding = sizeFinding(bands);
    const unit = chartsText.perCarat(priceUnit(meta.prices));
    curve.show({ chart: curvePlace.element, notes, finding, rows: bands, columns: curveColumns, ...shared });
    curvePlace.show({
      ...{ periods: bands, start, ticks, label: words.curve.plotLabel(gem), readout: priceReadout },
      shapes: curvePlots(bands, { isLog: shared.state.scale !== 'linear', unit, rounds }),
      isFaint: ({ low_sample }) => low_sample,
    });
    const cut = [isElasticityCut(bands) && words.elasticity.cut];
    local.show({
      ...{ chart: localPlace.element, notes: cut, rows: bands, columns: elasticityColumns, ...shared },
      finding: elasticityFinding(data.bands),
    });
    localPlace.show({
      ...{ periods: bands, start, ticks, label: words.elasticity.plotLabel(gem), readout: elasticityReadout },
      shapes: [elasticityPlot(bands, rounds)],
      isFaint: ({ elasticity }) => elasticity === null,
    });
  }
}

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

const { columns: titles } = words;

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

const estimate = (name: 'elasticity' | 'standard_error' | 'low' | 'high') =>
  column<SizeBand>(
    `elasticity.${name}`,
    titles[name],
    ({ elasticity }) => elasticity?.[name] ?? null,
    decimal,
  );

/** Columns of the elasticities. */
const elasticityColumns: CsvColumn<SizeBand>[] = [
  ...weights,
  ...(['elasticity', 'standard_error', 'low', 'high'] as const).map(estimate),
  column('elasticity.n', titles.window, ({ elasticity }) => elasticity?.n ?? null, count),
];
