import { type CsvColumn, column } from '../charts/figure-data.ts';
import { rowNote } from '../page/element.ts';
import { carats, decimal, percent, usd } from '../page/format.ts';
import { type CardColumns, cardTable, scroller } from '../page/table.ts';
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
  const columns: CardColumns<ComparableLot> = [
    {
      title: titles.lot,
      cell: ({ lot }) => [lotLink(lot, state), rowNote(soldAt(lot), ' ', sampleMark(lot))],
    },
    { title: titles.carat, cell: ({ lot }) => [carats(lot.carat)] },
    ...(['origin', 'treatment'] as const)
      .filter((name) => stone[name] !== null)
      .map((name) => ({
        title: titles[name],
        cell: ({ lot }: ComparableLot) => [lot[name] ?? text.notKnown],
      })),
    {
      title: titles.sold,
      cell: (row) => [usd(row.price_usd), rowNote(words.perCarat(usd(row.price_per_carat_usd)))],
    },
    {
      title: titles.adjusted,
      cell: (row) => [usd(row.adjusted_price_usd), rowNote(adjustmentOf(row, stone))],
    },
  ];
  return scroller(words.title, cardTable('compared', words.title, columns, lots));
}

/** Columns of the sales; files use the names of the API. */
export const comparedColumns: CsvColumn<ComparableLot>[] = [
  column('lot.id', words.file.id, ({ lot }) => String(lot.id)),
  column('lot.title', words.columns.lot, ({ lot }) => lot.title),
  column('lot.auction_date', words.file.date, ({ lot }) => lot.auction_date),
  column('lot.carat', words.columns.carat, ({ lot }) => lot.carat, decimal),
  column('weight', words.file.weight, (row) => row.weight, percent),
  column('price_usd', words.columns.sold, (row) => row.price_usd, usd),
  column('index_factor', words.file.index_factor, (row) => row.index_factor, decimal),
  column('size_factor', words.file.size_factor, (row) => row.size_factor, decimal),
  column('adjusted_price_usd', words.columns.adjusted, (row) => row.adjusted_price_usd, usd),
];
