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
    const meant = hints.flatMap(({ filter }) => (filter ? [lotsOf(filter)] : []));
    const described = describeFilters(shownFilters(state)).slice(0, maxOffers);
    const all = withoutFilters(state);
    const [instead, without, [cleared]] = await Promise.all([
      found(meant.map((one) => ({ name: filterNames(one).join(', '), state: one }))),
      found(described.map((one) => ({ name: one.name, state: withoutDescribed(state, one) }))),
      found([{ name: '', state: all }]),
    ]);
    const { none } = searchText;
    const clear = stateLink(all, { class: 'button' }, none.clear(lots(cleared?.lots ?? 0)));
    fill(
      element,
      h('p', without.length > 0 ? none.drop : none.noneAlone),
      h(
        'ul',
        { class: 'offers row' },
        ...instead.map((one) => offerOf(one, none.meant)),
        ...without.map((one) => offerOf(one, none.without)),
        (described.length > 1 || without.length === 0) && h('li', clear),
      ),
    );
  }
}

interface Offer {
  name: string;
  state: PageState;
}

/** The offers that find lots, those with the most first. An offer whose request fails is not made. */
async function found(offers: Offer[]) {
  const counted = offers.map(async (one) => {
    const answer = await load(countUrl(one.state.filters)).catch(() => undefined);
    return { ...one, lots: answer?.pagination?.total_records ?? 0 };
  });
  return (await Promise.all(counted)).filter((one) => one.lots > 0).sort((a, b) => b.lots - a.lots);
}

function offerOf(offer: Offer & { lots: number }, say: (name: string, lots: string) => string): HTMLElement {
  return h('li', stateLink(offer.state, { class: 'button' }, say(offer.name, lots(offer.lots))));
}
