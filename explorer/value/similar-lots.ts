import { rowNote } from '../page/element.ts';
import { carats, usd } from '../page/format.ts';
import { type Column, column } from '../page/table.ts';
import { lotLink, sampleMark, soldAt } from '../search/lot-cells.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';
import { adjustmentOf } from './value-words.ts';

const words = valueText.lots;

/**
 * The sales compared with the stone, most similar first: as sold, and adjusted to the stone and the day. Files use the names
 * of the API, whose factors are those of the price per carat.
 */
export function comparedColumns({ stone }: Comparables, state: PageState): Column<ComparableLot>[] {
  const { columns: titles } = words;
  const inFile = (name: string) => column<ComparableLot>(name, '', String, { only: 'file' });
  return [
    column('lot.title', titles.lot, String, {
      cell: ({ lot }) => [lotLink(lot, state), rowNote(soldAt(lot), ' ', sampleMark(lot))],
    }),
    inFile('lot.id'),
    inFile('lot.auction_date'),
    column('lot.carat', titles.carat, carats),
    ...(['origin', 'treatment'] as const).map((name) =>
      column<ComparableLot>(`lot.${name}`, titles[name], String, {
        cell: ({ lot }) => [lot[name] ?? text.notKnown],
        ...(stone[name] === null && { only: 'file' }),
      }),
    ),
    inFile('weight'),
    column('price_usd', titles.sold, usd, {
      cell: (row) => [usd(row.price_usd), rowNote(words.perCarat(usd(row.price_per_carat_usd)))],
    }),
    inFile('index_factor'),
    inFile('size_factor'),
    column('adjusted_price_usd', titles.adjusted, usd, {
      cell: (row) => [usd(row.adjusted_price_usd), rowNote(adjustmentOf(row, stone))],
    }),
  ];
}
