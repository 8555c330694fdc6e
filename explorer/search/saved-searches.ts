import { homeText } from '../home/home-text.ts';
import { fill, h } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import { keep, readKept, savedSearches } from '../page/kept.ts';
import { load } from '../service/load.ts';
import { countUrl } from '../service/opening-requests.ts';
import { stateLink } from '../state/navigation.ts';
import { isRealOnly, type PageState, readState } from '../state/page-state.ts';
import { afterVisit, readSaved, type SavedSearch, savedAddress, toggled } from '../state/saved-searches.ts';
import { filterNames } from './filter-names.ts';
import { searchText } from './search-text.ts';

const words = searchText.saved;
/** Maximum saved searches whose new lots are counted, each by a request. */
const maxCounted = 10;

/** The button that saves the shown search, and the list of saved searches, closed until the visitor opens it. */
export function createSavedSearches() {
  let [address, seen] = ['', ''];
  const list = h('details', { class: 'saved-searches', on: { toggle: () => list.open && update() } });
  const body = h('div', {});
  const summary = h('summary', {});
  list.append(summary, body);
  const click = () => {
    store(toggled(stored() ?? [], address, seen));
    update();
  };
  const button = h('button', { type: 'button', id: 'save-search', on: { click } }, words.save);
  const update = () => {
    const known = stored() ?? [];
    button.setAttribute('aria-pressed', String(known.some((one) => one.address === address)));
    list.hidden = known.length === 0;
    summary.textContent = words.count(count(known.length));
    if (list.open) fill(body, savedList(update));
  };
  update();
  return {
    list,
    /** The button for a search, which counts as a visit of it; a note where the browser keeps nothing. */
    toggle(state: PageState, asOf: string): HTMLElement {
      [address, seen] = [savedAddress(state), asOf];
      const known = stored();
      const isKept = known !== undefined && store(afterVisit(known, address, seen));
      update();
      return isKept ? button : h('span', { class: 'note' }, words.unavailable);
    },
  };
}

/** The saved searches with the number of lots that are new or changed since the last visit of each. */
function savedList(onChange: () => void): HTMLElement {
  const items = (stored() ?? []).map((one, index) => {
    const state = readState(one.address.slice(1));
    const name = nameOf(state);
    const news = h('span', { class: 'note' });
    if (index < maxCounted) void countNews(state, one.seen, news);
    const click = () => {
      store((stored() ?? []).filter(({ address }) => address !== one.address));
      onChange();
    };
    const label = { type: 'button', class: 'quiet', 'aria-label': words.remove(name), on: { click } };
    return h('li', { class: 'row' }, stateLink(state, {}, name), news, h('button', label, '×'));
  });
  return h('ul', { class: 'saved-list' }, ...items);
}

async function countNews(state: PageState, seen: string, news: HTMLElement): Promise<void> {
  const changed: PageState = { ...state, filters: [...state.filters, ['updated_since', seen]] };
  const answer = await load(countUrl(changed.filters)).catch(() => undefined);
  const found = answer?.pagination?.total_records;
  if (found === undefined) return;
  fill(news, found === 0 ? words.nothing : stateLink(changed, {}, words.changed(lots(found))));
}

function nameOf(state: PageState): string {
  const names = [...filterNames(state), state.prefer, isRealOnly(state) && homeText.trust.realOnly];
  return names.filter(Boolean).join(', ') || words.all;
}

/** The saved searches as a section of the home page; null where there are none. */
export function savedSection(): HTMLElement | null {
  if ((stored() ?? []).length === 0) return null;
  const list = h('div', {});
  const update = () => fill(list, savedList(update));
  update();
  return h('section', { class: 'saved' }, h('h2', {}, words.title), list);
}

/** The saved searches; undefined where the browser keeps nothing. */
function stored(): SavedSearch[] | undefined {
  const known = readKept(savedSearches);
  return known === undefined ? undefined : readSaved(known);
}

/** Whether the browser keeps the searches. */
const store = (known: readonly SavedSearch[]): boolean => keep(savedSearches, JSON.stringify(known));
