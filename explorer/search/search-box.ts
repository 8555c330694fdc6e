import { fill, h } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import type { AuctionRecord, Interpretation, Suggestion } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { countUrl, interpretUrl, suggestionsUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import {
  type Filter,
  glossaryAt,
  inPlace,
  lotsOf,
  type PageState,
  sectionOf,
  shownFilters,
  withFilter,
  withoutValue,
  withValue,
} from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { answerTo, droppedWords, type Reading, withHouses } from './phrase-answer.ts';
import { searchText as words } from './search-text.ts';

/** Debounce time before a request. */
const pauseMs = 180;
/** Minimum letters, because a single letter matches nearly everything. */
const minLetters = 2;

/**
 * The search box of the header: a combobox whose list shows names and titles, following the ARIA Authoring Practices
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the input; arrows move the active option. A
 * phrase leads to the lots that it means, or to the place that answers its question.
 */
export function createSearchBox() {
  let choices: Suggestion[] = [];
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Counts what was typed and searched, so that no late response is shown.
  let turn = 0;
  let toldFor = '';
  // The filters of the phrase in the box. Another phrase replaces them.
  let searched: readonly Filter[] = [];
  let hadFilters = hasFilters(currentState());
  const input = h('input', {
    id: 'search',
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: 100,
    placeholder: text.searchBox.placeholder,
    'aria-label': text.searchBox.label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'suggestions',
    on: { input: onInput, blur: close, keydown: onKey },
  });
  const list = h('ul', {
    id: 'suggestions',
    role: 'listbox',
    hidden: true,
    'aria-label': text.searchBox.listLabel,
  });
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const told = h('div', { class: 'corrections', role: 'status' });
  const button = h('button', { type: 'submit' }, text.searchBox.submit);
  const form = h('form', { class: 'search-box', on: { submit } }, input, button, list, status);
  return {
    element: form,
    /** What was understood of a phrase. */
    told,
    /** Removes the notes on a phrase when other filters are shown, and the phrase when there are none any more. */
    update(state: PageState) {
      if (filtersOf(state) !== toldFor) fill(told);
      if (hadFilters && !hasFilters(state)) input.value = '';
      hadFilters = hasFilters(state);
    },
  };

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const chosen = choices[active];
    if (chosen) choose(chosen);
    else void understand(input.value.trim());
  }

  async function understand(typed: string) {
    close();
    fill(told);
    if (typed === '') return;
    const mine = turn;
    const start = searchStart();
    const answer = await load<Interpretation>(interpretUrl(typed)).catch(() => undefined);
    const named = answer && ((await numbered(answer.data, start)) ?? (await askedTerm(typed, answer.data)));
    if (named) return mine === turn && goTo(named);
    // The list searches titles while the service cannot read phrases.
    const read = answer ? await readPhrase(typed, answer.data, start.filters) : onlyTitles(typed);
    if (mine !== turn) return;
    const next = answerTo(read, start, typed);
    searched = lotsOf(read.filter).filters;
    toldFor = filtersOf(next);
    void goTo(next);
    const { corrections, q, unknown } = read;
    fill(
      told,
      ...corrections.map((one) => h('span', words.phrase.corrected(one.text, one.value), ' ')),
      corrections.length > 0 &&
        h('span', stateLink(withFilter(start, 'q', [typed]), words.phrase.titlesInstead(typed)), '. '),
      sectionOf(next) === 'lots'
        ? unknown.length > 0 && h('span', words.phrase.inNoTitle(unknown.join(' ')))
        : q !== null && h('span', words.phrase.unused(q)),
    );
  }

  function onInput() {
    close();
    const typed = input.value.trim().replace(/\s+/g, ' ').toLowerCase();
    if (typed.length < minLetters) return;
    const mine = turn;
    const ask = async () => {
      // A failed request suggests nothing.
      const answer = await load<Suggestion[]>(suggestionsUrl(typed)).catch(() => undefined);
      if (mine === turn && answer) open(answer.data);
    };
    timer = setTimeout(ask, pauseMs);
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

  function open(found: Suggestion[]) {
    if (document.activeElement !== input || found.length === 0) return;
    choices = found;
    fill(list, ...choices.map(option));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    status.textContent = words.box.available(choices.length, count(choices.length));
  }

  function option(choice: Suggestion, index: number) {
    const { text: name, type, lots: found, matched } = choice;
    const match = [matched ?? []].flat().join(' ');
    // The match is shown if the name does not contain it.
    const isOther = match !== '' && !name.toLowerCase().includes(match.toLowerCase());
    // Otherwise the input would lose the focus and close the list before the click.
    const mousedown = (event: MouseEvent) => event.preventDefault();
    const on = { mousedown, click: () => choose(choice) };
    return h(
      'li',
      { id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false', on },
      h('span', { class: 'suggestion-name' }, name),
      isOther && h('span', { class: 'suggestion-note' }, words.box.matched(match)),
      h('span', { class: 'suggestion-type' }, words.box.types[type]),
      h('span', { class: 'suggestion-lots' }, lots(found)),
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

  function choose({ filter, text: name }: Suggestion) {
    close();
    input.value = name;
    searched = Object.entries(filter);
    void goTo(searched.reduce((known, [one, value]) => withValue(known, one, value), searchStart()));
  }

  /** The state that a search starts from: without the phrase before, and the list of lots from the home page and a lot. */
  function searchStart(): PageState {
    const state = currentState();
    const start = state.lot === undefined && state.view !== 'home' ? state : inPlace(state, 'search');
    const before = searched.reduce((known, [name, value]) => withoutValue(known, name, value), start);
    return { ...before, prefer: undefined };
  }

  /** Closes the list, and drops the suggestions that are on their way. */
  function close() {
    turn++;
    clearTimeout(timer);
    choices = [];
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    status.textContent = '';
    activate(-1);
  }
}

const hasFilters = (state: PageState) => shownFilters(state).length > 0 || state.prefer !== undefined;

const filtersOf = (state: PageState) => JSON.stringify(state.filters.map(String).sort());

const onlyTitles = (q: string): Reading => {
  return { filter: { q }, q: null, asks_for: 'lots', carat: null, corrections: [], unknown: [] };
};

/**
 * Reads a phrase. A title that has it as it is typed wins over names. Words that are no names are words of titles if titles
 * have them, and unknown otherwise.
 * @param others the filters that are kept
 */
async function readPhrase(
  typed: string,
  interpretation: Interpretation,
  others: readonly Filter[],
): Promise<Reading> {
  const { q, filter, lots, parts, ...asked } = withHouses(interpretation, typed);
  const named = lotsOf(filter).filters;
  const dropped = droppedWords(parts);
  const inTitles = await Promise.all(dropped.map((word) => hasLots([...named, ['q', word]])));
  const unknown = [...asked.unknown, ...dropped.filter((_, place) => !inTitles[place])];
  const words = [...(q?.split(' ') ?? []), ...dropped];
  const read = { ...asked, filter, unknown, q: words.join(' ') || null };
  if (asked.asks_for !== 'lots') return read;
  // Titles may have some of several words: those come first.
  const ordered = { ...read, q: words.filter((word) => !unknown.includes(word)).join(' ') || null };
  if (q === null && lots > 0) return ordered;
  const title = `"${typed.replaceAll('"', ' ')}"`;
  const kept = others.filter(([name]) => name !== 'q');
  if (await hasLots([...kept, ['q', title]])) return onlyTitles(title);
  if (q === null) return ordered;
  if (named.length === 0) return onlyTitles(q);
  if (lots > 0) return read;
  return words.length === 1 ? { ...read, q: null, unknown: words } : ordered;
}

/** The lots with the report number or record ID that a phrase is; the page of the lot where it is one. */
async function numbered({ q, filter }: Interpretation, start: PageState): Promise<PageState | undefined> {
  if (q === null || !/^\S*\d\S*$/.test(q)) return undefined;
  const isId = Object.keys(filter).length === 0 && /^[1-9]\d*$/.test(q);
  for (const name of isId ? ['report_number', 'ids'] : ['report_number']) {
    const filters: Filter[] = [...lotsOf(filter).filters, [name, quoted(q)]];
    const found = await load<AuctionRecord[]>(countUrl(filters)).catch(() => undefined);
    const { data = [], pagination } = found ?? {};
    const lot = pagination?.total_records === 1 ? String(data[0]!.id) : undefined;
    if (lot !== undefined) return { ...start, lot };
    if (data.length > 0) return { ...start, filters };
  }
  return undefined;
}

/** The words around the term that a question asks for. */
const aroundTerm =
  /^(?:what(?:[’']s| is| are| does)|define|explain|meaning of)\s+(?:(?:an?|the)\s+)?|\s+means?\b|\?/gi;

/** The glossary at the term that a phrase asks for, or is where no title has its words. */
async function askedTerm(typed: string, { q, lots }: Interpretation): Promise<PageState | undefined> {
  const asked = typed.replaceAll(aroundTerm, '');
  if (asked === typed && (q === null || lots > 0)) return undefined;
  const { termNamed } = await import('../about/terms.ts');
  const term = termNamed(asked);
  return term === undefined ? undefined : glossaryAt(term);
}

const hasLots = (filters: readonly Filter[]): Promise<boolean> =>
  load(countUrl(filters)).then(
    ({ pagination }) => pagination!.total_records > 0,
    () => false,
  );
