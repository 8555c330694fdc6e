import { chartsText } from '../charts/charts-text.ts';
import { column } from '../charts/figure-data.ts';
import { indexClaim } from '../charts/findings.ts';
import type { PlotColors, PlotShape } from '../charts/plot.ts';
import { createTimeChart } from '../charts/time-chart.ts';
import { drawEstimates } from '../charts/trend-plots.ts';
import { fill, h, svg } from '../page/element.ts';
import { count, decimal, listed, periodName, tenth } from '../page/format.ts';
import { type FacetsAnswer, part } from '../page/section.ts';
import type { IndexPeriod, PriceIndex } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { priceIndexUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { mostGems, type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { indexControls } from './index-controls.ts';
import { drawLevel, indexScale } from './index-plots.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.index;

/** Whether a state has gems whose indexes are compared. */
export function comparable(state: PageState): boolean {
  const { length } = valuesOf(state, 'gem_name');
  return length > 1 && length <= mostGems;
}

/** The index of a gem, with its request. */
interface GemIndex extends PriceIndex {
  gem: string;
  request: string;
}

/** A period with the index of each gem, in their order. */
interface Row {
  period: string;
  of: readonly (IndexPeriod | undefined)[];
}

/** The indexes of two to four gems in one chart, with the same base: a request for each. */
export function createGemIndexes() {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createTimeChart<Row>('gem-indexes', words.compared.title, chartsText.index, [controls]);
  return (asked: PageState, facets: Promise<FacetsAnswer>) =>
    part([figure], loadIndexes(asked, facets), ({ meta, indexes }, { state, source, facets: values }) => {
      const rows = rowsOf(indexes);
      const base = indexes.find((one) => one.base !== null)?.base ?? null;
      const isBase = ({ of }: Row) => of.every((one) => one === undefined || one.index !== null);
      fill(controls, ...indexControls(state, rows.filter(isBase), base, values));
      const gems = indexes.map(({ gem }) => gem);
      const drawn = source(indexes.map(({ request }) => request));
      figure.show({
        ...drawn,
        rows,
        columns: columnsOf(gems),
        legend: legend(gems),
        headline: indexes
          .map(({ gem, change }) => indexClaim(gem, change) ?? words.compared.unknown(gem))
          .join('. '),
        lead: words.compared.lead(base === null ? '' : periodName(base)),
        time: { asOf: meta.as_of, lots: ({ of }) => of.reduce((sum, one) => sum + (one?.n ?? 0), 0) },
        shapes: (shown) => [plot(shown, gems.length, state.scale === 'log')],
        notes: indexes.flatMap(({ gem, periods, change }) => [
          ...withoutIndex(gem, periods),
          ...(change?.note ? [`${gem}: ${change.note}`] : []),
        ]),
        label: words.plotLabel(listed(gems)),
        readout: ({ of }) => gems.map((gem, place) => [gem, figuresOf(of[place])]),
        isFaint: ({ of }) => of.every((one) => !one?.index),
      });
    });
}

/** The indexes of the gems, in their order. The base is the first period in which all have an index, as far as one is known. */
async function loadIndexes(state: PageState, facets: Promise<FacetsAnswer>) {
  const { meta } = await facets;
  const gems = meta.filters.gem_name as string[];
  let synthetic_lots = 0;
  const loadAll = (base: string | undefined) =>
    Promise.all(
      gems.map(async (gem): Promise<GemIndex> => {
        const request = priceIndexUrl({ ...withFilter(state, 'gem_name', [quoted(gem)]), base });
        const answer = await load<PriceIndex>(request);
        synthetic_lots += answer.meta.synthetic_lots ?? 0;
        return { ...answer.data, gem, request };
      }),
    );
  const indexes = await loadAll(state.base);
  const bases = indexes.flatMap(({ base }) => base ?? []).sort();
  if (bases[0] === bases.at(-1)) return { meta: { ...meta, synthetic_lots }, indexes };
  synthetic_lots = 0;
  return { indexes: await loadAll(bases.at(-1)), meta: { ...meta, synthetic_lots } };
}

function rowsOf(indexes: readonly GemIndex[]): Row[] {
  const known = indexes.map(({ periods }) => new Map(periods.map((one) => [one.period, one])));
  const names = [...new Set(known.flatMap((periods) => [...periods.keys()]))].sort();
  return names.map((period) => ({ period, of: known.map((periods) => periods.get(period)) }));
}

/** A note on a gem that has no index at all. */
function withoutIndex(gem: string, periods: readonly IndexPeriod[]): string[] {
  const fullest = periods.toSorted((a, b) => b.n - a.n)[0];
  if (periods.some(({ index }) => index !== null)) return [];
  return [words.compared.none(gem, words.gaps[fullest?.gap ?? 'too_few_lots_in_all'])];
}

const figuresOf = (one: IndexPeriod | undefined) =>
  one?.index == null
    ? words.none
    : words.compared.figures(tenth(one.index), tenth(one.low), tenth(one.high), count(one.n));

const dashes = [[], [], [7, 4], [7, 4]];

/** A line for each gem with its intervals; lines differ in color and dashes. */
function plot(rows: readonly Row[], gems: number, isLog: boolean): PlotShape {
  const places = Array.from({ length: gems }, (_, place) => place);
  const known = rows.flatMap(({ of }) => of.flatMap((one) => (one ? { ...one, median_index: null } : [])));
  const strokes = ({ accent, ink }: PlotColors) => places.map((place) => [accent, ink][place % 2]!);
  return {
    height: 380,
    hasPeriods: true,
    unit: chartsText.index.axis,
    isLog,
    format: decimal,
    rows: places.map((place) => rows.map(({ of }) => of[place]?.index ?? null)),
    series: (colors) =>
      strokes(colors).map((stroke, place) => ({
        stroke,
        width: 2,
        dash: dashes[place]!,
        points: { show: false },
      })),
    scale: indexScale(known, isLog),
    draw(drawn, colors) {
      drawLevel(drawn, 100, colors);
      for (const [place, accent] of strokes(colors).entries()) {
        const estimates = rows.map(({ of }) => {
          const { index: value = null, low = null, high = null } = of[place] ?? {};
          return { value, low, high };
        });
        drawEstimates(drawn, estimates, { ...colors, accent });
      }
    },
  };
}

/** The lines and their gems. */
const legend = (gems: readonly string[]) =>
  h(
    'ul',
    { class: 'legend row' },
    ...gems.map((gem, place) => {
      const line = svg('path', { class: `legend-line legend-${place}`, d: 'M0 6H32' });
      return h('li', {}, svg('svg', { viewBox: '0 0 32 12', 'aria-hidden': 'true' }, [line]), gem);
    }),
  );

/** Columns of the indexes of each gem. */
const columnsOf = (gems: readonly string[]) => [
  column<Row>('period', words.columns.period, ({ period }) => period),
  ...gems.flatMap((gem, place) =>
    (['index', 'low', 'high', 'n'] as const).map((name) =>
      column<Row>(
        `${gem}.${name}`,
        `${gem}: ${words.columns[name]}`,
        ({ of }) => of[place]?.[name] ?? null,
        name === 'n' ? count : tenth,
      ),
    ),
  ),
];
