import { h } from '../page/element.ts';
import type { View } from '../page/view.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { glossaryText as words } from './glossary-text.ts';
import { meaningOf, nameOf, type TermGroup } from './terms.ts';

/** The glossary. */
export function createView(): View {
  const element = h('section', { class: 'glossary' });
  return { element, show };

  async function show({ term }: PageState): Promise<void> {
    const groups = Object.keys(words.groups) as TermGroup[];
    element.replaceChildren(
      h('h1', { tabindex: -1 }, text.titles.glossary),
      h('p', { class: 'lead' }, words.lead),
      ...groups.map((group) => section(group, term)),
    );
  }
}

function section(group: TermGroup, shown: string | undefined): HTMLElement {
  const entries = Object.keys(words.terms[group]!).map((term) => {
    const isShown = shown === `${group}.${term}`;
    return h(
      'div',
      { tabindex: isShown && -1, 'aria-current': isShown && 'true' },
      h('dt', nameOf(group, term)),
      h('dd', meaningOf(group, term)),
    );
  });
  return h('section', h('h2', words.groups[group]), h('dl', { class: 'facts' }, ...entries));
}
