import { fill, h } from '../page/element.ts';
import { lots } from '../page/format.ts';
import type { Meta } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { countUrl } from '../service/opening-requests.ts';
import { stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState, shownFilters, withoutFilters } from '../state/page-state.ts';
import { withoutDescribed } from './chips.ts';
import { type DescribedFilters, describeFilters, filterNames } from './filter-names.ts';
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
    const named = meant.map((one) => ({ name: filterNames(one).join(', '), state: one }));
    const described = describeFilters(shownFilters(state)).slice(0, maxOffers);
    const offers = described.map((one) => ({ name: one.name, state: withoutDescribed(state, one) }));
    const [all, ...counts] = await Promise.all(
      [withoutFilters(state), ...offers.map((one) => one.state), ...meant].map(countLots),
    );
    const without = found(offers, counts);
    const instead = found(named, counts.slice(offers.length));
    // If removing one filter is not enough, each filter alone is offered.
    const alone = described.map((one) => ({ name: one.name, state: onlyDescribed(state, one) }));
    const only =
      without.length > 0 ? [] : found(alone, await Promise.all(alone.map((one) => countLots(one.state))));
    const clear = stateLink(
      withoutFilters(state),
      { class: 'button' },
      searchText.none.clear(lots(all ?? 0)),
    );
    fill(
      element,
      h('p', {}, without.length > 0 ? searchText.none.drop : searchText.none.noneAlone),
      h(
        'ul',
        { class: 'offers row' },
        ...instead.map((one) => offerOf(one, searchText.none.meant)),
        ...without.map((one) => offerOf(one, searchText.none.without)),
        ...only.map((one) => offerOf(one, searchText.none.only)),
        (described.length > 1 || without.length === 0) && h('li', {}, clear),
      ),
    );
  }
}

interface Offer {
  name: string;
  state: PageState;
}

/** The offers that find lots, those with the most first. */
function found(offers: Offer[], counts: (number | undefined)[]) {
  return offers
    .map((one, index) => ({ ...one, lots: counts[index] ?? 0 }))
    .filter((one) => one.lots > 0)
    .sort((a, b) => b.lots - a.lots);
}

function offerOf(offer: Offer & { lots: number }, say: (name: string, lots: string) => string): HTMLElement {
  return h('li', {}, stateLink(offer.state, { class: 'button' }, say(offer.name, lots(offer.lots))));
}

/** The state with only the filters of a chip, and the switch "real sales only". */
function onlyDescribed(state: PageState, { filters }: DescribedFilters): PageState {
  const cleared = withoutFilters(state);
  return { ...cleared, filters: [...cleared.filters, ...filters] };
}

/** The number of lots of a state; undefined if the request fails, so that the state is not offered. */
async function countLots({ filters }: PageState): Promise<number | undefined> {
  const answer = await load(countUrl(filters)).catch(() => undefined);
  return answer?.pagination?.total_records;
}
