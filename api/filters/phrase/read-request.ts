import { fold } from '../../../mappings/vocabulary/index.ts';
import { wrongLetters } from '../../../mappings/vocabulary/wrong-letters.ts';
import { allOf } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { filterClauses } from '../filter-clauses.ts';
import { namesWithLots, preparedNamesBytes } from '../names-with-lots.ts';
import { type Named, type NamedParameter, namedVocabularies, type Part } from './named-words.ts';
import { type Correct, mergeFilters, readPhrase } from './read-phrase.ts';
import type { Asked } from './read-question.ts';

/** A phrase as a request of the list, and how it was read. */
export interface Interpretation {
  asks_for: Asked;
  /** The weight of the stone whose value is asked for; null where none, or no single one, is named. */
  carat: number | null;
  /** The parameters of the list that the phrase means. */
  filter: Record<string, string>;
  /** The words that remain, as the list takes them; null where none remain. */
  q: string | null;
  /** Of the words in `q`, those that no title has, as they are typed; none where no titles were looked up. */
  unknown: string[];
  parts: (Pick<Part, 'kind' | 'filter' | 'label'> & { text: string })[];
  corrections: { text: string; parameter: NamedParameter; value: string }[];
}

/**
 * Reads a phrase as a request of the list.
 * @param correct looks up mistyped words; by default none are corrected
 */
export function interpret(typed: string, correct?: Correct): Interpretation {
  const { asksFor, parts, rest, quoted, corrections } = readPhrase(typed, correct);
  const written = ({ start, end }: { start: number; end: number }) => typed.slice(start, end);
  // A written word that is folded to several words appears once.
  const words = [...new Map(rest.map((word) => [word.start, written(word)])).values()];
  const q = [...words, ...quoted.map(({ text }) => `"${text}"`)].join(' ');
  return {
    asks_for: asksFor,
    carat: (asksFor === 'value' && parts.find(({ carat }) => carat)?.carat) || null,
    filter: mergeFilters(parts),
    q: q !== '' ? q : asksFor === 'lots' ? onlyFillers(typed, parts) : null,
    unknown: [],
    parts: parts.map(({ kind, filter, label, ...place }) => ({ text: written(place), kind, filter, label })),
    corrections: corrections.map(({ parameter, name, ...place }) => {
      return { text: written(place), parameter, value: name };
    }),
  };
}

/** A phrase in which nothing has a meaning is searched in titles as it is. */
function onlyFillers(typed: string, parts: readonly Part[]): string | null {
  const words = typed.replaceAll(/["“”]/g, ' ').trim();
  return parts.length > 0 || words === '' ? null : words;
}

/** Minimum letters of a word with a typo. */
const minLetters = 4;

/** Maximum wrong letters of a word of this length. */
const tolerance = (length: number) => (length < 6 ? 1 : 2);

interface Spelling extends Named {
  spelling: string;
  lots: number;
}

/**
 * Prepares the correction of mistyped words: to the name that differs least and that lots have; of equally
 * different names, to the one with the most lots. The first letter must be right, and a word with a digit is never corrected.
 * @param lots the number of lots by name, for each parameter
 */
export function createCorrect(
  lots: Readonly<Partial<Record<NamedParameter, ReadonlyMap<string, number>>>>,
): Correct {
  const known: Spelling[] = [];
  for (const [parameter, counts] of Object.entries(lots) as [NamedParameter, ReadonlyMap<string, number>][]) {
    const { spellings } = namedVocabularies[parameter];
    const others = [...counts.keys()].map((name) => [fold(name), name] as const);
    for (const [spelling, name] of new Map([...others, ...spellings])) {
      const found = counts.get(name) ?? 0;
      if (found === 0 || spelling.length < minLetters) continue;
      known.push({ parameter, name, spelling, lots: found });
    }
  }
  return (words) => {
    if (words.length < minLetters || /\p{N}/u.test(words)) return undefined;
    const most = tolerance(words.length);
    let best: (Spelling & { wrong: number }) | undefined;
    for (const one of known) {
      if (one.spelling[0] !== words[0] || Math.abs(one.spelling.length - words.length) > most) continue;
      const wrong = wrongLetters(words, one.spelling, most);
      const isBetter = !best || wrong < best.wrong || (wrong === best.wrong && one.lots > best.lots);
      if (wrong <= most && isBetter) best = { ...one, wrong };
    }
    return best && { parameter: best.parameter, name: best.name };
  };
}

/** Maximum words that are looked up in titles; further unknown words are not corrected. */
const maxLookedUp = 10;

/** Reads a phrase beside the data: words are corrected where at least one of them is in no name and no title. */
export async function understand(typed: string, search: SearchContext): Promise<Interpretation> {
  const words = [...new Set(readPhrase(typed).rest.map(({ word }) => word))].slice(0, maxLookedUp);
  if (words.length === 0) return interpret(typed);
  const [correct, counts] = await Promise.all([
    corrector(search),
    search.counts(words.map((word) => allOf(filterClauses({ q: word })))),
  ]);
  const inNoTitle = new Set(words.filter((_, i) => counts[i] === 0));
  const understood = interpret(typed, (some) =>
    some.split(' ').some((word) => inNoTitle.has(word)) ? correct(some) : undefined,
  );
  const isUnknown = (word: string) =>
    inNoTitle.has(word) ||
    (fold(word) !== '' &&
      fold(word)
        .split(' ')
        .every((one) => inNoTitle.has(one)));
  return { ...understood, unknown: (understood.q ?? '').split(' ').filter(isUnknown) };
}

/** Prepared once for each version of the data. Statuses and towns are not counted, so they are not corrected. */
function corrector(search: SearchContext): Promise<Correct> {
  const prepare = async () => createCorrect(await namesWithLots(search));
  return search.memo.derive('corrections', prepare, () => preparedNamesBytes);
}
