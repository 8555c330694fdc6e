import { h } from '../page/element.ts';
import { count } from '../page/format.ts';
import type { Facets } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { pricesText } from '../text/prices-text.ts';

/** The type of gem that the state is about, where it is one. */
export function oneGem(state: PageState): string | undefined {
  const gems = valuesOf(state, 'gem_name');
  return gems.length === 1 ? gems[0] : undefined;
}

/** Asks for one type of gem, of those that are chosen or of all. */
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
