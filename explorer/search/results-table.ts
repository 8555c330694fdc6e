import { h, rowNote } from '../page/element.ts';
import { count, date, hundredth, usd } from '../page/format.ts';
import { sortHead } from '../page/sort-head.ts';
import { columnHead, rowHead, table } from '../page/table.ts';
import type { AuctionRecord, RankedRecord } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotLink, priceCell, sampleMark } from './lot-cells.ts';
import { searchText } from './search-text.ts';

const columns = ['date', 'lot', 'carat', 'origin', 'house', 'price', 'price_per_carat'] as const;
type Column = (typeof columns)[number];

const isSortable = (column: Column) => column === 'date' || isNumber(column);
const isNumber = (column: Column) => ['carat', 'price', 'price_per_carat'].includes(column);

/** A lot of the list; in a ranking with its rank. */
export type ListedLot = AuctionRecord & Partial<Pick<RankedRecord, 'rank'>>;

/** The lots of a page; each row opens its lot. On a narrow screen a row becomes a card. */
export function resultsTable(lots: ListedLot[], state: PageState, sort: string): HTMLElement {
  const head = columns.map((column) => headCell(column, state, sort));
  return table(
    { class: 'results' },
    searchText.results.caption,
    head,
    lots.map((lot) => row(lot, state)),
  );
}

function headCell(column: Column, state: PageState, sort: string): HTMLElement {
  const label = searchText.results.columns[column];
  if (!isSortable(column)) return columnHead(label);
  return sortHead(state, sort, column, label, isNumber(column));
}

function row(lot: ListedLot, state: PageState): HTMLElement {
  const cells: Record<Column, HTMLElement> = {
    date: cell('date', date(lot.auction_date, lot.auction_date_precision)),
    lot: rowHead(
      lot.rank !== undefined && h('span', { class: 'rank faint' }, `${count(lot.rank)}. `),
      lotLink(lot, state),
      rowNote(lot.gem_type, lot.treatment && ` · ${lot.treatment}`, ' ', sampleMark(lot)),
    ),
    carat: cell('carat', hundredth(lot.carat)),
    origin: cell('origin', lot.origin ?? text.unknown),
    house: cell('house', lot.auction_house ?? text.unknown),
    price: h('td', labeled('price'), ...priceCell(lot)),
    price_per_carat: cell('price_per_carat', usd(lot.price_per_carat_usd)),
  };
  // Where a row is a card.
  for (const column of columns) cells[column].style.gridArea = column;
  return h('tr', { class: lot.is_synthetic && 'sample-row' }, ...columns.map((column) => cells[column]));
}

function cell(column: Column, content: string): HTMLElement {
  const element = h('td', labeled(column), content);
  // A card omits empty cells.
  element.classList.toggle('unknown', content === text.unknown);
  return element;
}

const labeled = (column: Column) => ({
  class: `column-${column}${isNumber(column) ? ' number' : ''}`,
});
