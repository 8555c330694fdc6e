import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { h } from './element.ts';

/** The head of a column whose rows can be sorted by a key; `-` before the key is descending. */
export function sortHead(
  state: PageState,
  sort: string,
  key: string,
  label: string,
  isNumber: boolean,
): HTMLElement {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  // The first click sorts descending, the more common order.
  const next = sort === `-${key}` ? key : `-${key}`;
  const shown = direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : '';
  const arrow = h('span', { class: 'arrow', 'aria-hidden': 'true' }, shown);
  return h(
    'th',
    { scope: 'col', class: isNumber && 'number', 'aria-sort': direction },
    stateLink(
      { ...state, sort: next, page: undefined },
      { id: `sort-${key}` },
      ...(isNumber ? [arrow, label] : [label, arrow]),
    ),
  );
}
