import { h } from '../page/element.ts';
import { count, percent } from '../page/format.ts';
import type { Estimates } from '../service/answers.ts';
import { estimatesText } from '../text/en-estimates.ts';

const words = estimatesText.shares;
const places = ['below', 'within', 'above'] as const;
/** A share below this is too narrow for its label. */
const labeledFrom = 0.12;

type Compared = Pick<Estimates, 'n' | (typeof places)[number]>;

/** Where prices land against the estimate: of sold lots, and with unsold lots counted as below. */
export function sharesTable(figures: Estimates): HTMLElement {
  const { columns } = words;
  const head = [
    h('th', { scope: 'col' }, columns.which),
    h('th', { scope: 'col' }, h('span', { class: 'visually-hidden' }, columns.picture)),
    ...[...places.map((place) => columns[place]), columns.n].map((title) =>
      h('th', { scope: 'col', class: 'number' }, title),
    ),
  ];
  const table = h(
    'table',
    { class: 'shares' },
    h('caption', { class: 'visually-hidden' }, words.title),
    h('thead', {}, h('tr', {}, ...head)),
    h('tbody', {}, row(words.sold, figures), row(words.withUnsold, figures.with_unsold)),
  );
  return h('div', {}, sharesLegend(), table);
}

/** What the colors of the bars mean. */
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
    h('th', { scope: 'row' }, name),
    h('td', { class: 'shares-cell' }, shareBar(compared)),
    ...places.map((place) => {
      const { share, low, high } = compared[place];
      return h(
        'td',
        { class: 'number' },
        h('span', { class: 'shares-key' }, words.columns[place], ' '),
        percent(share),
        share !== null &&
          h('span', { class: 'row-note' }, estimatesText.between(percent(low), percent(high))),
      );
    }),
    h('td', { class: 'number' }, h('span', { class: 'shares-key' }, words.columns.n, ' '), count(compared.n)),
  );
}

/** One bar in three parts, labeled where there is room. */
export function shareBar(compared: Compared): HTMLElement {
  const parts = places.map((place) => {
    const share = compared[place].share ?? 0;
    const part = h('div', { class: `share-${place}` }, share >= labeledFrom && percent(share));
    part.style.width = `${100 * share}%`;
    return part;
  });
  return h('div', { class: 'share-bar', 'aria-hidden': 'true' }, ...parts);
}
