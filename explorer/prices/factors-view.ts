import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { effectColumn, intervalColumns } from '../charts/forest.ts';
import { segments } from '../page/choices.ts';
import { fill, h } from '../page/element.ts';
import { carats, change, count, hundredth, times, totalLots, usd, usdShort } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Premia, PremiumValue, SizeBand, SizeCurve } from '../service/answers.ts';
import { premiaUrl, sizeCurveUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { lotsOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { leftOut } from './model-facts.ts';
import { pricesText } from './prices-text.ts';

const { traits: words, sizeCurve: sizes } = pricesText;
const titles = { ...chartsText.market.columns, ...sizes.columns };

/** What drives the price per carat of one gem type, its traits and its weight: three requests. */
export function createView(): View {
  const choices = h('div', { class: 'figure-controls row' });
  const effects = createFigure('traits', words.title, words, choices);
  const curve = createFigure('size-curve', sizes.title, chartsText.curve);
  return createSection({
    name: 'factors',
    title: text.titles.factors,
    heading: words.heading,
    isPriced: true,
    parts(state) {
      if (oneGem(state) === undefined) return [];
      return [part([effects], premiaUrl(state), drawEffects), part([curve], sizeCurveUrl(state), drawSizes)];
    },
  });

  function drawEffects({ data }: Answer<Premia>, { state, source }: Drawing) {
    const { trait, reference, values } = data;
    fill(choices, segments(state, 'trait', words.trait, words.traits));
    const own: Effect = {
      value: reference.value ?? text.unknown,
      lots: reference.lots,
      factor: 1,
      low: null,
      high: null,
      refused: null,
    };
    const all: Effect[] = reference.value === null || values.length === 0 ? [] : [own, ...values];
    const nameOf = ({ value, filter }: Effect) => (filter ? stateLink(lotsOf(filter), value) : value);
    const { columns } = words;
    const title = words.traits[trait as keyof typeof words.traits] ?? columns.name;
    effects.show({
      ...source,
      lots: reference.lots + totalLots(values),
      rows: all,
      columns: [
        column<Effect>('value', title, String, { cell: (row) => [nameOf(row)] }),
        effectColumn<Effect>(all, columns.picture, ({ factor: value, low, high }) => ({ value, low, high })),
        column<Effect>('factor', columns.value, times, {
          cell: (row) => [
            row === own ? words.isReference : row.refused ? words.refusals[row.refused] : times(row.factor),
          ],
        }),
        ...intervalColumns<Effect>('low', 'high', hundredth),
        column<Effect>('lots', titles.lots, count),
        column<Effect>('refused', columns.refused, String, { only: 'file' }),
      ],
    });
  }

  function drawSizes({ data, meta }: Answer<SizeCurve>, { source }: Drawing) {
    const rows = data.bands.map((band) => ({ ...band, period: carats(band.carat_from) }));
    const fullest = Math.max(...rows.map(({ n }) => n));
    curve.show({
      ...source,
      lots: data.n,
      rows,
      columns: bandColumns,
      notes: [leftOut(data.left_out), ...priceNotes(meta.prices)],
      chart: {
        rows,
        lines: [
          {
            of: ({ median, median_low, median_high, low_sample }) => ({
              value: median,
              low: median_low,
              high: median_high,
              isThin: low_sample,
            }),
          },
        ],
        bands: [
          ({ p10, p90, low_sample }) => (low_sample ? [null, null] : [p10, p90]),
          ({ p25, p75, low_sample }) => (low_sample ? [null, null] : [p25, p75]),
        ],
        bars: ({ n }) => [n, n],
        // Prices of light and heavy stones differ by powers of ten.
        isLog: true,
        unit: chartsText.perCarat(priceUnit(meta.prices)),
        format: usdShort,
        positions: sizes.position,
        start: rows.findIndex(({ n }) => n === fullest),
      },
    });
  }
}

/** A value of a trait. */
type Effect = Pick<PremiumValue, 'value' | 'lots' | 'factor' | 'low' | 'high' | 'refused'> &
  Partial<PremiumValue>;

/** The change of the price per carat for twice the weight, by an elasticity: its percentage for 1% more weight. */
function effectOf(elasticity: number | null | undefined): string {
  return change(elasticity == null ? null : 2 ** elasticity - 1);
}

/** Columns of the curve; files use the names of the API, and the elasticity where the table says what it means. */
const bandColumns: Column<SizeBand>[] = [
  column('carat_from', titles.carat_from, hundredth),
  column('carat_below', titles.carat_below, hundredth, { only: 'file' }),
  column('median', titles.median, usd),
  ...intervalColumns<SizeBand>('median_low', 'median_high', usd),
  column('n', titles.lots, count),
  ...(['p10', 'p25', 'p75', 'p90'] as const).map((name) =>
    column<SizeBand>(name, name, usd, { only: 'file' }),
  ),
  column('elasticity.elasticity', titles.elasticity, effectOf),
  ...intervalColumns<SizeBand>('elasticity.low', 'elasticity.high', effectOf),
];
