import { type Child, h } from '../page/element.ts';
import { sortHead } from '../page/sort-head.ts';
import { columnHead, rowHead, scroller, table } from '../page/table.ts';
import type { PageState } from '../state/page-state.ts';
import type { CsvColumn } from './figure-data.ts';

/** A column of a table that is a figure. */
export interface ShownColumn<Row> extends CsvColumn<Row> {
  /** What a cell shows; default: the value by the number format. */
  show?: (row: Row) => Child[];
  /** Whether only the file has the column. */
  isFileOnly?: boolean;
}

/** The order of a table, which its heads change. */
interface Order {
  state: PageState;
  sort: string;
}

/** A table that is a figure: the first column names the rows. */
export function columnTable<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly ShownColumn<Row>[],
  order?: Order,
): HTMLElement {
  const shown = columns.filter(({ isFileOnly }) => !isFileOnly);
  const isNumber = ({ value }: ShownColumn<Row>) => rows.some((row) => typeof value(row) === 'number');
  const heads = shown.map((column) =>
    order
      ? sortHead(order.state, order.sort, column.name, column.title, isNumber(column))
      : columnHead(column.title, isNumber(column) && 'number'),
  );
  const cells = (row: Row) =>
    shown.map((column, place) => {
      const content = column.show?.(row) ?? [contentOf(column, row)];
      return place === 0 ? rowHead(...content) : h('td', { class: isNumber(column) && 'number' }, ...content);
    });
  const lines = rows.map((row) => h('tr', {}, ...cells(row)));
  return scroller(title, table({ class: 'columns' }, title, heads, lines));
}

function contentOf<Row>({ value, format }: ShownColumn<Row>, row: Row): string {
  const content = value(row);
  return typeof content === 'string' ? content : format(content as number);
}

/** The rows in the order of a column, `-` before its name for descending; rows without a value come last. */
export function inOrderOf<Row>(
  rows: readonly Row[],
  columns: readonly CsvColumn<Row>[],
  sort: string,
): Row[] {
  const { value } = columns.find(({ name }) => name === sort.replace(/^-/, '')) ?? columns[0]!;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x === y ? 0 : (x < y ? -1 : 1) * direction;
  });
}
