import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import type { Position } from '../charts/line-chart.ts';
import { count, groupDate, percent, saidOf, saidOfPart, totalLots, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceNotes, pricesUsed } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import { type Column, column, inOrderOf, rateColumn } from '../page/table.ts';
import type { View } from '../page/view.ts';
import type { Answer, MarketGroup } from '../service/answers.ts';
import { housesUrl, houseYearsUrl, salesUrl } from '../service/requests.ts';
import { noValue, quoted, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { fieldLabels } from '../text/field-labels.ts';
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
 * The league table of auction houses, the sales of a house if one is chosen, the share sold of up to four by year, and prices
 * against estimates: three to five requests, none when only the order changes.
 */
export function createView(): View {
  const league = createFigure('houses', words.title, { lead: '', guide: words.guide });
  const byYear = createFigure('houses-by-year', words.byYear, { lead: words.byYearLead });
  const sales = createFigure('sales', text.titles.table, saleWords);
  const estimates = estimatesPart();
  return createSection({
    name: 'houses',
    title: text.titles.table,
    isPriced: true,
    parts(state) {
      const chosen = valuesOf(state, 'auction_house');
      const house = chosen.length === 1 ? chosen[0] : undefined;
      const hasYears = chosen.length > 0 && chosen.length <= mostCompared && house !== noValue;
      return [
        ...(house === undefined ? [] : [part([sales], salesUrl(state), showSales)]),
        // Lots without a house have sales, and no place in the table.
        ...(house === noValue ? [] : [part([league], housesUrl(state), showHouses)]),
        ...(hasYears ? [part([byYear], houseYearsUrl(state), showYears)] : []),
        estimates(state),
      ];
    },
  });

  function showHouses({ data, meta }: Answer<MarketGroup[]>, { state, source }: Drawing) {
    const columns = houseColumns(state);
    const sort = state.sort ?? usualSort;
    const sorted = inOrderOf(data, columns, sort);
    league.show({
      ...source,
      lots: totalLots(data),
      rows: sorted,
      columns,
      table: { order: { state, sort } },
      lead: words.lead(pricesUsed(meta.prices)),
      notes: [
        ...priceNotes(meta.prices),
        saidOfPart(data.length, meta.total_groups ?? 0, words.more),
        saidOf(meta.ungrouped_lots, chartsText.market.ungrouped),
      ],
    });
  }

  function showYears({ data, meta }: Answer<MarketGroup[]>, { source }: Drawing) {
    const years = data.map(({ year }) => Number(year));
    const first = Math.min(...years);
    const rows = Array.from({ length: Math.max(0, Math.max(...years) - first + 1) }, (_, place) => ({
      period: String(first + place),
    }));
    const houses = [...Map.groupBy(data, ({ auction_house: house }) => house!)].map(([name, groups]) => {
      const at = new Map(groups.map((group) => [String(group.year), group]));
      return { name, of: ({ period }: Position) => at.get(period) };
    });
    const lotsIn = (row: Position) => totalLots(houses.flatMap(({ of }) => of(row) ?? []));
    byYear.show({
      ...source,
      lots: totalLots(data),
      rows,
      columns: [
        column<Position>('period', text.fields.year),
        ...houses.map(({ name, of }) => rateColumn<Position>(name, name, of)),
      ],
      notes: [saidOf(meta.ungrouped_lots, chartsText.market.undated)],
      chart: {
        rows,
        time: { asOf: meta.as_of, lots: lotsIn },
        lines: houses.map(({ name, of }) => ({
          name,
          of: (row: Position) => ({
            value: of(row)?.sell_through_rate ?? null,
            isThin: of(row)?.low_sample ?? true,
          }),
        })),
        unit: chartsText.share,
        format: percent,
      },
    });
  }

  function showSales({ data, meta, pagination }: Answer<Sale[]>, { state, source, replace }: Drawing) {
    const [chosen] = valuesOf(state, 'auction_house');
    const house = chosen === noValue ? text.chips.unknown(fieldLabels.auction_house) : unquoted(chosen!);
    const total = meta.total_groups ?? data.length;
    sales.show({
      ...source,
      rows: data,
      columns: saleColumns(state),
      headline: saleWords.count(house, total, count(total)),
      notes: [
        saidOf(meta.ungrouped_lots, chartsText.market.undated),
        (meta.excluded?.objects ?? 0) > 0 && saleWords.objects(count(meta.excluded!.objects)),
      ],
    });
    replace(sales.element, pager(state, pagination!));
  }
}

/** The total price, where at least one is published. */
const turnover = <Group extends MarketGroup>() =>
  column<Group>('total_value_usd', titles.turnover, usdShort, {
    cell: ({ total_value_usd: total, price_usd: { n }, sold_lots: sold }) => [
      n === 0 && sold > 0 ? text.withoutPrice.sold : usdShort(total),
    ],
  });

/** The columns of the league table; files use the names of the API. */
function houseColumns(state: PageState): Column<MarketGroup>[] {
  const salesOf = (house: string) =>
    withFilter({ ...state, sort: undefined }, 'auction_house', [quoted(house)]);
  return [
    column('auction_house', titles.house, String, {
      cell: ({ auction_house: house }) => [stateLink(salesOf(house!), house!)],
    }),
    turnover(),
    column('lots', titles.lots, count),
    column('sold_lots', titles.sold, count),
    column('unsold_lots', titles.unsold, count),
    rateColumn('sell_through_rate', titles.rate, (house) => house),
    column('newest_sale', titles.newest, String, {
      cell: (house) => [groupDate(house.newest_sale)],
    }),
    column('known_basis', titles.basis, percent, {
      value: ({ known_basis_lots: known, sold_lots: sold }) => (sold === 0 ? null : known / sold),
    }),
  ];
}

/** The columns of the sales of a house; files use the names of the API. */
const saleColumns = (state: PageState): Column<Sale>[] => [
  column('sale', titles.sale, String, {
    cell: (sale) => [stateLink(lotsOfSale(sale, state), sale.sale ?? saleWords.unnamed)],
  }),
  column('location', titles.city),
  column('auction_date', titles.date, String, { cell: (sale) => [groupDate(sale.auction_date)] }),
  column('lots', titles.lots, count),
  column('sold_lots', titles.sold, count),
  turnover(),
  column('price_usd.max', titles.top, usdShort),
];

/** The lots of a sale in the order of the catalog. */
function lotsOfSale({ sale, location, auction_date: day }: Sale, state: PageState): PageState {
  const literal = (name: string | null) => [name === null ? noValue : quoted(name)];
  const filters = { sale: literal(sale), location: literal(location), date_from: [day], date_to: [day] };
  const list: PageState = { ...inPlace(state, 'search'), sort: 'lot_number' };
  return Object.entries(filters).reduce((some, [name, values]) => withFilter(some, name, values), list);
}
