import { fill, h } from '../page/element.ts';
import { lots } from '../page/format.ts';
import type { Meta } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { countUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState, shownFilters, withoutFilters } from '../state/page-state.ts';
import { withoutDescribed } from './chips.ts';
import { describeFilters, filterNames } from './filter-names.ts';
import { searchText } from './search-text.ts';

/** Maximum filters to try without, each by a request. */
const maxOffers = 8;

/**
 * Offers for a search without results, with the number of lots: what the words may mean, the search without one filter
 * each, or without all filters.
 */
export function offersInstead(state: PageState, hints: Meta['hints'] = []): HTMLElement {
  const element = h('div', { class: 'no-lots', 'aria-live': 'polite' });
  void offer();
  return element;

  async function offer() {
    const { none } = searchText;
    const meant = hints.flatMap(({ filter }) => (filter ? [lotsOf(filter)] : []));
    const described = describeFilters(shownFilters(state)).slice(0, maxOffers);
    const [instead, without, clear] = await Promise.all([
      found(
        meant.map((one) => ({ name: filterNames(one).join(', '), state: one })),
        none.meant,
      ),
      found(
        described.map((one) => ({ name: one.name, state: withoutDescribed(state, one) })),
        none.without,
      ),
      found([{ name: '', state: withoutFilters(state) }], none.clear),
    ]);
    const isClear = described.length > 1 || without.length === 0;
    fill(
      element,
      h('p', without.length > 0 ? none.drop : none.noneAlone),
      h('ul', { class: 'offers row' }, ...instead, ...without, ...(isClear ? clear : [])),
    );
  }
}

/** Links to the states that find lots, those with the most first. A state whose request fails is not offered. */
async function found(
  offers: readonly { name: string; state: PageState }[],
  say: (name: string, lots: string) => string,
): Promise<HTMLElement[]> {
  const counted = offers.map(async (one) => {
    const answer = await load(countUrl(one.state.filters)).catch(() => undefined);
    return { ...one, total: answer?.pagination?.total_records ?? 0 };
  });
  return (await Promise.all(counted))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .map(({ name, state, total }) => h('li', stateLink(state, { class: 'button' }, say(name, lots(total)))));
}
