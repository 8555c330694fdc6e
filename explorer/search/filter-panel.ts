import { fill, h } from '../page/element.ts';
import { count } from '../page/format.ts';
import type { Facets } from '../service/answers.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import { type PageState, shownFilters, valuesOf, withFilter, withoutFilters } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { createFacetList } from './facet-list.ts';
import { createRangeField, createTextField } from './range-field.ts';

/** All filters. */
export type FilterPanel = ReturnType<typeof createFilterPanel>;

/**
 * All filters, next to the results; on a narrow screen behind a button.
 * @param element where it is shown
 * @param opener the button that opens it on a narrow screen
 */
export function createFilterPanel(element: HTMLElement, opener: HTMLElement) {
  const facetLists = [
    createFacetList('gem_name'),
    createFacetList('origin'),
    createFacetList('auction_house'),
  ];
  const furtherLists = [createFacetList('object_type'), createFacetList('flags')];
  const sold = createSoldChoice();
  const ranges = (['weight', 'price', 'date'] as const).map(createRangeField);
  const further = [createRangeField('price_per_carat'), createTextField('treatment'), createTextField('lab')];
  const done = h('button', {
    type: 'button',
    class: 'filters-done primary',
    on: { click: () => setOpen(false) },
  });
  const clear = h('p', { class: 'filters-clear' });
  const more = h(
    'details',
    { class: 'filters-more' },
    h('summary', text.filters.more),
    ...further.map(({ element }) => element),
    ...furtherLists.map(({ element }) => element),
  );
  opener.addEventListener('click', () => setOpen(true));
  element.addEventListener('keydown', (event) => event.key === 'Escape' && setOpen(false));
  const body = h(
    'div',
    { class: 'filters-body' },
    h('div', { class: 'filters-head row' }, h('h2', text.filters.heading), clear),
    facetLists[0]!.element,
    facetLists[1]!.element,
    sold.element,
    ...ranges.map((range) => range.element),
    facetLists[2]!.element,
    more,
  );
  fill(element, body, done);

  function setOpen(isOpen: boolean) {
    const wasOpen = element.classList.contains('open');
    element.classList.toggle('open', isOpen);
    document.documentElement.classList.toggle('filters-open', isOpen);
    opener.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) element.querySelector('input')?.focus();
    else if (wasOpen) opener.focus();
  }

  return {
    /** Shows the values of the state, and the counts once they are loaded. */
    update(state: PageState, facets?: Facets, total?: number) {
      for (const list of [...facetLists, ...furtherLists]) list.update(state, facets);
      for (const control of [sold, ...ranges, ...further]) control.update(state);
      done.textContent =
        total === undefined ? text.filters.close : text.filters.showResults(total, count(total));
      fill(clear, shownFilters(state).length > 0 && stateLink(withoutFilters(state), text.filters.clearAll));
      if (hasFurther(state)) more.open = true;
    },
  };
}

const hasFurther = ({ filters }: PageState) =>
  filters.some(([name]) => /^(price_per_carat_(min|max)|treatment|lab|object_type|flags)$/.test(name));

/** The choice of all, sold or unsold lots. */
function createSoldChoice() {
  const choices = (['any', 'true', 'false'] as const).map((value) => {
    const change = () => void goTo(withFilter(currentState(), 'is_sold', value === 'any' ? [] : [value]));
    const input = h('input', {
      id: `is_sold-${value}`,
      type: 'radio',
      name: 'is_sold',
      value,
      on: { change },
    });
    return { input, element: h('label', input, h('span', text.filters.sold[value])) };
  });
  return {
    element: h(
      'fieldset',
      { class: 'filter-sold' },
      h('legend', text.filters.is_sold),
      h('div', { class: 'segments' }, ...choices.map((choice) => choice.element)),
    ),
    update(state: PageState) {
      const value = valuesOf(state, 'is_sold')[0] ?? 'any';
      for (const { input } of choices) input.checked = input.value === value;
    },
  };
}
