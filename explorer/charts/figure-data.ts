import { h } from '../page/element.ts';
import { columnHead, table } from '../page/table.ts';
import { text } from '../text/text.ts';
import { chartsText } from './charts-text.ts';

/** A column of a figure's data. */
export interface CsvColumn<Row> {
  /** Name in the file, as in the API. */
  name: string;
  /** Name in the table. */
  title: string;
  value: (row: Row) => string | number | null;
  /** The number format of the table. */
  format: (value: number) => string;
}

/** A column; only numbers need a format. */
export const column = <Row>(
  name: string,
  title: string,
  value: CsvColumn<Row>['value'],
  format: CsvColumn<Row>['format'] = String,
): CsvColumn<Row> => ({ name, title, value, format });

/** The data of a figure as a folded table, which is built when it is opened. */
export function dataTable<Row>(title: string, rows: Row[], columns: CsvColumn<Row>[]): HTMLElement {
  const region = h('div', { class: 'data-table', tabindex: 0, role: 'group', 'aria-label': title });
  const fillOnce = () => {
    if (region.childElementCount > 0) return;
    const head = columns.map((column) => columnHead(column.title));
    const lines = rows.map((row) => h('tr', {}, ...columns.map((column) => cell(column, row))));
    region.append(table({}, title, head, lines));
  };
  const kind = { class: 'figure-table', on: { toggle: fillOnce } };
  return h('details', kind, h('summary', {}, chartsText.market.table), region);
}

function cell<Row>({ value, format }: CsvColumn<Row>, row: Row): HTMLElement {
  const content = value(row);
  const isNumber = typeof content === 'number';
  return h('td', { class: isNumber && 'number' }, isNumber ? format(content) : (content ?? text.unknown));
}

/** Downloads a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
