import { rowNote } from '../page/element.ts';
import { carats, decimal, percent, usd } from '../page/format.ts';
import { type Column, column, columnTable } from '../page/table.ts';
import { lotLink, sampleMark, soldAt } from '../search/lot-cells.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';
import { adjustmentOf } from './value-words.ts';

const words = valueText.lots;

/** The sales compared with the stone, most similar first: as sold, and adjusted to the stone and the day. */
export function comparedTable({ stone, lots }: Comparables, state: PageState): HTMLElement {
  const { columns: titles } = words;
  const columns = [
    column<ComparableLot>('lot.title', titles.lot, String, {
      cell: ({ lot }) => [lotLink(lot, state), rowNote(soldAt(lot), ' ', sampleMark(lot))],
    }),
    column<ComparableLot>('lot.carat', titles.carat, carats),
    ...(['origin', 'treatment'] as const)
      .filter((name) => stone[name] !== null)
      .map((name) =>
        column<ComparableLot>(`lot.${name}`, titles[name], String, {
          cell: ({ lot }) => [lot[name] ?? text.notKnown],
        }),
      ),
    column<ComparableLot>('price_usd', titles.sold, usd, {
      cell: (row) => [usd(row.price_usd), rowNote(words.perCarat(usd(row.price_per_carat_usd)))],
    }),
    column<ComparableLot>('adjusted_price_usd', titles.adjusted, usd, {
      cell: (row) => [usd(row.adjusted_price_usd), rowNote(adjustmentOf(row, stone))],
    }),
  ];
  return columnTable(words.title, lots, columns, { kind: 'compared' });
}

/** Columns of the sales; files use the names of the API. */
export const comparedColumns: Column<ComparableLot>[] = [
  column('lot.id', words.file.id),
  column('lot.title', words.columns.lot),
  column('lot.auction_date', words.file.date),
  column('lot.carat', words.columns.carat, decimal),
  column('weight', words.file.weight, percent),
  column('price_usd', words.columns.sold, usd),
  column('index_factor', words.file.index_factor, decimal),
  column('size_factor', words.file.size_factor, decimal),
  column('adjusted_price_usd', words.columns.adjusted, usd),
];
