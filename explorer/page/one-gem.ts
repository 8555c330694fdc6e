import { pricesText } from '../prices/prices-text.ts';
import type { Facets } from '../service/answers.ts';
import { unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { h } from './element.ts';
import { count } from './format.ts';
import { message } from './states.ts';

/** The value of a filter that has exactly one. */
export function oneValue(state: PageState, name: string): string | undefined {
  const [value, ...others] = valuesOf(state, name);
  return value === undefined || others.length > 0 ? undefined : unquoted(value);
}

/** The gem type of the state, if there is exactly one. */
export const oneGem = (state: PageState) => oneValue(state, 'gem_name');

/** A choice of one gem type among the selected ones, or among all if none is selected. */
export function gemChoice(state: PageState, facets: Facets | undefined): HTMLElement {
  const chosen = valuesOf(state, 'gem_name');
  const known = facets?.gem_type?.values ?? [];
  const offered = known.filter(({ filter }) => chosen.length === 0 || chosen.includes(filter.gem_name!));
  const links = offered.map(({ value, lots, filter }) =>
    h(
      'li',
      stateLink(withFilter(state, 'gem_name', [filter.gem_name!]), { class: 'button' }, value),
      h('span', { class: 'note' }, count(lots)),
    ),
  );
  const choice = h('ul', { class: 'gem-choice row' }, ...links);
  return message(pricesText.chooseTitle, h('p', pricesText.choose), choice);
}
