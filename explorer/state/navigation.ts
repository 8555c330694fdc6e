import { type Content, h, withAttributes } from '../page/element.ts';
import { addressOf, type PageState, readState } from './page-state.ts';

/** How the page reached a state: opened, navigated, or back and forward. */
export type Arrival = 'opened' | 'step' | 'history';

let current: PageState = readState(location.search);
let render: (state: PageState, arrival: Arrival) => Promise<void> = async () => undefined;

/** The state of the URL. */
export const currentState = () => current;

/** Shows the state of the URL, now and whenever it changes. */
export function startNavigation(show: typeof render): void {
  render = show;
  // The page restores the scroll position itself, because the browser would do it before the content is loaded.
  history.scrollRestoration = 'manual';
  addEventListener('popstate', async (event) => {
    current = readState(location.search);
    await render(current, 'history');
    scrollTo(0, event.state?.scroll ?? 0);
  });
  // The view may have moved since the address was written.
  respell(current);
  void render(current, 'opened');
}

/** Shows a state, and adds a history entry unless the URL is the same. */
export async function goTo(state: PageState): Promise<void> {
  const address = addressOf(state);
  history.replaceState({ scroll: scrollY }, '');
  if (address !== addressOf(current)) history.pushState({ scroll: 0 }, '', address);
  current = state;
  await render(state, 'step');
}

/** Replaces the URL of the state, without a history entry and without rendering. */
export function respell(state: PageState): void {
  current = state;
  history.replaceState(history.state, '', addressOf(state));
}

/** Shows the current state again, after a problem. */
export function again(): void {
  void render(current, 'step');
}

/** A link to a state. Its real URL also opens in new tabs. */
export function stateLink(state: PageState, ...content: Content): HTMLAnchorElement {
  const [attributes, ...children] = withAttributes(content);
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    void goTo(state);
  };
  return h('a', { ...attributes, href: addressOf(state), on: { click } }, ...children);
}
