import { fold } from '../vocabulary/vocabulary.ts';
import { splitCompound } from './compounds.ts';

/** A word of a text. */
export interface Token {
  /** Place in the text: first character, and the one behind the last. */
  start: number;
  end: number;
  /** The word folded: "ÉMERAUDES" is "emeraudes". */
  word: string;
  /** Without a French or Italian article that is elided before it: "d'opale" is "opale". */
  bare: string;
  /** What stands between the word before and this one. */
  gap: string;
}

export type Tokens = readonly Token[];

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’‘`´][\p{L}\p{M}]+)*/gu;
const elided = /^(?:dell|dall|nell|sull|all|qu|[dlns])['’‘`´](?=.{3})/iu;

/** Words that only an accent tells from the name of a gem or a place, and what to read instead. */
const homographs: [RegExp, string][] = [
  // Beaded gold, a pattern; the trade name of a line of jewels.
  [/^perl(?:ée?s?|ees?)$/iu, 'beaded'],
  // Rhinestones.
  [/^diamantée?s?$/iu, 'rhinestone'],
  // A style. Bohemia is "Bohême".
  [/^boh[èe]mes?$/iu, 'boho'],
];

/** The words of a text in NFC, German compounds such as "Smaragdring" taken apart. */
export function tokensOf(text: string): Token[] {
  let end = 0;
  return [...text.matchAll(wordPattern)].flatMap(({ 0: written, index: start }) => {
    const gap = text.slice(end, start);
    end = start + written.length;
    const word = homographs.find(([pattern]) => pattern.test(written))?.[1] ?? fold(written);
    const parts = splitCompound(word);
    if (parts.length > 1) return placed(parts, start, end, gap);
    return { start, end, word, bare: elided.test(written) ? fold(written.replace(elided, '')) : word, gap };
  });
}

/** The parts of a compound as words of their own. Accents and ß change lengths: borders inside may be a letter off. */
function placed(parts: readonly string[], start: number, end: number, gap: string): Token[] {
  let at = start;
  return parts.map((word, i) => {
    const from = at;
    at = i === parts.length - 1 ? end : Math.min(end - 1, from + word.length);
    return { start: from, end: at, word, bare: word, gap: i === 0 ? gap : '' };
  });
}

/** The words with the decimals of a number as one of them, as titles are searched: "10.15 mm". */
export function withDecimals(tokens: Tokens): Token[] {
  const joint: Token[] = [];
  for (const token of tokens) {
    const before = joint.at(-1);
    if (before && /^[.,]$/.test(token.gap) && /^\d+ \d+$/.test(`${before.word} ${token.word}`)) {
      const word = before.word + token.gap + token.word;
      joint[joint.length - 1] = { ...before, end: token.end, word, bare: word };
    } else joint.push(token);
  }
  return joint;
}

/** Whether two neighboring words belong together: no comma, bracket or the like between them. */
export const joined = ({ gap }: Token): boolean => /^(?:\.|[\s\-‐‑–_"'“”‘’«»]*)$/u.test(gap);

/** The word at a place; '' where there is none. */
export const wordAt = (tokens: Tokens, at: number): string => tokens[at]?.word ?? '';

/** The word at a place that belongs together with the one before it; '' where none does. */
export const nextWord = (tokens: Tokens, at: number): string =>
  tokens[at] && joined(tokens[at]) ? tokens[at].word : '';

/** A name in a text, and its words, from the first to behind the last. */
export interface Mention<Name = string> {
  name: Name;
  from: number;
  to: number;
}

/**
 * The names among words, in their order; of those that begin at a word the longest is taken.
 * @param nameOf the name that folded words mean
 * @param spellings those of several words
 * @param belongs whether a word may belong to a name that begins before it
 */
export function findNames<Name>(
  tokens: Tokens,
  nameOf: (words: string) => Name | undefined,
  mostWords: ReadonlyMap<string, number>,
  belongs: (at: number) => boolean = (at) => joined(tokens[at]!),
): Mention<Name>[] {
  const found: Mention<Name>[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const { word, bare } = tokens[from]!;
    const most = Math.max(mostWords.get(word) ?? 1, mostWords.get(bare) ?? 1);
    let to = from + 1;
    while (to < tokens.length && to - from < most && belongs(to)) to++;
    for (; to > from; to--) {
      const rest =
        to === from + 1
          ? ''
          : tokens
              .slice(from + 1, to)
              .map((token) => ` ${token.word}`)
              .join('');
      const name = nameOf(word + rest) ?? (bare === word ? undefined : nameOf(bare + rest));
      if (name === undefined) continue;
      found.push({ name, from, to });
      from = to - 1;
      break;
    }
  }
  return found;
}

/** The most words of a spelling that begins with a word, by that word; those of one word are left out. */
export function mostWordsFrom(spellings: Iterable<string>): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  for (const spelling of spellings) {
    const [first, ...rest] = spelling.split(' ');
    if (rest.length >= (most.get(first!) ?? 1)) most.set(first!, rest.length + 1);
  }
  return most;
}
