import { type Child, fill, h, rowNote } from '../page/element.ts';
import { lots } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import type { Frame, View } from '../page/view.ts';
import type { KnownName, Vocabulary } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { vocabularyUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { glossaryText as words } from './glossary-text.ts';
import { meaningOf, nameOf, type TermGroup } from './terms.ts';

/** Maximum synonyms shown for a term. */
const maxSynonyms = 5;

/** The glossary: one request, for synonyms and numbers of lots. */
export function createGlossaryView(): View {
  const body = h('div', {});
  const element = h(
    'section',
    { class: 'glossary' },
    h('h1', { tabindex: -1 }, text.titles.glossary),
    h('p', { class: 'lead' }, words.lead),
    body,
    showRequest(vocabularyUrl),
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    // The explanations do not depend on the response.
    const answer = await load<Vocabulary>(vocabularyUrl).catch(() => undefined);
    if (frame.isCurrent()) fill(body, ...groups.map((group) => section(group, state, answer?.data)));
  }
}

const groups = Object.keys(words.groups) as TermGroup[];

function section(group: TermGroup, state: PageState, vocabulary: Vocabulary | undefined): HTMLElement {
  const lists: Partial<Record<TermGroup, KnownName[] | undefined>> = {
    treatment: vocabulary?.treatments,
    object_type: vocabulary?.object_types,
  };
  const known = new Map(lists[group]?.map((one) => [one.name, one]));
  const terms = Object.keys(words.terms[group]!);
  return h(
    'section',
    {},
    h('h2', {}, words.groups[group]),
    h('dl', { class: 'facts' }, ...terms.map((term) => entry(group, term, state, known.get(term)))),
  );
}

function entry(group: TermGroup, term: string, state: PageState, known: KnownName | undefined): HTMLElement {
  const isShown = state.term === `${group}.${term}`;
  const synonyms = (known?.synonyms ?? []).slice(0, maxSynonyms);
  const more: Child[] = [
    synonyms.length > 0 && rowNote(words.also(synonyms.join(', '))),
    known &&
      known.lots > 0 &&
      rowNote(stateLink(lotsOf({ [group]: quoted(term) }), {}, words.view(lots(known.lots)))),
  ];
  return h(
    'div',
    { tabindex: isShown && -1, 'aria-current': isShown && 'true' },
    h('dt', {}, nameOf(group, term)),
    h('dd', {}, meaningOf(group, term), ...more),
  );
}
