import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { h } from './element.ts';
import { count } from './format.ts';

/** Links to other pages; null if there is only one page. */
export function pager(
  state: PageState,
  { current_page: page, total_pages: pages }: Pages,
): HTMLElement | null {
  if (pages <= 1 && page === 1) return null;
  const to = (target: number, name: string, id: string) =>
    target >= 1 && target <= pages && target !== page
      ? stateLink({ ...state, page: target === 1 ? undefined : String(target) }, { id }, name)
      : h('span', { class: 'disabled', 'aria-hidden': 'true' }, name);
  return h(
    'nav',
    { class: 'pager', 'aria-label': text.pager.label },
    to(1, text.pager.first, 'page-first'),
    to(page - 1, text.pager.previous, 'page-previous'),
    h('span', { class: 'pager-position' }, text.pager.position(count(page), count(pages))),
    to(page + 1, text.pager.next, 'page-next'),
    to(pages, text.pager.last, 'page-last'),
  );
}

interface Pages {
  current_page: number;
  total_pages: number;
}
