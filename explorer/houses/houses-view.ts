import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import type { Position } from '../charts/line-chart.ts';
import { count, date, lots, percent, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceNotes, pricesUsed } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column, inOrderOf } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, MarketGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl, housesUrl, salesUrl } from '../service/requests.ts';
import { noValue, quoted, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { estimatesPart } from './estimates.ts';
import { housesText } from './houses-text.ts';

const { houses: words, sales: saleWords, columns: titles } = housesText;

/** Maximum houses whose years are compared in one chart. */
const mostCompared = 4;
/** The order of the houses without another choice. */
const usualSort = '-total_value_usd';

type Sale = Required<Pick<MarketGroup, 'auction_date' | 'sale' | 'location'>> & MarketGroup;

/**
 * The league table of auction houses, the sales of a house if one is chosen and the years of a few side by side, and prices
 * against estimates: three or four requests, none when only the order changes.
 */
export function createHousesView(): View {
  const league = createFigure('houses', words.title, { lead: '', guide: words.guide });
  const byYear = createFigure('houses-by-year', words.byYear, { lead: words.byYearLead });
  const sales = createFigure('sales', text.titles.table, saleWords);
  const estimates = estimatesPart();
  return createSection({
    name: 'houses',
    title: text.titles.table,
    path: () => 'market',
    parts(state) {
      const chosen = valuesOf(state, 'auction_house');
      const house = chosen.length === 1 ? chosen[0] : undefined;
      const isCompared = chosen.length > 1 && chosen.length <= mostCompared;
      return [
        ...(house === undefined ? [] : [part([sales], load<Sale[]>(salesUrl(state)), showSales)]),
        // Lots without a house have sales, and no place in the table.
        ...(house === noValue ? [] : [part([league], load<MarketGroup[]>(housesUrl(state)), showHouses)]),
        ...(isCompared ? [part([byYear], load<Coverage>(coverageUrl(state)), showYears)] : []),
        estimates(state),
      ];
    },
  });

  function showHouses({ data, meta }: Answer<MarketGroup[]>, { state, source }: Drawing) {
    const columns = houseColumns(state);
    const sort = state.sort ?? usualSort;
    const sorted = inOrderOf(data, columns, sort);
    const total = meta.total_groups ?? data.length;
    league.show({
      ...source(housesUrl(state)),
      lots: data.reduce((sum, one) => sum + one.lots, 0),
      rows: sorted,
      columns,
      table: { order: { state, sort } },
      lead: words.lead(pricesUsed(meta.prices)),
      notes: [
        ...priceNotes(meta.prices),
        total > data.length && words.more(count(data.length), count(total)),
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.ungrouped(lots(meta.ungrouped_lots!)),
      ],
    });
  }

  function showYears({ data, meta }: Answer<Coverage>, { state, source }: Drawing) {
    const known = data.groups.filter(({ year }) => year != null);
    const years = known.map(({ year }) => year!);
    const first = Math.min(...years);
    const rows =
      years.length === 0
        ? []
        : Array.from({ length: Math.max(...years) - first + 1 }, (_, place) => ({
            period: String(first + place),
          }));
    const houses = [...Map.groupBy(known, ({ auction_house: house }) => house ?? text.unknown)].map(
      ([name, groups]) => {
        const at = new Map(groups.map(({ year, lots }) => [String(year), lots]));
        return { name, lotsOf: ({ period }: Position) => at.get(period) ?? 0 };
      },
    );
    byYear.show({
      ...source(coverageUrl(state)),
      lots: data.lots,
      rows,
      columns: [
        column<Position>('period', text.fields.year),
        ...houses.map(({ name, lotsOf }) => column<Position>(name, name, count, { value: lotsOf })),
      ],
      chart: {
        rows,
        time: { asOf: meta.as_of, lots: (one) => houses.reduce((sum, { lotsOf }) => sum + lotsOf(one), 0) },
        lines: houses.map(({ name, lotsOf }) => ({ name, of: (one: Position) => ({ value: lotsOf(one) }) })),
        unit: titles.lots,
        format: count,
      },
    });
  }

  function showSales({ data, meta, pagination }: Answer<Sale[]>, { state, source, replace }: Drawing) {
    const [chosen] = valuesOf(state, 'auction_house');
    const house = chosen === noValue ? text.chips.unknown.auction_house! : unquoted(chosen!);
    const total = meta.total_groups ?? data.length;
    sales.show({
      ...source(salesUrl(state)),
      rows: data,
      columns: saleColumns(state),
      headline: saleWords.count(house, total, count(total)),
      notes: [
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.undated(lots(meta.ungrouped_lots!)),
        (meta.excluded?.objects ?? 0) > 0 && saleWords.objects(count(meta.excluded!.objects)),
      ],
    });
    replace(sales.element, pager(state, pagination!));
  }
}

/** The day of a sale. No sale takes place on New Year's Day: it stands for a date of which only the year is known. */
const saleDay = (day: string | null) => date(day, day?.endsWith('-01-01') ? 'year' : 'day');

/** The columns of the league table; files use the names of the API. */
function houseColumns(state: PageState): Column<MarketGroup>[] {
  const salesOf = (house: string) =>
    withFilter({ ...state, sort: undefined }, 'auction_house', [quoted(house)]);
  return [
    column<MarketGroup>('auction_house', titles.house, String, {
      cell: ({ auction_house: house }) => [stateLink(salesOf(house!), {}, house!)],
    }),
    column<MarketGroup>('total_value_usd', titles.turnover, usdShort),
    column<MarketGroup>('lots', titles.lots, count),
    column<MarketGroup>('sold_lots', titles.sold, count),
    column<MarketGroup>('unsold_lots', titles.unsold, count),
    column<MarketGroup>('sell_through_rate', titles.rate, percent),
    column<MarketGroup>('newest_sale', titles.newest, String, {
      cell: (house) => [saleDay(house.newest_sale)],
    }),
    column<MarketGroup>('known_basis', titles.basis, percent, {
      value: ({ known_basis_lots: known, sold_lots: sold }) => (sold === 0 ? null : known / sold),
    }),
  ];
}

/** The columns of the sales of a house; files use the names of the API. */
const saleColumns = (state: PageState): Column<Sale>[] => [
  column<Sale>('sale', titles.sale, String, {
    cell: (sale) => [stateLink(lotsIn(sale, state), {}, sale.sale ?? saleWords.unnamed)],
  }),
  column<Sale>('location', titles.city),
  column<Sale>('auction_date', titles.date, String, { cell: (sale) => [saleDay(sale.auction_date)] }),
  column<Sale>('lots', titles.lots, count),
  column<Sale>('sold_lots', titles.sold, count),
  column<Sale>('total_value_usd', titles.turnover, usdShort),
  column<Sale>('price_usd.max', titles.top, usdShort),
];

/** The lots of a sale in the order of the catalog. */
function lotsIn({ sale, location, auction_date: day }: Sale, state: PageState): PageState {
  const literal = (name: string | null) => [name === null ? noValue : quoted(name)];
  const filters = { sale: literal(sale), location: literal(location), date_from: [day], date_to: [day] };
  const list: PageState = { ...inPlace(state, 'search'), sort: 'lot_number' };
  return Object.entries(filters).reduce((some, [name, values]) => withFilter(some, name, values), list);
}
