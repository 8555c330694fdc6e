import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { indexClaim } from '../charts/findings.ts';
import { labeledSelect, segments } from '../page/choices.ts';
import { type Child, fill, h, note } from '../page/element.ts';
import { count, decimal, periodName, change as signed, tenth } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { priceNotes } from '../page/price-choices.ts';
import { samplesIn } from '../page/samples.ts';
import { createSection, type Drawing, type FacetsAnswer, type Requested } from '../page/section.ts';
import { type Column, column } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Facets, IndexPeriod, PriceIndex } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { priceIndexUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { goTo } from '../state/navigation.ts';
import { mostGems, type PageState, valuesOf, withFilter, withValue } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { leftOut } from './model-facts.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.index;

/** The index of a gem, with its request. */
interface GemIndex extends PriceIndex, Requested {
  gem: string;
}

/** A period with the index of each gem, in their order. */
interface Row {
  period: string;
  of: readonly (IndexPeriod | undefined)[];
}

/** The price index of one gem type with its model, or the indexes of two to four: a request for each. */
export function createView(): View {
  const controls = h('div', { class: 'figure-controls row' });
  const figure = createFigure('price-index', words.title, chartsText.index, controls);
  return createSection({
    name: 'index',
    title: text.titles.index,
    heading: words.heading,
    isPriced: true,
    parts(state, facets) {
      const { length } = valuesOf(state, 'gem_name');
      return length < 1 || length > mostGems
        ? []
        : [{ figures: [figure], answer: loadIndexes(state, facets), draw }];
    },
  });

  function draw(indexes: GemIndex[], { state, source, facets }: Drawing) {
    const [first] = indexes as [GemIndex];
    const isOne = indexes.length === 1;
    fill(controls, ...controlsOf(state, indexes, facets));
    const all = rowsOf(indexes);
    const base = indexes.find((one) => one.base !== null)?.base;
    const rows = base == null ? [] : all.filter(({ period }) => period >= base);
    const known = rows.filter(({ of }) => of.some((one) => one?.index != null));
    const { change } = first;
    figure.show({
      ...source,
      request: indexes.map(({ request }) => request),
      meta: {
        ...first.meta,
        synthetic_lots: samplesIn(indexes),
      },
      rows: all,
      columns: indexes.flatMap((one, place) => indexColumns(one.gem, place, isOne)),
      headline: indexes.map((one) => indexClaim(one.gem, one.change) ?? words.unknown(one.gem)).join('. '),
      lots: indexes.reduce((sum, { model }) => sum + model.n, 0),
      interval:
        isOne && change?.low != null ? words.within(signed(change.low), signed(change.high)) : undefined,
      chart:
        known.length < 2
          ? note(words.tooFew)
          : {
              rows,
              lines: indexes.map(({ gem }, place) => ({
                name: gem,
                of: ({ of }: Row) => {
                  const { index: value = null, low = null, high = null } = of[place] ?? {};
                  return { value, low, high };
                },
              })),
              time: { asOf: first.meta.as_of, lots: lotsOf },
              bars: (row) => [lotsOf(row), lotsOf(row)],
              start: rows.findLastIndex((row) => known.includes(row)),
              level: 100,
              unit: words.unit(periodName(base!)),
              format: decimal,
            },
      notes: [
        ...indexes.map(({ change }) => change?.note ?? false),
        ...priceNotes(first.meta.prices),
        isOne && leftOut(first.model.left_out),
        isOne && all.length > 0 && pricesText.formula,
      ],
    });
  }
}

/**
 * The indexes of the gems, in their order. The base of several is the first period in which all have an index, as far as one
 * is known.
 */
async function loadIndexes(state: PageState, facets: Promise<FacetsAnswer>): Promise<GemIndex[]> {
  const one = oneGem(state);
  const gems = one === undefined ? ((await facets).meta.filters.gem_name as string[]) : [one];
  const loadAll = (base: string | undefined) =>
    Promise.all(
      gems.map(async (gem): Promise<GemIndex> => {
        const request = priceIndexUrl({ ...withFilter(state, 'gem_name', [quoted(gem)]), base });
        const { data, meta } = await load<PriceIndex>(request);
        return {
          ...data,
          gem: one === undefined ? gem : ((meta.filters.gem_name as string[])[0] ?? gem),
          request,
          meta,
        };
      }),
    );
  const indexes = await loadAll(state.base);
  const bases = indexes.flatMap(({ base }) => base ?? []).sort();
  return bases[0] === bases.at(-1) ? indexes : loadAll(bases.at(-1));
}

function rowsOf(indexes: readonly GemIndex[]): Row[] {
  const known = indexes.map(({ periods }) => new Map(periods.map((one) => [one.period, one])));
  const names = [...new Set(known.flatMap((periods) => [...periods.keys()]))].sort();
  return names.map((period) => ({ period, of: known.map((periods) => periods.get(period)) }));
}

/** The choices of an index: length of a period, years, and another gem to compare with. */
function controlsOf(state: PageState, indexes: readonly GemIndex[], facets: Facets | undefined): Child[] {
  const { year, quarter } = chartsText.market.intervals;
  const chosen = valuesOf(state, 'gem_name');
  const others = (facets?.gem_type?.values ?? []).filter(({ filter }) => !chosen.includes(filter.gem_name!));
  const gems = others.map(({ value, filter }) => [filter.gem_name!, value] as const);
  const years = [
    ...new Set(indexes.flatMap(({ periods }) => periods.map(({ period }) => period.slice(0, 4)))),
  ];
  const yearChoice = (name: 'date_from' | 'date_to', label: string, day: string) => {
    const [known = ''] = valuesOf(state, name);
    const options = [...new Set([...years, known.slice(0, 4)])].filter(Boolean).sort();
    return labeledSelect(
      `index-${name}`,
      label,
      [['', words.anyYear], ...options.map((one) => [one, one] as const)],
      known.slice(0, 4),
      (chosen) => goTo({ ...withFilter(state, name, chosen ? [`${chosen}-${day}`] : []), base: undefined }),
    );
  };
  const compare = (gem: string) => goTo(withValue({ ...state, base: undefined }, 'gem_name', gem));
  return [
    // Periods of another length have other bases.
    segments({ ...state, base: undefined }, 'interval', chartsText.market.interval, { year, quarter }),
    yearChoice('date_from', text.filters.from, '01-01'),
    yearChoice('date_to', text.filters.to, '12-31'),
    chosen.length < mostGems &&
      labeledSelect('compare', words.compare, [['', words.anyGem], ...gems], '', compare),
  ];
}

/** The lots of all gems in a period. */
const lotsOf = ({ of }: Row): number => of.reduce((sum, one) => sum + (one?.n ?? 0), 0);

const { columns: titles } = words;

/** Columns of an index; files use the names of the API, after that of the gem where there are several. */
function indexColumns(gem: string, place: number, isOne: boolean): Column<Row>[] {
  const name = (field: string) => (isOne ? field : `${gem}.${field}`);
  const own = (
    field: keyof IndexPeriod,
    title: string,
    format: (value: number) => string,
    more: Partial<Column<Row>> = { only: 'file' },
  ) =>
    column<Row>(name(field), isOne ? title : `${gem}: ${title}`, format, {
      value: ({ of }) => of[place]?.[field] as number | string | null,
      ...more,
    });
  const range = ({ of }: Row) => {
    const { low = null, high = null } = of[place] ?? {};
    return [low === null ? '' : text.range(tenth(low), tenth(high))];
  };
  return [
    ...(place === 0 ? [column<Row>('period', titles.period)] : []),
    own('index', titles.index, tenth, {}),
    own('low', titles.interval, tenth, { cell: range }),
    own('high', titles.interval, tenth),
    own('n', titles.n, count, {}),
    own('median_index', titles.median_index, tenth),
    own('gap', titles.gap, String),
  ];
}
