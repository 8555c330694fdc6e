import { type Child, h } from '../page/element.ts';
import { count, percent } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, pictureHead, rowHead, table } from '../page/table.ts';
import type { Estimates } from '../service/answers.ts';
import { estimatesText } from './estimates-text.ts';

const words = estimatesText.shares;
const places = ['below', 'within', 'above'] as const;
/** Bars of smaller shares are too narrow for a label. */
const labeledFrom = 0.12;

type Compared = Pick<Estimates, 'n' | (typeof places)[number]>;

/** The shares of prices below, within and above the estimate: for sold lots, and with unsold lots counted as below. */
export function sharesTable(figures: Estimates): HTMLElement {
  const { columns } = words;
  const head = [
    columnHead(columns.which),
    pictureHead(columns.picture),
    ...numberHeads([...places.map((place) => columns[place]), columns.n]),
  ];
  const rows = [row(words.sold, figures), row(words.withUnsold, figures.with_unsold)];
  return h('div', {}, sharesLegend(), table({ class: 'shares' }, words.title, head, rows));
}

/** The legend of the bar colors. */
export const sharesLegend = (): HTMLElement =>
  h(
    'p',
    { class: 'shares-legend' },
    ...places.map((place) =>
      h('span', {}, h('i', { class: `share-${place}`, 'aria-hidden': 'true' }), words.legend[place]),
    ),
  );

function row(name: string, compared: Compared): HTMLElement {
  return h(
    'tr',
    {},
    rowHead(name),
    h('td', { class: 'shares-cell' }, shareBar(compared)),
    ...places.map((place) => {
      const { share, low, high } = compared[place];
      return keyedCell(
        words.columns[place],
        percent(share),
        share !== null &&
          h('span', { class: 'row-note' }, estimatesText.between(percent(low), percent(high))),
      );
    }),
    keyedCell(words.columns.n, count(compared.n)),
  );
}

/** A cell of a number with its title, which is shown if there are no column heads. */
export const keyedCell = (title: string, ...content: Child[]): HTMLElement =>
  numberCell(h('span', { class: 'shares-key' }, title, ' '), ...content);

/** One bar in three parts, with labels if there is space; a faint bar of few lots has none, because they could not be read. */
export function shareBar(compared: Compared, isFaint = false): HTMLElement {
  const parts = places.map((place) => {
    const share = compared[place].share ?? 0;
    const part = h('div', { class: `share-${place}` }, !isFaint && share >= labeledFrom && percent(share));
    part.style.width = `${100 * share}%`;
    return part;
  });
  return h('div', { class: 'share-bar', 'aria-hidden': 'true' }, ...parts);
}
