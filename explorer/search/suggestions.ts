import type { Suggestion } from '../service/answers.ts';
import { isKept, load } from '../service/load.ts';
import { suggestionsUrl } from '../service/requests.ts';

/** Typing pauses this long before a request is made. */
const pauseMs = 180;
/** One letter begins nearly everything: it is not worth a request. */
const leastLetters = 2;

let timer: ReturnType<typeof setTimeout> | undefined;
let latest = '';

/**
 * Suggestions for what is typed, after a pause; what was asked before comes at once. Only the newest question is
 * answered: `show` is never called for an older one. A failed request suggests nothing.
 */
export function suggest(typed: string, show: (suggestions: Suggestion[]) => void): void {
  const words = typed.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 100);
  latest = words;
  clearTimeout(timer);
  if (words.length < leastLetters) {
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

/** Forgets the question in the air. */
export function stopSuggesting(): void {
  latest = '';
  clearTimeout(timer);
}
