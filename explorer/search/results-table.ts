import { rowNote } from '../page/element.ts';
import { date, hundredth, usd } from '../page/format.ts';
import { type Column, column, columnTable } from '../page/table.ts';
import type { AuctionRecord } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { lotLink, priceCell, sampleMark } from './lot-cells.ts';
import { searchText } from './search-text.ts';

const { caption, columns: titles } = searchText.results;

/** The lots of a page; each row opens its lot. */
export const resultsTable = (lots: AuctionRecord[], state: PageState, sort: string): HTMLElement =>
  columnTable(caption, lots, columnsOf(state), {
    kind: 'results',
    classOf: ({ is_synthetic: isSample }) => isSample && 'sample-row',
    order: { state, sort, by: ['date', 'carat', 'price', 'price_per_carat'] },
  });

/** The columns of the list; those that order it have the names of the orders. */
const columnsOf = (state: PageState): Column<AuctionRecord>[] => [
  column('title', titles.lot, String, {
    cell: (lot) => [
      lotLink(lot, state),
      rowNote(lot.gem_type, lot.treatment && ` · ${lot.treatment}`, ' ', sampleMark(lot)),
    ],
  }),
  column('date', titles.date, String, {
    cell: (lot) => [date(lot.auction_date, lot.auction_date_precision)],
  }),
  column('carat', titles.carat, hundredth),
  column('origin', titles.origin),
  column('auction_house', titles.house),
  column('price', titles.price, usd, { value: (lot) => lot.price_final_usd, cell: priceCell }),
  column('price_per_carat', titles.price_per_carat, usd, { value: (lot) => lot.price_per_carat_usd }),
];
