import type { NamedParameter } from './named-words.ts';
import type { Part } from './part.ts';
import { type Correct, mergeFilters, readPhrase } from './read-phrase.ts';

/** A phrase as a request of the list, and how it was read. */
export interface Interpretation {
  /** The parameters of the list that the phrase means. */
  filter: Record<string, string>;
  /** The words that remain, as the list takes them; null where none remain. */
  q: string | null;
  parts: (Pick<Part, 'kind' | 'filter' | 'label'> & { text: string })[];
  corrections: { text: string; parameter: NamedParameter; value: string }[];
}

/**
 * Reads a phrase as a request of the list.
 * @param correct looks up mistyped words; by default none are corrected
 */
export function interpret(typed: string, correct?: Correct): Interpretation {
  const { parts, rest, quoted, corrections } = readPhrase(typed, correct);
  const written = ({ start, end }: { start: number; end: number }) => typed.slice(start, end);
  // A written word of several folded ones stands once.
  const words = [...new Map(rest.map((word) => [word.start, written(word)])).values()];
  const q = [...words, ...quoted.map((text) => `"${text}"`)].join(' ');
  return {
    filter: mergeFilters(parts),
    q: q === '' ? onlyFillers(typed, parts) : q,
    parts: parts.map(({ kind, filter, label, ...place }) => ({ text: written(place), kind, filter, label })),
    corrections: corrections.map(({ parameter, name, ...place }) => {
      return { text: written(place), parameter, value: name };
    }),
  };
}

/** Where nothing has a meaning, the phrase is words of titles, as it is. */
function onlyFillers(typed: string, parts: readonly Part[]): string | null {
  const words = typed.replaceAll(/["“”]/g, ' ').trim();
  return parts.length > 0 || words === '' ? null : words;
}
