import { h } from '../page/element.ts';
import { text } from '../text/text.ts';

/** A column of a figure's data. */
export interface CsvColumn<Row> {
  /** Name in the file; the API's own. */
  name: string;
  /** Name in the table. */
  title: string;
  value: (row: Row) => string | number | null;
  /** How the table writes a number. */
  format: (value: number) => string;
}

/** The figure's data for those who read rather than look; built when it is opened. */
export function dataTable<Row>(title: string, rows: Row[], columns: CsvColumn<Row>[]): HTMLElement {
  const region = h('div', { class: 'data-table', tabindex: 0, role: 'group', 'aria-label': title });
  const fillOnce = () => {
    if (region.childElementCount > 0) return;
    region.append(
      h(
        'table',
        {},
        h('caption', { class: 'visually-hidden' }, title),
        h('thead', {}, h('tr', {}, ...columns.map((column) => h('th', { scope: 'col' }, column.title)))),
        h('tbody', {}, ...rows.map((row) => h('tr', {}, ...columns.map((column) => cell(column, row))))),
      ),
    );
  };
  return h(
    'details',
    { class: 'figure-table', on: { toggle: fillOnce } },
    h('summary', {}, text.market.table),
    region,
  );
}

function cell<Row>({ value, format }: CsvColumn<Row>, row: Row): HTMLElement {
  const content = value(row);
  const isNumber = typeof content === 'number';
  return h('td', { class: isNumber && 'number' }, isNumber ? format(content) : (content ?? text.unknown));
}

/**
 * The data as CSV (RFC 4180). Cells that a spreadsheet would take for a formula get a leading apostrophe, as those of
 * the API's own exports (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsv<Row>(rows: Row[], columns: CsvColumn<Row>[]): string {
  const lines = rows.map((row) => columns.map(({ value }) => csvCell(value(row))));
  return [columns.map(({ name }) => name), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
