import { homeText } from '../home/home-text.ts';
import { fill, h } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import type { Interpretation, Suggestion } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { interpretUrl } from '../service/requests.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import { inPlace, lotsOf, type PageState, withFilter, withValue } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { markTyped, stopSuggesting, suggest } from './suggestions.ts';

interface Choice {
  label: string;
  type: keyof typeof text.searchBox.types;
  note: string | undefined;
  lots: number | undefined;
  filter: Record<string, string>;
}

/**
 * The search box: a combobox whose list shows names and titles, following the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the input; arrows move the active option.
 */
export function createSearchBox() {
  let choices: Choice[] = [];
  let active = -1;

  const input = h('input', {
    ...{ id: 'search', type: 'text', role: 'combobox', autocomplete: 'off', spellcheck: 'false' },
    ...{ enterkeyhint: 'search', maxlength: 100, placeholder: text.searchBox.placeholder },
    ...{ 'aria-label': text.searchBox.label, 'aria-autocomplete': 'list' },
    ...{ 'aria-expanded': 'false', 'aria-controls': 'suggestions' },
    on: { input: onInput, keydown: onKey, blur: close, focus: () => input.value !== '' && onInput() },
  });
  const list = h('ul', {
    id: 'suggestions',
    role: 'listbox',
    'aria-label': text.searchBox.listLabel,
    hidden: true,
  });
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = choices[active];
    if (chosen) choose(chosen);
    else void understand(input.value.trim());
  };
  const told = h('div', { class: 'corrections', role: 'status' });
  let toldFor = '';
  const form = h(
    'form',
    { class: 'search-box', on: { submit } },
    input,
    h('button', { type: 'submit' }, text.searchBox.submit),
    list,
    status,
  );
  return {
    element: h('div', {}, form, told),
    /** Removes the notes on corrections when other filters are shown. */
    update(state: PageState) {
      if (filtersOf(state) !== toldFor) fill(told);
    },
  };

  /** Lets the API turn the phrase into filters; if that fails, searches titles for its words. */
  async function understand(typed: string) {
    if (typed === '') return;
    const answer = await load<Interpretation>(interpretUrl(typed)).catch(() => undefined);
    if (!answer) return choose(wordsChoice(typed));
    const { filter, q, corrections } = answer.data;
    close();
    input.value = '';
    const start = searchStart();
    // A phrase replaces the filters that it names, and keeps the others.
    const named = lotsOf({ ...filter, ...(q === null ? {} : { q }) }).filters;
    const names = [...new Set(named.map(([name]) => name))].flatMap(bothEnds);
    const cleared = names.reduce((state, name) => withFilter(state, name, []), start);
    const next = { ...cleared, filters: [...cleared.filters, ...named] };
    toldFor = filtersOf(next);
    void goTo(next);
    fill(
      told,
      ...corrections.map((one) => h('span', {}, homeText.phrase.corrected(one.text, one.value), ' ')),
      corrections.length > 0 &&
        stateLink(withFilter(start, 'q', [typed]), {}, homeText.phrase.titlesInstead(typed)),
    );
  }

  function onInput() {
    const typed = input.value.trim();
    if (typed === '') return close();
    suggest(typed, (found) => open([...found.map(toChoice), wordsChoice(typed)], typed));
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (list.hidden) input.value = '';
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (list.hidden) return onInput();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // One more position than options: the input itself, where no option is active.
      const places = choices.length + 1;
      activate(((active + 1 + step + places) % places) - 1);
    }
  }

  function open(offered: Choice[], typed: string) {
    if (document.activeElement !== input) return;
    choices = offered;
    fill(list, ...choices.map((choice, index) => option(choice, index, typed)));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    status.textContent = text.searchBox.available(choices.length, count(choices.length));
    activate(-1);
  }

  function option(choice: Choice, index: number, typed: string) {
    // Otherwise the input would lose the focus and close the list before the click.
    const mousedown = (event: MouseEvent) => event.preventDefault();
    return h(
      'li',
      {
        ...{ id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false' },
        on: { mousedown, click: () => choose(choice) },
      },
      h(
        'span',
        { class: 'suggestion-name' },
        ...markTyped(choice.label, choice.type === 'words' ? '' : typed),
      ),
      choice.note ? h('span', { class: 'suggestion-note' }, choice.note) : null,
      h('span', { class: 'suggestion-type' }, text.searchBox.types[choice.type]),
      choice.lots === undefined ? null : h('span', { class: 'suggestion-lots' }, lots(choice.lots)),
    );
  }

  function activate(index: number) {
    active = index;
    for (const [place, element] of [...list.children].entries()) {
      element.setAttribute('aria-selected', String(place === index));
      if (place === index) element.scrollIntoView({ block: 'nearest' });
    }
    if (index < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `suggestion-${index}`);
  }

  function choose({ filter }: Choice) {
    close();
    input.value = '';
    const next = Object.entries(filter).reduce(
      (known, [name, value]) => withValue(known, name, value),
      searchStart(),
    );
    void goTo(next);
  }

  function close() {
    stopSuggesting();
    choices = [];
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    status.textContent = '';
    active = -1;
  }
}

/** The state that a search starts from: the current view, or the list of lots from the home page and from a lot. */
function searchStart(): PageState {
  const state = currentState();
  return state.lot === undefined && state.view !== 'home' ? state : inPlace(state, 'search');
}

const filtersOf = (state: PageState) => JSON.stringify(state.filters.map(String).sort());

/** The filters that a filter replaces: both ends of its range, and all filters by time for one of them. */
function bothEnds(name: string): string[] {
  if (['year', 'date_from', 'date_to'].includes(name)) return ['year', 'date_from', 'date_to'];
  return /_(min|max)$/.test(name) ? [name.replace(/max$/, 'min'), name.replace(/min$/, 'max')] : [name];
}

function toChoice({ text: label, type, lots: found, filter, matched }: Suggestion): Choice {
  const words = [matched].flat().join(' ');
  // The match is shown if the name does not contain it.
  const isOther = words !== '' && !label.toLowerCase().includes(words.toLowerCase());
  return { label, type, lots: found, filter, note: isOther ? text.searchBox.matched(words) : undefined };
}

function wordsChoice(typed: string): Choice {
  const filter: Record<string, string> = typed === '' ? {} : { q: typed };
  return { label: text.searchBox.titlesWith(typed), type: 'words', note: undefined, lots: undefined, filter };
}
