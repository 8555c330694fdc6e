import { pricesText } from '../prices/prices-text.ts';
import type { Answer, AuctionRecord, Facets } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { facetsUrl } from '../service/requests.ts';
import { unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { fill, h } from './element.ts';
import { count } from './format.ts';
import type { Frame } from './view.ts';

/** The gem type of the state, if there is exactly one. */
export function oneGem(state: PageState): string | undefined {
  const gems = valuesOf(state, 'gem_name');
  return gems.length === 1 ? unquoted(gems[0]!) : undefined;
}

/**
 * Loads the figures of one gem type, and reports the filter values. Afterwards, `currentState` has the filters as the API
 * spells them.
 * @param url the URL of the figures; undefined without a gem type, which the view then asks for in `body`
 * @returns undefined if no gem is chosen, or if another state is shown by now
 */
export async function loadOfGem<Data>(
  state: PageState,
  frame: Frame,
  url: string | undefined,
  body: Element,
): Promise<Answer<Data> | undefined> {
  const facets = load<AuctionRecord[]>(facetsUrl(state));
  const answer = url === undefined ? undefined : load<Data>(url);
  // It is awaited below. Until then, a rejection must not count as unhandled.
  answer?.catch(() => undefined);
  const { meta, pagination } = await facets;
  if (!frame.isCurrent()) return undefined;
  frame.facets(meta.facets, pagination!.total_records);
  frame.understood(meta.filters);
  if (!answer) fill(body, gemChoice(state, meta.facets));
  const known = await answer;
  return frame.isCurrent() ? known : undefined;
}

/** A choice of one gem type among the selected ones, or among all if none is selected. */
export function gemChoice(state: PageState, facets: Facets | undefined): HTMLElement {
  const chosen = valuesOf(state, 'gem_name');
  const known = facets?.gem_type?.values ?? [];
  const offered = known.filter(({ filter }) => chosen.length === 0 || chosen.includes(filter.gem_name!));
  const links = offered.map(({ value, lots, filter }) =>
    h(
      'li',
      {},
      stateLink(withFilter(state, 'gem_name', [filter.gem_name!]), { class: 'button' }, value),
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
