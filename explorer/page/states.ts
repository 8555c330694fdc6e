import { Problem, type ProblemWords } from '../service/problem.ts';
import { again, currentState, stateLink } from '../state/navigation.ts';
import { emptyState, withoutFilters } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type Child, h } from './element.ts';
import { duration } from './format.ts';

/** Gray placeholder lines of the expected height, so that the layout does not shift. */
export function skeleton(lines: number, kind = 'row'): HTMLElement {
  const bars = Array.from({ length: lines }, () => h('div', { class: `skeleton skeleton-${kind}` }));
  return h('div', { class: 'skeletons', role: 'status', 'aria-label': text.states.loading }, ...bars);
}

/** A message instead of content. */
export const message = (title: string | null, ...content: Child[]): HTMLElement =>
  h('div', { class: 'state' }, title !== null && h('h2', title), ...content);

/**
 * A message that explains a problem and how to continue.
 * @param level of the heading: 1 where it replaces the whole view
 */
export function problemState(error: unknown, level: 1 | 2): HTMLElement {
  const words: ProblemWords = error instanceof Problem ? error.words : text.states.outdated;
  const { title, advice, details = [] } = words;
  return h(
    'div',
    { class: 'state problem', role: 'alert' },
    h(`h${level}`, { tabindex: -1 }, title),
    advice !== '' && h('p', advice),
    details.length > 0 && h('ul', ...details.map((detail) => h('li', detail))),
    wayOut(error),
  );
}

function wayOut(error: unknown): HTMLElement | null {
  if (!(error instanceof Problem)) {
    // The page failed, not the service: most likely, a newer version no longer has a module.
    console.error(error);
    const reload = { type: 'button', class: 'primary', on: { click: () => location.reload() } };
    return h('p', h('button', reload, text.states.reload));
  }
  if (error.kind === 'refused' && currentState().filters.length > 0) {
    return h('p', stateLink(withoutFilters(currentState()), { class: 'button' }, text.states.clear));
  }
  if (error.kind === 'missing' || (error.kind === 'refused' && currentState().lot !== undefined)) {
    return h('p', stateLink(emptyState, text.states.searchAll));
  }
  const { kind, retryAfterS: waitS } = error;
  const button = h('button', { type: 'button', class: 'primary', on: { click: again } }, text.states.retry);
  const retry = h('p', button, waitS !== undefined && ` ${text.states.limitedAdvice(duration(waitS))}`);
  return kind === 'busy' && waitS ? lookAgain(retry, waitS) : retry;
}

/** Shows the view again after a wait, while its message stands there. Waits on where nobody looks or somebody types. */
export function lookAgain<Message extends HTMLElement>(message: Message, waitS = 5): Message {
  setTimeout(() => {
    if (!message.isConnected) return;
    if (document.hidden || document.activeElement?.matches('input, select')) lookAgain(message, waitS);
    else again();
  }, waitS * 1000);
  return message;
}
