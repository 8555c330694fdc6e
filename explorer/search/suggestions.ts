import type { Suggestion } from '../service/answers.ts';
import { isKept, load } from '../service/load.ts';
import { suggestionsUrl } from '../service/requests.ts';

/** Debounce time before a request. */
const pauseMs = 180;
/** Minimum letters: a single letter matches nearly everything. */
const minLetters = 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let latest = '';

/**
 * Suggestions for the typed text, debounced; cached ones come immediately. Only the newest request is
 * shown: `show` is never called for an older one. A failed request suggests nothing.
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
