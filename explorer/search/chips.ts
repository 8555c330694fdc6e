import { fill, h } from '../page/element.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, shownFilters, withoutFilters, withoutValue } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type DescribedFilters, describeFilters } from './filter-names.ts';

/** The active filters, each with a button to remove it. */
export function createChips() {
  const element = h('ul', { class: 'chips', 'aria-label': text.filters.active });
  return {
    element,
    update(state: PageState) {
      const described = describeFilters(shownFilters(state));
      element.hidden = described.length === 0;
      const chips = described.map((one) => h('li', {}, chip(state, one)));
      const clear = h(
        'li',
        {},
        stateLink(withoutFilters(state), { class: 'chip-clear' }, text.filters.clearAll),
      );
      fill(element, ...chips, described.length > 1 && clear);
    },
  };
}

/** A link that removes filters. */
export function chip(state: PageState, one: DescribedFilters): HTMLElement {
  const label = { class: 'chip', 'aria-label': text.filters.remove(one.name) };
  const cross = h('span', { class: 'chip-cross', 'aria-hidden': 'true' }, '×');
  return stateLink(withoutDescribed(state, one), label, one.name, cross);
}

/** The state without the filters of a chip. */
export function withoutDescribed(state: PageState, { filters }: DescribedFilters): PageState {
  return filters.reduce((left, [name, value]) => withoutValue(left, name, value), state);
}
