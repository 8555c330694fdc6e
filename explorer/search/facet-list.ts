import { fill, h, keepingFocus, note } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import type { Facet, Facets } from '../service/answers.ts';
import { noValue } from '../state/list-values.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { describeFilter } from './filter-names.ts';

type ListFilter = 'gem_name' | 'origin' | 'auction_house' | 'object_type' | 'flags';

/** Values shown before the list is expanded. */
const shortList = 6;

interface Row {
  /** The value as a list element in the URL. */
  value: string;
  name: string;
  lots: number | undefined;
}

/**
 * Checkboxes for one filter. Checked values come first and stay, even without lots.
 * @param filter the list's parameter
 */
export function createFacetList(filter: ListFilter) {
  const list = h('ul');
  const more = h('button', { type: 'button', class: 'quiet', on: { click: toggle } });
  const beyond = note();
  const element = h(
    'fieldset',
    { class: 'filter-facet unknown' },
    h('legend', text.filters[filter]),
    list,
    more,
    beyond,
  );
  let isOpen = false;
  let facet: Facet | undefined;

  function toggle() {
    isOpen = !isOpen;
    render(currentState());
  }

  function render(state: PageState) {
    const chosen = valuesOf(state, filter);
    const rows = rowsOf(facet, chosen, filter);
    element.classList.toggle('unknown', facet === undefined);
    element.hidden = facet !== undefined && rows.length === 0;
    const shown = isOpen ? rows : rows.slice(0, Math.max(shortList, chosen.length));
    keepingFocus(list, () => fill(list, ...shown.map((row) => item(row, chosen.includes(row.value)))));
    more.hidden = rows.length <= shortList;
    more.textContent = isOpen ? text.filters.showFewer : text.filters.showAll(count(rows.length));
    more.setAttribute('aria-expanded', String(isOpen));
    const further = (facet?.total_values ?? 0) - (facet?.values.length ?? 0);
    beyond.hidden = !isOpen || further <= 0;
    beyond.textContent = text.filters.beyond(count(further));
  }

  function item({ value, name, lots: found }: Row, isChosen: boolean) {
    const change = () => {
      const known = valuesOf(currentState(), filter).filter((other) => other !== value);
      void goTo(withFilter(currentState(), filter, isChosen ? known : [...known, value]));
    };
    const shown = found === undefined ? '' : count(found);
    const label = found === undefined ? name : text.filters.lotsWith(name, lots(found));
    const id = `${filter}-${value.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
    return h(
      'li',
      h(
        'label',
        { class: 'tick' },
        h('input', { id, type: 'checkbox', 'aria-label': label, on: { change }, checked: isChosen }),
        h('span', { class: 'tick-name' }, name),
        h('span', { class: 'tick-lots' }, shown),
      ),
    );
  }

  return {
    element,
    update(state: PageState, facets: Facets | undefined) {
      facet = facets?.[filter === 'gem_name' ? 'gem_type' : filter] ?? facet;
      render(state);
    },
  };
}

/** Selected values first, then the others by number of lots. Origins include "not known". */
function rowsOf(facet: Facet | undefined, chosen: readonly string[], filter: ListFilter): Row[] {
  const counted = new Map(facet?.values.map((one) => [one.filter[filter]!, one.lots]));
  if (filter === 'origin' && facet && facet.missing > 0) counted.set(noValue, facet.missing);
  const others = [...counted.keys()].filter((value) => !chosen.includes(value));
  return [...chosen, ...others].map((value) => ({
    value,
    name: value === noValue && filter !== 'gem_name' ? text.notKnown : describeFilter([filter, value]),
    lots: counted.get(value) ?? (facet ? 0 : undefined),
  }));
}
