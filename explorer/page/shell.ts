import { homeText } from '../home/home-text.ts';
import { createChips } from '../search/chips.ts';
import { createFilterPanel } from '../search/filter-panel.ts';
import { createSearchBox } from '../search/search-box.ts';
import { onQuota, onSamples } from '../service/load.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import {
  emptyState,
  inView,
  isRealOnly,
  type PageState,
  type View,
  withRealOnly,
} from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { h } from './element.ts';
import { count, duration } from './format.ts';
import { createThemeChoice } from './theme.ts';

/** The groups of the navigation. */
const viewGroups: { name: keyof typeof homeText.groups; views: View[] }[] = [
  { name: 'sales', views: ['search', 'rankings', 'records'] },
  { name: 'prices', views: ['market', 'index', 'size-curve'] },
  { name: 'value', views: ['comparables', 'traits', 'estimates'] },
  { name: 'data', views: ['coverage', 'glossary'] },
];

/** The frame of every view: header, search box and filters. The HTML page already has the name of the site. */
export function createShell() {
  const header = document.querySelector('.header')!;
  const brand = header.querySelector('.brand')!;
  const nav = h('nav', { class: 'views', 'aria-label': text.nav.label });
  const box = createSearchBox();
  const realOnly = createRealOnly();
  const panel = createFilterPanel();
  const chips = createChips();
  const content = h('div', { id: 'content', class: 'content', tabindex: -1 });
  header.append(h('div', { class: 'header-end' }, createThemeChoice()), nav);
  const main = h('main', { class: 'layout' }, panel.element, content);
  const tools = h('div', { class: 'filter-tools' }, panel.opener, chips.element);
  const finder = h('div', { class: 'finder', role: 'search' }, box.element, realOnly.element, tools);
  // A fragment in the URL would add a history entry.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    content.focus();
  };
  header.before(h('a', { class: 'skip-link', href: '#content', on: { click: skip } }, text.skipToContent));
  header.after(createQuotaNotice(), finder, main);

  return {
    content,
    panel,
    /** Shows the state in the frame of the view. */
    update(state: PageState) {
      const isLot = state.lot !== undefined;
      const hasFilters = !isLot && state.view !== 'home' && state.view !== 'glossary';
      main.classList.toggle('without-filters', !hasFilters);
      tools.hidden = !hasFilters;
      const link = (view: View) =>
        stateLink(
          inView(state, view),
          { 'aria-current': state.view === view ? (isLot ? 'true' : 'page') : undefined },
          text.nav[view],
        );
      brand.replaceChildren(stateLink(homeOf(state), {}, text.siteName));
      nav.replaceChildren(
        ...viewGroups.map(({ name, views }) => {
          const label = h('span', { id: `group-${name}`, class: 'group-name' }, homeText.groups[name]);
          const docs = name === 'data' && h('a', { href: '/docs' }, text.nav.docs);
          const group = { class: 'view-group', role: 'group', 'aria-labelledby': label.id };
          return h('div', group, label, ...views.map(link), docs);
        }),
      );
      box.update(state);
      realOnly.update(state);
      chips.update(state);
      panel.update(state);
    },
  };
}

/** The state of the home page; the switch "real sales only" stays. */
const homeOf = (state: PageState): PageState =>
  withRealOnly({ ...emptyState, view: 'home' }, isRealOnly(state));

/** The notice is shown below this share of the hourly requests. */
const lowShare = 0.1;

/** A notice of how many requests are left, hidden until few are left. */
function createQuotaNotice(): HTMLElement {
  const element = h('p', { class: 'notice', role: 'status', hidden: true });
  onQuota(({ left, total, secondsToReset }) => {
    element.hidden = left >= total * lowShare;
    const shown = text.states.low(count(left), count(total), duration(secondsToReset));
    if (!element.hidden) element.textContent = shown;
  });
  return element;
}

/** The switch "real sales only", which applies to every view, and the banner about generated lots. */
function createRealOnly() {
  const input = h('input', {
    ...{ id: 'real-only', type: 'checkbox', role: 'switch' },
    on: { change: () => void goTo(withRealOnly(currentState(), input.checked)) },
  });
  const banner = h('span', { class: 'samples-banner', role: 'status' });
  const element = h(
    'div',
    { class: 'trust' },
    h('label', { class: 'switch' }, input, h('span', {}, homeText.trust.realOnly)),
    banner,
  );
  let hasSamples = false;
  const say = () => {
    const isReal = isRealOnly(currentState());
    element.classList.toggle('with-samples', hasSamples && !isReal);
    banner.textContent = isReal ? homeText.trust.real : hasSamples ? homeText.trust.samples : '';
  };
  onSamples(() => {
    hasSamples = true;
    say();
  });
  return {
    element,
    update(state: PageState) {
      input.checked = isRealOnly(state);
      say();
    },
  };
}
