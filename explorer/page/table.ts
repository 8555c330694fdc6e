import { type Attributes, type Child, h } from './element.ts';

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

/** The head of a column of drawings, named for screen readers. */
export const pictureHead = (title: string, kind?: string): HTMLElement =>
  columnHead(h('span', { class: 'visually-hidden' }, title), kind);

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
