import { chartsText } from '../charts/charts-text.ts';
import { columnTable, inOrderOf, type ShownColumn } from '../charts/column-table.ts';
import { createFigure } from '../charts/figure.ts';
import { column } from '../charts/figure-data.ts';
import { fill, h } from '../page/element.ts';
import { count, date, lots, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceNotes, pricesUsed } from '../page/price-choices.ts';
import { createSection, type Drawing, part } from '../page/section.ts';
import type { View } from '../page/view.ts';
import type { Answer, Coverage, Estimates, MarketGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { coverageUrl, estimatesUrl, housesUrl, salesUrl } from '../service/requests.ts';
import { noValue, quoted, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type House, houseColumns } from './house-columns.ts';
import { housesText } from './houses-text.ts';

/** Maximum years with a bar. */
const maxYears = 20;
/** The order of the houses without another choice. */
const usualSort = '-total_value_usd';

type Sale = Required<Pick<MarketGroup, 'auction_date' | 'sale' | 'location'>> & MarketGroup;

/**
 * The league table of auction houses, and the sales of a house if one is chosen: four or five requests, none when only the
 * order changes.
 */
export function createHousesView(): View {
  const { houses: words, sales: saleWords } = housesText;
  const [all, back] = [h('span', {}), h('span', {})];
  const league = createFigure('houses', words.title, { lead: '', guide: words.guide }, all);
  const sales = createFigure('sales', text.titles.table, saleWords.lead, back);
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
      const figures = part([league], loadHouses(state), showHouses);
      if (house === undefined) return [figures];
      const ofSales = part([sales], load<Sale[]>(salesUrl(state)), showSales);
      // Lots without a house have sales, and no place in the table.
      return house === noValue ? [ofSales] : [ofSales, figures];
    },
  });

  function showHouses({ data, meta, estimates, coverage }: Houses, { state, source }: Drawing) {
    const compared = new Map(estimates.data.groups.map((group) => [group.auction_house, group]));
    const byHouse = Map.groupBy(coverage.data.groups, ({ auction_house: house }) => house);
    const rows = data.map((market): House => {
      const house = market.auction_house;
      const ofYears = (byHouse.get(house) ?? []).flatMap(({ year, lots }) =>
        year == null ? [] : [[year, lots] as const],
      );
      return { market, estimates: compared.get(house), lotsIn: new Map(ofYears) };
    });
    const known = rows.flatMap((row) => [...row.lotsIn.keys()]);
    const newest = Math.max(...known);
    const first = Math.max(Math.min(...known), newest - maxYears + 1);
    const years = known.length === 0 ? [] : Array.from({ length: newest - first + 1 }, (_, i) => first + i);
    const columns = houseColumns(state, years);
    const sort = state.sort ?? usualSort;
    const sorted = inOrderOf(rows, columns, sort);
    const total = meta.total_groups ?? rows.length;
    league.show({
      chart: columnTable(words.title, sorted, columns, { state, sort }),
      rows: sorted,
      columns,
      ...source(housesUrl(state)),
      lead: words.lead(pricesUsed(meta.prices)),
      notes: [
        ...priceNotes(meta.prices),
        total > rows.length && words.more(count(rows.length), count(total)),
        (coverage.meta.total_groups ?? 0) > coverage.data.groups.length && words.moreYears,
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.ungrouped(lots(meta.ungrouped_lots!)),
      ],
    });
  }

  function showSales({ data, meta, pagination }: Answer<Sale[]>, { state, source, replace }: Drawing) {
    const [chosen] = valuesOf(state, 'auction_house');
    const isNone = chosen === noValue;
    const house = isNone ? text.chips.unknown.auction_house! : unquoted(chosen!);
    const columns = saleColumns(state);
    const total = meta.total_groups ?? data.length;
    sales.show({
      chart: columnTable(saleWords.title(house), data, columns),
      rows: data,
      columns,
      ...source(salesUrl(state)),
      headline: saleWords.finding(house, saleWords.count(total, count(total))),
      notes: [
        (meta.ungrouped_lots ?? 0) > 0 && chartsText.market.undated(lots(meta.ungrouped_lots!)),
        (meta.excluded?.objects ?? 0) > 0 && saleWords.objects(count(meta.excluded!.objects)),
      ],
    });
    replace(sales.element, pager(state, pagination!), !isNone && league.element);
  }
}

/** The figures of the houses: what they sold, prices against estimates, and the lots by year. */
async function loadHouses(state: PageState) {
  const [{ data, meta }, estimates, coverage] = await Promise.all([
    load<MarketGroup[]>(housesUrl(state)),
    load<Estimates>(estimatesUrl({ ...state, by: 'auction_house' }, 1000)),
    load<Coverage>(coverageUrl(state)),
  ]);
  const lots = data.reduce((sum, one) => sum + one.lots, meta.ungrouped_lots ?? 0);
  return { data, meta, lots, estimates, coverage };
}

type Houses = Awaited<ReturnType<typeof loadHouses>>;

/** The columns of the sales of a house; files use the names of the API. */
function saleColumns(state: PageState): ShownColumn<Sale>[] {
  const { columns: words, sales } = housesText;
  return [
    {
      ...column<Sale>('sale', words.sale, ({ sale }) => sale),
      show: (sale) => [stateLink(lotsIn(sale, state), {}, sale.sale ?? sales.unnamed)],
    },
    column('location', words.city, ({ location }) => location ?? text.unknown),
    {
      ...column<Sale>('auction_date', words.date, ({ auction_date: day }) => day),
      show: ({ auction_date: day }) => [date(day)],
    },
    column('lots', words.lots, (sale) => sale.lots, count),
    column('sold_lots', words.sold, (sale) => sale.sold_lots, count),
    column('total_value_usd', words.turnover, (sale) => sale.total_value_usd, usdShort),
    column('price_usd.max', words.top, (sale) => sale.price_usd.max, usdShort),
  ];
}

/** The lots of a sale in the order of the catalog. */
function lotsIn({ sale, location, auction_date: day }: Sale, state: PageState): PageState {
  const literal = (name: string | null) => [name === null ? noValue : quoted(name)];
  const filters = { sale: literal(sale), location: literal(location), date_from: [day], date_to: [day] };
  const list: PageState = { ...inPlace(state, 'search'), sort: 'lot_number' };
  return Object.entries(filters).reduce((some, [name, values]) => withFilter(some, name, values), list);
}
