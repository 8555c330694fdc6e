import { fill, h } from '../page/element.ts';
import { lots } from '../page/format.ts';
import { load } from '../service/load.ts';
import { countUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, shownFilters, withoutFilters } from '../state/page-state.ts';
import { homeText } from '../text/home-text.ts';
import { withoutDescribed } from './chips.ts';
import { describeFilters } from './filter-names.ts';

/** Maximum filters that are left out, each by a request. */
const maxOffers = 8;

/** What finds lots where the filters find none: each filter left out, with the number of lots; at least a way out. */
export function offersInstead(state: PageState): HTMLElement {
  const element = h('div', { class: 'no-lots', 'aria-live': 'polite' });
  void offer();
  return element;

  async function offer() {
    const described = describeFilters(shownFilters(state)).slice(0, maxOffers);
    const offers = described.map((one) => ({ name: one.name, state: withoutDescribed(state, one) }));
    const [all, ...counts] = await Promise.all(
      [withoutFilters(state), ...offers.map((one) => one.state)].map(countLots),
    );
    const found = offers
      .map((one, index) => ({ ...one, lots: counts[index] ?? 0 }))
      .filter((one) => one.lots > 0)
      .sort((a, b) => b.lots - a.lots);
    const clear = stateLink(withoutFilters(state), { class: 'button' }, homeText.none.clear(lots(all ?? 0)));
    fill(
      element,
      h('p', {}, found.length > 0 ? homeText.none.drop : homeText.none.noneAlone),
      h(
        'ul',
        { class: 'offers' },
        ...found.map((one) =>
          h(
            'li',
            {},
            stateLink(one.state, { class: 'button' }, homeText.none.without(one.name, lots(one.lots))),
          ),
        ),
        h('li', {}, clear),
      ),
    );
  }
}

/** Unknown where the request fails: then the filter is not offered. */
async function countLots({ filters }: PageState): Promise<number | undefined> {
  const answer = await load(countUrl(filters)).catch(() => undefined);
  return answer?.pagination?.total_records;
}
