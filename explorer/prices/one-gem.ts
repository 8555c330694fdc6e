import { h } from '../page/element.ts';
import { count } from '../page/format.ts';
import type { Facets } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { pricesText } from '../text/prices-text.ts';

/** The gem type of the state, if there is exactly one. */
export function oneGem(state: PageState): string | undefined {
  const gems = valuesOf(state, 'gem_name');
  return gems.length === 1 ? gems[0] : undefined;
}

/** Asks for one gem type, of the selected ones or of all. */
export function gemChoice(state: PageState, facets: Facets | undefined): HTMLElement {
  const chosen = valuesOf(state, 'gem_name');
  const known = facets?.gem_type?.values ?? [];
  const offered = known.filter(({ value }) => chosen.length === 0 || chosen.includes(value));
  const links = offered.map(({ value, lots }) =>
    h(
      'li',
      {},
      stateLink(withFilter(state, 'gem_name', [value]), { class: 'button' }, value),
      h('span', { class: 'note' }, count(lots)),
    ),
  );
  return h(
    'div',
    { class: 'state' },
    h('h2', {}, pricesText.chooseTitle),
    h('p', {}, pricesText.choose),
    h('ul', { class: 'gem-choice' }, ...links),
  );
}
