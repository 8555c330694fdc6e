import { chartsText } from '../charts/charts-text.ts';
import type { ShownColumn } from '../charts/column-table.ts';
import { column } from '../charts/figure-data.ts';
import { type Child, rowNote, svg } from '../page/element.ts';
import { count, date, percent, times, usdShort } from '../page/format.ts';
import type { EstimateGroup, MarketGroup } from '../service/answers.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, withFilter } from '../state/page-state.ts';
import { housesText } from './houses-text.ts';

const words = housesText.columns;

/** The figures of a house. */
export interface House {
  market: MarketGroup;
  estimates: EstimateGroup | undefined;
  /** The number of lots of each year. */
  lotsIn: ReadonlyMap<number, number>;
}

const noted = (shown: string, n: number): Child[] => [shown, rowNote(housesText.n(count(n)))];

/** The columns of the league table; files use the names of the API. */
export function houseColumns(state: PageState, years: readonly number[]): ShownColumn<House>[] {
  const { market } = chartsText;
  const ratio = words.ratio[state.basis === 'premium' ? 'premium' : 'hammer'];
  const salesOf = (house: string) => ({
    ...withFilter(state, 'auction_house', [quoted(house)]),
    sort: undefined,
  });
  return [
    {
      ...column<House>('auction_house', words.house, (house) => house.market.auction_house!),
      show: ({ market: { auction_house: house } }) => [stateLink(salesOf(house!), {}, house!)],
    },
    column('total_value_usd', words.turnover, (house) => house.market.total_value_usd, usdShort),
    column('lots', market.columns.lots, (house) => house.market.lots, count),
    column('sold_lots', words.sold, (house) => house.market.sold_lots, count),
    { ...column('unsold_lots', words.unsold, (house) => house.market.unsold_lots, count), isFileOnly: true },
    {
      ...column<House>('sell_through_rate', words.rate, (house) => house.market.sell_through_rate),
      show: ({ market: { sell_through_rate: rate, sold_lots: sold, unsold_lots: unsold } }) =>
        noted(percent(rate), sold + unsold),
    },
    {
      ...column<House>(
        'price_to_low.median',
        ratio,
        ({ estimates }) => estimates?.price_to_low.median ?? null,
      ),
      show: ({ estimates }) => noted(times(estimates?.price_to_low.median), estimates?.n ?? 0),
    },
    { ...column('n', words.compared, ({ estimates }) => estimates?.n ?? 0, count), isFileOnly: true },
    {
      ...column<House>('newest_sale', words.newest, (house) => house.market.newest_sale),
      show: (house) => [date(house.market.newest_sale)],
    },
    {
      ...column<House>('known_basis', words.basis, knownBasis, percent),
      show: (house) => noted(percent(knownBasis(house)), house.market.sold_lots),
    },
    ...years.map(
      (year): ShownColumn<House> => ({
        ...column<House>(`lots_${year}`, words.lotsIn(year), ({ lotsIn }) => lotsIn.get(year) ?? 0, count),
        show: ({ lotsIn }) => [bars(years, lotsIn), count(lotsIn.get(year) ?? 0)],
        // The bars of all years stand beside the number of the newest.
        isFileOnly: year !== years.at(-1),
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
  const label = housesText.trend(housesText.years(years), lots.map(count).join(', '));
  const drawn = lots.map((value, place) => {
    const height = (highest * value) / most;
    return svg('rect', { x: place * step, y: highest - height, width: step - 1, height });
  });
  const frame = {
    viewBox: `0 0 ${years.length * step} ${highest}`,
    width: years.length * step,
    height: highest,
  };
  return svg('svg', { ...frame, class: 'house-bars', role: 'img', 'aria-label': label }, drawn);
}
