import { fill, h } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import type { Interpretation, Suggestion } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { countUrl, interpretUrl } from '../service/opening-requests.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import {
  type Filter,
  inPlace,
  lotsOf,
  type PageState,
  sectionOf,
  shownFilters,
  withFilter,
  withoutValue,
  withValue,
} from '../state/page-state.ts';
import { answerTo } from './phrase-answer.ts';
import { searchText as words } from './search-text.ts';
import { markTyped, stopSuggesting, suggest } from './suggestions.ts';

interface Choice {
  label: string;
  type: keyof typeof words.box.types;
  note: string | undefined;
  lots: number | undefined;
  filter: Record<string, string>;
}

/** The parts of the search box. */
interface Parts {
  input: HTMLInputElement;
  list: HTMLElement;
  status: HTMLElement;
  /** Notes on how a phrase was read. */
  told: HTMLElement;
}

/** What the search box does. */
export type Combobox = ReturnType<typeof createCombobox>;

/**
 * A combobox whose list shows names and titles, following the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the input; arrows move the active option.
 */
export function createCombobox({ input, list, status, told }: Parts) {
  let choices: Choice[] = [];
  let active = -1;
  let toldFor = '';
  // The filters of the phrase in the box. Another phrase replaces them.
  let searched: readonly Filter[] = [];
  let turn = 0;
  let hadFilters = hasFilters(currentState());
  return {
    submit() {
      const chosen = choices[active];
      if (chosen) choose(chosen);
      else void understand(input.value.trim());
    },
    typed: onInput,
    pressed: onKey,
    close,
    /** Removes the notes on a phrase when other filters are shown, and the phrase when there are none any more. */
    update(state: PageState) {
      if (filtersOf(state) !== toldFor) fill(told);
      if (hadFilters && !hasFilters(state)) input.value = '';
      hadFilters = hasFilters(state);
    },
  };

  /** Goes to the lots that a phrase means, or to the place that answers its question. */
  async function understand(typed: string) {
    close();
    if (typed === '') return;
    const mine = ++turn;
    const start = searchStart();
    const read = await readPhrase(typed, start.filters);
    if (mine !== turn) return;
    if (!read) return choose(wordsChoice(typed));
    const { corrections, q } = read;
    const next = answerTo(read, start);
    searched = lotsOf(read.filter).filters;
    toldFor = filtersOf(next);
    void goTo(next);
    fill(
      told,
      ...corrections.map((one) => h('span', {}, words.phrase.corrected(one.text, one.value), ' ')),
      corrections.length > 0 &&
        stateLink(withFilter(start, 'q', [typed]), {}, words.phrase.titlesInstead(typed)),
      q !== null && sectionOf(next) !== 'lots' && h('span', {}, words.phrase.unused(q)),
    );
  }

  function onInput() {
    activate(-1);
    const typed = input.value.trim();
    if (typed === '') return close();
    suggest(typed, (found) => open([...found.map(toChoice), wordsChoice(typed)], typed));
  }

  function onKey(key: string) {
    if (key === 'Escape') {
      if (list.hidden) input.value = '';
      close();
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (list.hidden) return onInput();
      const step = key === 'ArrowDown' ? 1 : -1;
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
    status.textContent = words.box.available(choices.length, count(choices.length));
    activate(-1);
  }

  function option(choice: Choice, index: number, typed: string) {
    // Otherwise the input would lose the focus and close the list before the click.
    const mousedown = (event: MouseEvent) => event.preventDefault();
    return h(
      'li',
      {
        id: `suggestion-${index}`,
        role: 'option',
        'aria-selected': 'false',
        on: { mousedown, click: () => choose(choice) },
      },
      h(
        'span',
        { class: 'suggestion-name' },
        ...markTyped(choice.label, choice.type === 'words' ? '' : typed),
      ),
      choice.note ? h('span', { class: 'suggestion-note' }, choice.note) : null,
      h('span', { class: 'suggestion-type' }, words.box.types[choice.type]),
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

  function choose({ filter, label, type }: Choice) {
    close();
    turn++;
    if (type !== 'words') input.value = label;
    const next = Object.entries(filter).reduce(
      (known, [name, value]) => withValue(known, name, value),
      searchStart(),
    );
    searched = Object.entries(filter);
    void goTo(next);
  }

  /** The state that a search starts from: without the phrase before, and the list of lots from the home page and a lot. */
  function searchStart(): PageState {
    const state = currentState();
    const start = state.lot === undefined && state.view !== 'home' ? state : inPlace(state, 'search');
    const before = searched.reduce((known, [name, value]) => withoutValue(known, name, value), start);
    return { ...before, prefer: undefined };
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

const hasFilters = (state: PageState) => shownFilters(state).length > 0 || state.prefer !== undefined;

const filtersOf = (state: PageState) => JSON.stringify(state.filters.map(String).sort());

/**
 * A phrase as filters; undefined if the service does not answer. Words that are no names remain as `q`, unless titles have
 * them: then they are the filter `q`, as is the whole phrase where a title has it as it is typed.
 * @param others the filters that are kept
 */
async function readPhrase(typed: string, others: readonly Filter[]): Promise<Interpretation | undefined> {
  const read = (await load<Interpretation>(interpretUrl(typed)).catch(() => undefined))?.data;
  if (read?.asks_for !== 'lots' || (read.q === null && read.lots > 0)) return read;
  const title = `"${typed.replaceAll('"', ' ')}"`;
  const kept = others.filter(([name]) => name !== 'q');
  const titles = await load(countUrl([...kept, ['q', title]])).catch(() => undefined);
  if (titles?.pagination?.total_records) return { ...read, filter: { q: title }, q: null, corrections: [] };
  const isOnlyWords = read.q !== null && read.lots > 0 && Object.keys(read.filter).length === 0;
  return isOnlyWords ? { ...read, filter: { q: read.q! }, q: null } : read;
}

function toChoice({ text: label, type, lots: found, filter, matched }: Suggestion): Choice {
  const match = [matched].flat().join(' ');
  // The match is shown if the name does not contain it.
  const isOther = match !== '' && !label.toLowerCase().includes(match.toLowerCase());
  return { label, type, lots: found, filter, note: isOther ? words.box.matched(match) : undefined };
}

function wordsChoice(typed: string): Choice {
  const filter: Record<string, string> = typed === '' ? {} : { q: typed };
  return { label: words.box.titlesWith(typed), type: 'words', note: undefined, lots: undefined, filter };
}
