import { homeText } from '../home/home-text.ts';
import { createChips } from '../search/chips.ts';
import { filterNames } from '../search/filter-names.ts';
import type { FilterPanel } from '../search/filter-panel.ts';
import { createSearchBox } from '../search/search-box.ts';
import type { Facets } from '../service/answers.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import {
  freshState,
  inPlace,
  isRealOnly,
  type PageState,
  type Section,
  sectionOf,
  sections,
  withRealOnly,
} from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { fill, h } from './element.ts';
import { createThemeChoice } from './theme.ts';

/** The places of the navigation. */
const places = ['search', 'prices', 'value', 'houses', 'about'] as const;

/** The frame of every view: header, search box and filters. The HTML page already has the name of the site. */
export function createShell() {
  const header = document.querySelector('.header')!;
  const brand = header.querySelector('.brand')!;
  const links = h('div', { class: 'places row' });
  const menu = h(
    'nav',
    { id: 'menu', class: 'views row', 'aria-label': text.nav.label, popover: true, on: { click: closeMenu } },
    links,
    createThemeChoice(),
  );
  const opener = h('button', { type: 'button', class: 'menu-opener', popovertarget: 'menu' }, text.nav.menu);
  const box = createSearchBox();
  const realOnly = createRealOnly();
  const banner = h('p', { class: 'samples-banner', role: 'status', hidden: true });
  const aside = h('aside', { id: 'filters', class: 'filters', 'aria-label': text.filters.heading });
  const openerState = { 'aria-expanded': 'false', 'aria-controls': 'filters' };
  const filters = h('button', { type: 'button', class: 'filters-opener', ...openerState });
  let panel: FilterPanel | undefined;
  const chips = createChips();
  const content = h('div', { id: 'content', class: 'content', tabindex: -1 });
  header.append(opener, menu, h('div', { role: 'search' }, box.element));
  const parts = h('div');
  const main = h('main', { class: 'layout' }, aside, h('div', { class: 'column' }, parts, content));
  const tools = h(
    'section',
    { class: 'filter-tools row', 'aria-label': text.filters.tools },
    filters,
    realOnly.label,
    box.told,
    chips.element,
  );
  // A fragment in the URL would add a history entry.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    content.focus();
  };
  header.before(h('a', { class: 'skip-link', href: '#content', on: { click: skip } }, text.skipToContent));
  header.after(tools, main, banner);

  return {
    content,
    /** Loads the filters, which the opening page does not need. */
    async loadFilters() {
      const { createFilterPanel } = await import('../search/filter-panel.ts');
      panel ??= createFilterPanel(aside, filters);
      panel.update(currentState());
    },
    /** Shows the available filter values. */
    facets: (facets: Facets | undefined, total: number) => panel?.update(currentState(), facets, total),
    /** Shows in the banner what is said of generated lots. */
    samples(said: string) {
      banner.hidden = said === '';
      fill(banner, said, ' ', h('a', { href: '/docs/importing' }, homeText.trust.importOwn));
    },
    /** Shows the state in the frame of the view. */
    update(state: PageState) {
      const isLot = state.lot !== undefined;
      const section = sectionOf(state);
      const hasFilters = withFilters(section, isLot);
      main.classList.toggle('without-filters', !hasFilters);
      tools.classList.toggle('without-filters', !hasFilters);
      brand.replaceChildren(stateLink(freshState(state, { view: 'home' }), text.siteName));
      links.replaceChildren(
        ...places.map((place) => {
          const current = state.view === place && (isLot ? 'true' : 'page');
          return stateLink(inPlace(state, place), { 'aria-current': current || undefined }, text.nav[place]);
        }),
        h('a', { href: '/docs' }, text.nav.docs),
      );
      fill(parts, !isLot && sectionLinks(state, section));
      box.update(state);
      realOnly.update(state);
      chips.update(state);
      filters.textContent = text.filters.open(filterNames(state).length);
      panel?.update(state);
    },
  };
}

/** Whether a view has filters. */
export const withFilters = (section: Section, isLot: boolean): boolean =>
  !isLot && !['home', 'value', 'glossary'].includes(section);

/** Closes the menu of a narrow screen after a choice; on a wide one it is part of the header. */
function closeMenu({ target, currentTarget }: MouseEvent): void {
  const menu = currentTarget as HTMLElement;
  if ((target as Element).closest('a') && menu.matches(':popover-open')) menu.hidePopover();
}

/** The sections of a place that has several. */
function sectionLinks(state: PageState, shown: Section): HTMLElement | false {
  const known: readonly Section[] = sections[state.view];
  if (known.length === 1) return false;
  const links = known.map((section) => {
    const to = inPlace(state, state.view, section);
    return stateLink(to, { 'aria-current': section === shown ? 'page' : undefined }, text.sections[section]);
  });
  return h('nav', { class: 'segments sections', 'aria-label': text.nav.sections }, ...links);
}

/** The switch "real sales only", which applies to every view. */
function createRealOnly() {
  const input = h('input', {
    id: 'real-only',
    type: 'checkbox',
    role: 'switch',
    on: { change: () => void goTo(withRealOnly(currentState(), input.checked)) },
  });
  const label = h('label', { class: 'switch' }, input, h('span', homeText.trust.realOnly));
  return {
    label,
    update(state: PageState) {
      input.checked = isRealOnly(state);
    },
  };
}
