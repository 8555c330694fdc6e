import { h, rowNote } from '../page/element.ts';
import { count, percent } from '../page/format.ts';
import { type CardColumns, cardTable } from '../page/table.ts';
import type { Estimates } from '../service/answers.ts';
import { estimatesText } from './estimates-text.ts';

const words = estimatesText.shares;
const places = ['below', 'within', 'above'] as const;
/** Bars of smaller shares are too narrow for a label. */
const labeledFrom = 0.12;

type Compared = Pick<Estimates, 'n' | (typeof places)[number]>;
type Row = Compared & { name: string };

/** The shares of prices below, within and above the estimate: for sold lots, and with unsold lots counted as below. */
export function sharesTable(figures: Estimates): HTMLElement {
  const { columns: titles } = words;
  const shareCell = (place: (typeof places)[number]) => (row: Row) => {
    const { share, low, high } = row[place];
    const range = share !== null && estimatesText.between(percent(low), percent(high));
    return [percent(share), range && rowNote(range)];
  };
  const columns: CardColumns<Row> = [
    { title: titles.which, cell: ({ name }) => [name] },
    { title: titles.picture, isPicture: true, cell: (row) => [shareBar(row)] },
    ...places.map((place) => ({ title: titles[place], cell: shareCell(place) })),
    { title: titles.n, cell: ({ n }) => [count(n)] },
  ];
  const rows = [
    { ...figures, name: words.sold },
    { ...figures.with_unsold, name: words.withUnsold },
  ];
  return h('div', {}, sharesLegend(), cardTable('shares', words.title, columns, rows));
}

/** The legend of the bar colors. */
export const sharesLegend = (): HTMLElement =>
  h(
    'p',
    { class: 'shares-legend row' },
    ...places.map((place) =>
      h('span', {}, h('i', { class: `share-${place}`, 'aria-hidden': 'true' }), words.legend[place]),
    ),
  );

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
