import type { Answer } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { h } from './element.ts';
import { count } from './format.ts';
import { shareText } from './share-text.ts';

/** Links to other pages; null if there is only one page. */
export function pager(
  state: PageState,
  { current_page: page, total_pages: pages }: NonNullable<Answer<unknown>['pagination']>,
): HTMLElement | null {
  if (pages <= 1 && page === 1) return null;
  const to = (target: number, name: string, id: string) =>
    target >= 1 && target <= pages && target !== page
      ? stateLink({ ...state, page: target === 1 ? undefined : String(target) }, { id }, name)
      : h('span', { class: 'faint', 'aria-hidden': 'true' }, name);
  return h(
    'nav',
    { class: 'pager row', 'aria-label': shareText.pager.label },
    to(page - 1, shareText.pager.previous, 'page-previous'),
    h('span', { class: 'pager-position' }, shareText.pager.position(count(page), count(pages))),
    to(page + 1, shareText.pager.next, 'page-next'),
  );
}
