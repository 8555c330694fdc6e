import { fill, h } from '../page/element.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, shownFilters, withoutFilters, withoutValue } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type DescribedFilters, describeFilters } from './filter-names.ts';

/** The active filters, each with a button to remove it. */
export function createChips() {
  const element = h('ul', { class: 'chips row', 'aria-label': text.filters.active });
  return {
    element,
    update(state: PageState) {
      const described = describeFilters(shownFilters(state));
      const { prefer } = state;
      const chips = described.map((one) => chip(one.name, withoutDescribed(state, one)));
      if (prefer !== undefined)
        chips.push(chip(text.chips.preferred(prefer), { ...state, prefer: undefined, page: undefined }));
      element.hidden = chips.length === 0;
      const clear = h('li', stateLink(withoutFilters(state), { class: 'chip-clear' }, text.filters.clearAll));
      fill(element, ...chips.map((one) => h('li', one)), chips.length > 1 && clear);
    },
  };
}

/** A link that removes what it names. */
export function chip(name: string, to: PageState): HTMLElement {
  const label = { class: 'chip', 'aria-label': text.filters.remove(name) };
  return stateLink(to, label, name, h('span', { class: 'chip-cross', 'aria-hidden': 'true' }, '×'));
}

/** The state without the filters of a chip. */
export function withoutDescribed(state: PageState, { filters }: DescribedFilters): PageState {
  return filters.reduce((left, [name, value]) => withoutValue(left, name, value), state);
}
