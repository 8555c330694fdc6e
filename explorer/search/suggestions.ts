import { type Child, h } from '../page/element.ts';
import type { Suggestion } from '../service/answers.ts';
import { isKept, load } from '../service/load.ts';
import { suggestionsUrl } from '../service/opening-requests.ts';

/** Debounce time before a request. */
const pauseMs = 180;
/** Minimum letters, because a single letter matches nearly everything. */
const minLetters = 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let latest = '';

/**
 * Calls `show` with suggestions for the typed text. Requests are debounced; cached suggestions come immediately. `show` is
 * never called for an older text. A failed request suggests nothing.
 */
export function suggest(typed: string, show: (suggestions: Suggestion[]) => void): void {
  const words = typed.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 100);
  latest = words;
  clearTimeout(timer);
  if (words.length < minLetters) {
    show([]);
    return;
  }
  const url = suggestionsUrl(words);
  const ask = async () => {
    const found = await load<Suggestion[]>(url).then(
      ({ data }) => data,
      () => [],
    );
    if (latest === words) show(found);
  };
  if (isKept(url)) void ask();
  else timer = setTimeout(ask, pauseMs);
}

/** Drops the request in flight. */
export function stopSuggesting(): void {
  latest = '';
  clearTimeout(timer);
}

/** The name with the typed text marked, ignoring case and accents. */
export function markTyped(name: string, typed: string): Child[] {
  const wanted = fold(typed);
  // Marking requires that folding keeps the number of characters; otherwise nothing is marked.
  const folded = [...name].map(fold);
  const start =
    wanted === '' || folded.some((letter) => letter.length !== 1) ? -1 : find(folded.join(''), wanted);
  if (start < 0) return [name];
  const letters = [...name];
  const end = start + wanted.length;
  return [
    letters.slice(0, start).join(''),
    h('mark', {}, letters.slice(start, end).join('')),
    letters.slice(end).join(''),
  ];
}

/** The position of a text at the beginning of a word; -1 if there is none. */
function find(folded: string, wanted: string): number {
  if (folded.startsWith(wanted)) return 0;
  const inside = folded.indexOf(` ${wanted}`);
  return inside < 0 ? -1 : inside + 1;
}

const fold = (letters: string) =>
  letters
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
