import { type Attributes, type Child, cellLabel, h } from './element.ts';

/**
 * A table with a caption for screen readers and a head of one row.
 * @param rows rows, or `tbody` elements for grouped rows
 */
export function table(
  attributes: Attributes,
  caption: string,
  head: readonly HTMLElement[],
  rows: readonly HTMLElement[],
): HTMLElement {
  const isGrouped = rows[0]?.localName === 'tbody';
  return h(
    'table',
    attributes,
    h('caption', { class: 'visually-hidden' }, caption),
    h('thead', {}, h('tr', {}, ...head)),
    ...(isGrouped ? rows : [h('tbody', {}, ...rows)]),
  );
}

/** The head of a column. */
export const columnHead = (title: Child, kind?: string | false): HTMLElement =>
  h('th', { scope: 'col', class: kind }, title);

/** The heads of columns of numbers. */
export const numberHeads = (titles: readonly string[]): HTMLElement[] =>
  titles.map((title) => columnHead(title, 'number'));

/** A cell of a number, and a note below it. */
export const numberCell = (...content: Child[]): HTMLElement => h('td', { class: 'number' }, ...content);

/** The first cell of a row, which names it. */
export const rowHead = (...content: Child[]): HTMLElement => h('th', { scope: 'row' }, ...content);

/** A wide table that scrolls inside its figure, by keyboard too. */
export const scroller = (title: string, content: HTMLElement): HTMLElement =>
  h('div', { class: 'scroller', tabindex: 0, role: 'group', 'aria-label': title }, content);

/** A column of a table whose rows are cards on a narrow screen. */
interface CardColumn<Row> {
  title: string;
  cell: (row: Row) => readonly Child[];
  /** Whether it has drawings instead of numbers. */
  isPicture?: boolean;
}

/** The columns of such a table; the first names the rows. */
export type CardColumns<Row> = readonly [CardColumn<Row>, ...CardColumn<Row>[]];

/** A table whose rows become cards on a narrow screen, where each number has the title of its column. */
export function cardTable<Row>(
  kind: string,
  caption: string,
  [first, ...others]: CardColumns<Row>,
  rows: readonly Row[],
  classOf: (row: Row) => string | false = () => false,
): HTMLElement {
  const heads = others.map(({ title, isPicture }) =>
    isPicture ? columnHead(h('span', { class: 'visually-hidden' }, title)) : columnHead(title, 'number'),
  );
  const cells = (row: Row) =>
    others.map(({ title, cell, isPicture }) =>
      isPicture ? h('td', { class: 'picture' }, ...cell(row)) : numberCell(cellLabel(title), ...cell(row)),
    );
  const lines = rows.map((row) =>
    h('tr', { class: classOf(row) }, rowHead(...first.cell(row)), ...cells(row)),
  );
  return table({ class: `cards ${kind}` }, caption, [columnHead(first.title), ...heads], lines);
}
