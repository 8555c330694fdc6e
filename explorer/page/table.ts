import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type Attributes, type Child, h } from './element.ts';
import { count, percent } from './format.ts';

/** A column of rows: what a file has of it, and what a table shows. */
export interface Column<Row> {
  /** Name in the file, as in the API. */
  name: string;
  title: string;
  value: (row: Row) => string | number | null;
  /** The number format of the table. */
  format: (value: number) => string;
  /** What the cell shows; default: the value. */
  cell?: (row: Row) => readonly Child[];
  /** What the head shows; default: the title. */
  head?: Child;
  /** Where the column is, if not in both. A column of the table alone is a drawing. */
  only?: 'file' | 'table';
}

/** A column whose value is the field of that name, with dots for nesting; only numbers need a format. */
export const column = <Row>(
  name: string,
  title: string,
  format: Column<Row>['format'] = String,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ name, title, value: (row) => fieldOf(row, name), format, ...more });

function fieldOf(row: unknown, path: string): string | number | null {
  const within = (of: unknown, name: string) => (of as Record<string, unknown> | null | undefined)?.[name];
  return (path.split('.').reduce(within, row) as string | number | null | undefined) ?? null;
}

/** A column of the share sold, with the number of lots that sold or failed to sell. */
export const rateColumn = <Row>(
  name: string,
  title: string,
  of: (row: Row) => { sell_through_rate: number | null; sold_lots: number; unsold_lots: number } | undefined,
): Column<Row> => ({
  ...column<Row>(name, title),
  value: (row) => of(row)?.sell_through_rate ?? null,
  cell: (row) => {
    const { sell_through_rate: rate = null, sold_lots: sold = 0, unsold_lots: unsold = 0 } = of(row) ?? {};
    return [rate === null ? text.unknown : text.shareOf(percent(rate), count(sold + unsold))];
  },
});

/** A column of drawings, which a file does not have. */
export const picture = <Row>(title: string, cell: (row: Row) => Child, head?: Child): Column<Row> =>
  column('', title, String, {
    cell: (row) => [cell(row)],
    head: head ?? h('span', { class: 'visually-hidden' }, title),
    only: 'table',
  });

/** How a table is drawn. */
export interface TableChoices<Row> {
  /** A class of the table. */
  kind?: string;
  /** A class of a row. */
  classOf?: (row: Row) => string | false;
  /** The order of the rows, which the heads change: all of them, or those of some columns. */
  order?: Order;
}

interface Order {
  state: PageState;
  sort: string;
  by?: readonly string[];
}

/** A table of rows, which become cards on a narrow screen. The first column names the rows. */
export function columnTable<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { kind = '', classOf = () => false, order }: TableChoices<Row> = {},
): HTMLElement {
  const shown = columns.filter(({ only }) => only !== 'file');
  const kinds = shown.map(({ value, only }) =>
    only === 'table' ? 'picture' : rows.some((row) => typeof value(row) === 'number') && 'number',
  );
  const heads = shown.map(({ name, title, head = title }, place) =>
    order && (order.by?.includes(name) ?? true)
      ? sortHead(order, name, title, kinds[place]!)
      : columnHead(head, kinds[place]),
  );
  const lines = rows.map((row) => {
    const cells = shown.map((one, place) => {
      const content = contentOf(one, row);
      if (place === 0) return rowHead(...content);
      const label = one.only === 'table' ? undefined : one.title;
      return h('td', { class: kinds[place], 'data-label': label }, ...content);
    });
    return h('tr', { class: classOf(row) }, ...cells);
  });
  return scroller(title, table({ class: `columns ${kind}` }, title, heads, lines));
}

/** What a table shows of a column in a row. */
function contentOf<Row>({ value, format, cell }: Column<Row>, row: Row): readonly Child[] {
  if (cell) return cell(row);
  const content = value(row);
  return [typeof content === 'number' ? format(content) : (content ?? text.unknown)];
}

/** The titles and values of a row without those of its first column, which names it. */
export const termsOf = <Row>(columns: readonly Column<Row>[], row: Row): (readonly [string, string])[] =>
  columns
    .filter(({ only }) => only === undefined)
    .slice(1)
    .map((one) => [one.title, contentOf(one, row).join('') || text.unknown]);

/** The rows in the order of a column, `-` before its name for descending; rows without a value come last. */
export function inOrderOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string): Row[] {
  const { value } = columns.find(({ name }) => name === sort.replace(/^-/, '')) ?? columns[0]!;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x === y ? 0 : (x < y ? -1 : 1) * direction;
  });
}

/** The shades of cells, in percent of the accent; from the fifth on, the text is light on dark. */
const shades = [6, 14, 24, 36, 82, 91, 100];

/** What a cell of two groupings shows: a link with a shade between 0 and 1, or null without one. */
interface Shaded {
  link: HTMLElement;
  shade: number | null;
}

/** A table of groups by two fields: one in rows, one in columns, a shaded cell for each group. */
export function shadedTable<Group>(
  title: string,
  groups: readonly Group[],
  rows: { name: string; of: (group: Group) => string },
  columns: { names: readonly string[]; of: (group: Group) => string },
  cell: (group: Group) => Shaded,
): HTMLElement {
  const byRow = Map.groupBy(groups, rows.of);
  const lines = [...byRow].map(([name, ofRow]) => {
    const at = new Map(ofRow.map((group) => [columns.of(group), group]));
    const cells = columns.names.map((column) => {
      const group = at.get(column);
      if (!group) return h('td', { class: 'faint' }, '·');
      const { link, shade } = cell(group);
      const place = shade === null ? -1 : Math.min(Math.floor(shade * shades.length), shades.length - 1);
      const element = h('td', { class: place > 3 ? 'shade strong' : place >= 0 && 'shade' }, link);
      element.style.setProperty('--shade', `${shades[place] ?? 0}%`);
      return element;
    });
    return h('tr', rowHead(name), ...cells);
  });
  const heads = [columnHead(rows.name), ...columns.names.map((name) => columnHead(name))];
  return scroller(title, table({ class: 'shaded' }, title, heads, lines));
}

/** A table with a caption for screen readers and a head of one row. */
function table(
  attributes: Attributes,
  caption: string,
  head: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement {
  return h(
    'table',
    attributes,
    h('caption', { class: 'visually-hidden' }, caption),
    h('thead', h('tr', ...head)),
    h('tbody', ...rows),
  );
}

/** The head of a column. */
const columnHead = (title: Child, kind?: string | false, direction?: string): HTMLElement =>
  h('th', { scope: 'col', class: kind, 'aria-sort': direction }, title);

/** The first cell of a row, which names it. */
const rowHead = (...content: Child[]): HTMLElement => h('th', { scope: 'row' }, ...content);

/** A wide table that scrolls inside its figure, by keyboard too. */
const scroller = (title: string, content: HTMLElement): HTMLElement =>
  h('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': title }, content);

/** The head of a column whose rows can be sorted by a key; `-` before the key is descending. */
function sortHead({ state, sort }: Order, key: string, label: string, kind: string | false): HTMLElement {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  // The first click sorts descending, the more common order.
  const next = sort === `-${key}` ? key : `-${key}`;
  const shown = direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : '';
  const arrow = h('span', { class: 'arrow', 'aria-hidden': 'true' }, shown);
  const link = stateLink(
    { ...state, sort: next, page: undefined },
    { id: `sort-${key}` },
    ...(kind ? [arrow, label] : [label, arrow]),
  );
  return columnHead(link, kind, direction);
}
