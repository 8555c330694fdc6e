import { fill, h } from '../page/element.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, withoutFilters, withoutValue } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { describeFilter } from './filter-names.ts';

/** The active filters, each with a button to remove it. */
export function createChips() {
  const element = h('ul', { class: 'chips', 'aria-label': text.filters.active });
  return {
    element,
    update(state: PageState) {
      element.hidden = state.filters.length === 0;
      const chips = state.filters.map((filter) => {
        const name = describeFilter(filter);
        const label = { class: 'chip', 'aria-label': text.filters.remove(name) };
        const cross = h('span', { class: 'chip-cross', 'aria-hidden': 'true' }, '×');
        return h('li', {}, stateLink(withoutValue(state, ...filter), label, name, cross));
      });
      const clear = h(
        'li',
        {},
        stateLink(withoutFilters(state), { class: 'chip-clear' }, text.filters.clearAll),
      );
      fill(element, ...chips, state.filters.length > 1 && clear);
    },
  };
}
