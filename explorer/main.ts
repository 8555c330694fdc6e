import * as home from './home/home-view.ts';
import { createShell, withFilters } from './page/shell.ts';
import { problemState, skeleton } from './page/states.ts';
import type { Frame, View } from './page/view.ts';
import { filterNames } from './search/filter-names.ts';
import { noValue, quoted } from './state/list-values.ts';
import { type Arrival, again, currentState, respell, startNavigation } from './state/navigation.ts';
import {
  addressOf,
  type Filter,
  listNames,
  type PageState,
  type Section,
  sectionOf,
  valuesOf,
} from './state/page-state.ts';
import { text } from './text/text.ts';

/** The modules of the views. All except the home page are loaded on demand. */
const modules = {
  home: async () => home,
  lots: () => import('./search/search-view.ts'),
  lot: () => import('./lot/lot-view.ts'),
  stones: () => import('./lot/stones.ts'),
  records: () => import('./search/records-view.ts'),
  market: () => import('./prices/market-view.ts'),
  index: () => import('./prices/index-view.ts'),
  factors: () => import('./prices/factors-view.ts'),
  value: () => import('./value/value-view.ts'),
  table: () => import('./houses/houses-view.ts'),
  coverage: () => import('./about/coverage-view.ts'),
  glossary: () => import('./about/glossary-view.ts'),
} satisfies Record<Section | 'lot', () => Promise<{ createView(): View }>>;
type Kind = keyof typeof modules;

const views = new Map<Kind, Promise<View>>();
const shell = createShell();
let shown: { kind: Kind; state: PageState } | undefined;
let turn = 0;

document.documentElement.lang = text.language;
startNavigation(show);
startKeys();
addEventListener('online', again);

async function show(state: PageState, arrival: Arrival): Promise<void> {
  const mine = ++turn;
  const isCurrent = () => mine === turn;
  const kind: Kind = state.lot === undefined ? sectionOf(state) : 'lot';
  const before = shown;
  shown = { kind, state };
  shell.update(state);
  shell.samples('');
  document.title = titleOf(state);
  const frame: Frame = { isCurrent, facets: shell.facets, samples: shell.samples, understood };
  shell.content.setAttribute('aria-busy', 'true');
  // The first view may take seconds to load on a slow line.
  if (!shell.content.hasChildNodes()) shell.content.append(skeleton(8));
  try {
    const view = await viewOf(kind);
    if (!isCurrent()) return;
    if (shell.content.firstElementChild !== view.element) shell.content.replaceChildren(view.element);
    await view.show(state, frame);
  } catch (error) {
    if (!isCurrent()) return;
    const view = await views.get(kind)?.catch(() => undefined);
    const back = kind === 'lot' ? view?.element.querySelector('.back') : undefined;
    shell.content.replaceChildren(...(back ? [back] : []), problemState(error, 1));
  }
  if (!isCurrent()) return;
  shell.content.removeAttribute('aria-busy');
  if (kind === 'lot')
    document.title = text.titles.page(shell.content.querySelector('h1')?.textContent ?? '', '');
  placeFocus(kind, before, arrival);
}

function viewOf(kind: Kind): Promise<View> {
  const known = views.get(kind);
  if (known) return known;
  const hasFilters = kind !== 'lot' && withFilters(kind, false);
  const made = Promise.all([modules[kind](), hasFilters && shell.loadFilters()]).then(([{ createView }]) =>
    createView(),
  );
  views.set(kind, made);
  // A module that failed to load may load at the next attempt.
  made.catch(() => views.delete(kind));
  return made;
}

/**
 * Moves the focus: to the term of a glossary link, to the row of the lot when going back from its page, or to the heading
 * of another view.
 */
function placeFocus(kind: Kind, before: typeof shown, arrival: Arrival): void {
  const term = shell.content.querySelector<HTMLElement>('.glossary [aria-current]');
  if (term && arrival !== 'history') {
    term.focus({ preventScroll: true });
    term.scrollIntoView({ block: 'center' });
    return;
  }
  if (!before || (before.kind === kind && before.state.lot === currentState().lot)) return;
  const isBack = addressOf({ ...before.state, lot: undefined }) === addressOf(currentState());
  const row = isBack ? document.getElementById(`lot-${before.state.lot}`) : null;
  const target = row ?? shell.content.querySelector<HTMLElement>('h1');
  target?.focus({ preventScroll: true });
  if (row && arrival === 'step') row.scrollIntoView({ block: 'center' });
  else if (arrival === 'step') scrollTo(0, 0);
}

/** The key `/` goes to the search box, except while somebody types. */
function startKeys(): void {
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (target instanceof HTMLElement && target.closest('input, select, textarea')) return;
    if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    event.preventDefault();
    document.querySelector<HTMLInputElement>('#search')?.focus();
  });
}

/** Replaces lists in the URL by the values that the API used: "Burma" becomes Myanmar, `a,b` becomes two values. */
function understood(filters: Record<string, unknown>): void {
  const state = currentState();
  // Statistics report filters that the URL does not have, such as the counted statuses.
  const canonical = listNames.filter(
    (name) => Array.isArray(filters[name]) && valuesOf(state, name).length > 0,
  );
  const others = state.filters.filter(([name]) => !(canonical as string[]).includes(name));
  const lists = canonical.flatMap((name) =>
    (filters[name] as unknown[]).map(
      (value): Filter => [name, value === noValue ? noValue : quoted(String(value))],
    ),
  );
  const known = new Set(state.filters.map(String));
  if (lists.every((filter) => known.has(String(filter))) && lists.length + others.length === known.size)
    return;
  const spelled = { ...state, filters: [...lists, ...others] };
  if (addressOf(spelled) === addressOf(state)) return;
  respell(spelled);
  shell.update(spelled);
  document.title = titleOf(spelled);
}

function titleOf(state: PageState): string {
  return text.titles.page(text.titles[sectionOf(state)], filterNames(state).join(', '));
}
