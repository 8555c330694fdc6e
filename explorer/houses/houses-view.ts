import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import type { Position } from '../charts/line-chart.ts';
import { type Child, fill, h, rowNote, svg } from '../page/element.ts';
import { count, date, lots, percent, times, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceNotes, pricesUsed } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column, columnTable, inOrderOf } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, EstimateGroup, Estimates, MarketGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl, estimatesUrl, housesUrl, salesUrl } from '../service/requests.ts';
import { noValue, quoted, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { estimatesPart } from './estimates.ts';
import { housesText } from './houses-text.ts';

const { houses: words, sales: saleWords, columns: titles } = housesText;

/** Maximum years with a bar. */
const maxYears = 20;
/** Maximum houses whose years are compared in one chart. */
const mostCompared = 4;
/** The order of the houses without another choice. */
const usualSort = '-total_value_usd';

type Sale = Required<Pick<MarketGroup, 'auction_date' | 'sale' | 'location'>> & MarketGroup;

/** The figures of a house. */
interface House {
  name: string;
  market: MarketGroup;
  estimates: EstimateGroup | undefined;
  /** The number of lots of each year. */
  lotsIn: ReadonlyMap<number, number>;
}

/**
 * The league table of auction houses, the sales of a house if one is chosen and the years of a few side by side, and prices
 * against estimates: four or five requests, none when only the order changes.
 */
export function createHousesView(): View {
  const [all, back] = [h('span', {}), h('span', {})];
  const league = createFigure('houses', words.title, { lead: '', guide: words.guide }, all);
  const byYear = createFigure('houses-by-year', words.byYear, words.byYearLead);
  const sales = createFigure('sales', text.titles.table, saleWords.lead, back);
  const estimates = estimatesPart();
  return createSection({
    name: 'houses',
    title: text.titles.table,
    path: () => 'market',
    parts(state) {
      const chosen = valuesOf(state, 'auction_house');
      const house = chosen.length === 1 ? chosen[0] : undefined;
      const others = withFilter({ ...state, sort: undefined }, 'auction_house', []);
      const toAll = chosen.length > 0 && stateLink(others, { class: 'button' }, words.all);
      fill(all, toAll);
      fill(back, house === noValue && toAll);
      const ofSales = house !== undefined && part([sales], load<Sale[]>(salesUrl(state)), showSales);
      // Lots without a house have sales, and no place in the table.
      const ofHouses = house !== noValue && part([league], loadHouses(state), showHouses);
      return [ofSales, ofHouses, estimates(state)].filter((one) => one !== false);
    },
  });

  function showHouses({ data, meta, estimates, coverage }: Houses, { state, source, replace }: Drawing) {
    const compared = new Map(estimates.data.groups.map((group) => [group.auction_house, group]));
    const years = Map.groupBy(coverage.data.groups, ({ auction_house: house }) => house);
    const rows = data.map((market): House => {
      const house = market.auction_house;
      const ofYears = (years.get(house) ?? []).flatMap(({ year, lots }) =>
        year == null ? [] : [[year, lots] as const],
      );
      return { name: house!, market, estimates: compared.get(house), lotsIn: new Map(ofYears) };
    });
    const shownYears = yearsOf(rows);
    const columns = houseColumns(state, shownYears);
    const sort = state.sort ?? usualSort;
    const sorted = inOrderOf(rows, columns, sort);
    const total = meta.total_groups ?? rows.length;
    league.show({
      ...source(housesUrl(state)),
      lots: data.reduce((sum, one) => sum + one.lots, 0),
      rows: sorted,
      columns,
      chart: columnTable(words.title, sorted, columns, { order: { state, sort } }),
      lead: words.lead(pricesUsed(meta.prices)),
      notes: [
        ...priceNotes(meta.prices),
        total > rows.length && words.more(count(rows.length), count(total)),
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.ungrouped(lots(meta.ungrouped_lots!)),
      ],
    });
    const isCompared = rows.length > 1 && rows.length <= mostCompared && shownYears.length > 1;
    replace(league.element, isCompared && byYear.element);
    if (!isCompared) return;
    const positions = shownYears.map((year) => ({ period: String(year) }));
    const lotsOf =
      ({ lotsIn }: House) =>
      ({ period }: Position) =>
        lotsIn.get(Number(period)) ?? 0;
    byYear.show({
      ...source(coverageUrl(state)),
      rows: positions,
      columns: [
        column<Position>('year', text.fields.year, ({ period }) => period),
        ...rows.map((house) => column(house.name, house.name, lotsOf(house), count)),
      ],
      chart: {
        rows: positions,
        lines: rows.map((house) => ({
          name: house.name,
          of: (one: Position) => ({ value: lotsOf(house)(one) }),
        })),
        unit: titles.lots,
        format: count,
        label: words.byYear,
        readout: (one) => rows.map((house) => [house.name, count(lotsOf(house)(one))]),
      },
    });
  }

  function showSales({ data, meta, pagination }: Answer<Sale[]>, { state, source, replace }: Drawing) {
    const [chosen] = valuesOf(state, 'auction_house');
    const house = chosen === noValue ? text.chips.unknown.auction_house! : unquoted(chosen!);
    sales.show({
      ...source(salesUrl(state)),
      rows: data,
      columns: saleColumns(state),
      headline: saleWords.count(
        house,
        meta.total_groups ?? data.length,
        count(meta.total_groups ?? data.length),
      ),
      notes: [
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.undated(lots(meta.ungrouped_lots!)),
        (meta.excluded?.objects ?? 0) > 0 && saleWords.objects(count(meta.excluded!.objects)),
      ],
    });
    replace(sales.element, pager(state, pagination!));
  }
}

/** The figures of the houses: what they sold, prices against estimates, and the lots by year. */
async function loadHouses(state: PageState) {
  const [{ data, meta }, estimates, coverage] = await Promise.all([
    load<MarketGroup[]>(housesUrl(state)),
    load<Estimates>(estimatesUrl({ ...state, by: 'auction_house' })),
    load<Coverage>(coverageUrl(state)),
  ]);
  return { data, meta, estimates, coverage };
}

type Houses = Awaited<ReturnType<typeof loadHouses>>;

/** The newest years with lots. */
function yearsOf(rows: readonly House[]): number[] {
  const known = rows.flatMap((row) => [...row.lotsIn.keys()]);
  const newest = Math.max(...known);
  const first = Math.max(Math.min(...known), newest - maxYears + 1);
  return known.length === 0 ? [] : Array.from({ length: newest - first + 1 }, (_, place) => first + place);
}

/** The day of a sale. No sale takes place on New Year's Day: it stands for a date of which only the year is known. */
const saleDay = (day: string | null) => date(day, day?.endsWith('-01-01') ? 'year' : 'day');

const noted = (shown: string, n: number): Child[] => [shown, rowNote(housesText.n(count(n)))];

/** The columns of the league table; files use the names of the API. */
function houseColumns(state: PageState, years: readonly number[]): Column<House>[] {
  const ratio = titles.ratio[state.basis === 'premium' ? 'premium' : 'hammer'];
  const salesOf = (house: string) =>
    withFilter({ ...state, sort: undefined }, 'auction_house', [quoted(house)]);
  const of = <Name extends keyof MarketGroup>(name: Name) => {
    return ({ market }: House) => market[name];
  };
  return [
    column<House>('auction_house', titles.house, ({ name }) => name, String, {
      cell: ({ name }) => [stateLink(salesOf(name), {}, name)],
    }),
    column<House>('total_value_usd', titles.turnover, of('total_value_usd'), usdShort),
    column<House>('lots', titles.lots, of('lots'), count),
    column<House>('sold_lots', titles.sold, of('sold_lots'), count),
    column<House>('unsold_lots', titles.unsold, of('unsold_lots'), count, { only: 'file' }),
    column<House>('sell_through_rate', titles.rate, of('sell_through_rate'), percent, {
      cell: ({ market: { sell_through_rate: rate, sold_lots: sold, unsold_lots: unsold } }) =>
        noted(percent(rate), sold + unsold),
    }),
    column<House>(
      'price_to_low.median',
      ratio,
      (house) => house.estimates?.price_to_low.median ?? null,
      times,
      {
        cell: ({ estimates }) => noted(times(estimates?.price_to_low.median), estimates?.n ?? 0),
      },
    ),
    column<House>('n', titles.compared, ({ estimates }) => estimates?.n ?? 0, count, { only: 'file' }),
    column<House>('newest_sale', titles.newest, of('newest_sale'), String, {
      cell: ({ market }) => [saleDay(market.newest_sale)],
    }),
    column<House>('known_basis', titles.basis, knownBasis, percent, {
      cell: (house) => noted(percent(knownBasis(house)), house.market.sold_lots),
    }),
    ...years.map((year) =>
      column<House>(`lots_${year}`, titles.lotsIn(year), ({ lotsIn }) => lotsIn.get(year) ?? 0, count, {
        // The bars of all years stand beside the number of the newest.
        ...(year === years.at(-1)
          ? { cell: ({ lotsIn }: House) => [bars(years, lotsIn), count(lotsIn.get(year) ?? 0)] }
          : { only: 'file' as const }),
      }),
    ),
  ];
}

/** The share of sold lots whose price is known to exclude or to include the buyer's premium. */
const knownBasis = ({ market: { known_basis_lots: known, sold_lots: sold } }: House) =>
  sold === 0 ? null : known / sold;

/** Width and height of a bar of the most lots. */
const [step, highest] = [5, 22];

/** Bars of the lots of each year, on a scale of their own. */
function bars(years: readonly number[], lotsIn: House['lotsIn']): SVGElement {
  const lots = years.map((year) => lotsIn.get(year) ?? 0);
  const most = Math.max(...lots, 1);
  const label = housesText.trend(`${years[0]}`, `${years.at(-1)}`, lots.map(count).join(', '));
  const drawn = lots.map((value, place) => {
    const height = (highest * value) / most;
    return svg('rect', { x: place * step, y: highest - height, width: step - 1, height });
  });
  const width = years.length * step;
  return svg('svg', { class: 'house-bars', width, height: highest, role: 'img', 'aria-label': label }, drawn);
}

/** The columns of the sales of a house; files use the names of the API. */
const saleColumns = (state: PageState): Column<Sale>[] => [
  column<Sale>('sale', titles.sale, ({ sale }) => sale, String, {
    cell: (sale) => [stateLink(lotsIn(sale, state), {}, sale.sale ?? saleWords.unnamed)],
  }),
  column<Sale>('location', titles.city, ({ location }) => location),
  column<Sale>('auction_date', titles.date, ({ auction_date: day }) => day, String, {
    cell: ({ auction_date: day }) => [saleDay(day)],
  }),
  column<Sale>('lots', titles.lots, (sale) => sale.lots, count),
  column<Sale>('sold_lots', titles.sold, (sale) => sale.sold_lots, count),
  column<Sale>('total_value_usd', titles.turnover, (sale) => sale.total_value_usd, usdShort),
  column<Sale>('price_usd.max', titles.top, (sale) => sale.price_usd.max, usdShort),
];

/** The lots of a sale in the order of the catalog. */
function lotsIn({ sale, location, auction_date: day }: Sale, state: PageState): PageState {
  const literal = (name: string | null) => [name === null ? noValue : quoted(name)];
  const filters = { sale: literal(sale), location: literal(location), date_from: [day], date_to: [day] };
  const list: PageState = { ...inPlace(state, 'search'), sort: 'lot_number' };
  return Object.entries(filters).reduce((some, [name, values]) => withFilter(some, name, values), list);
}
