import { wrongLetters } from '../../mappings/vocabulary/wrong-letters.ts';

/** Maximum dissimilarity of a suggestion: 0 is the same name, 1 nothing in common. */
const farthest = 0.4;

/** Longer texts are not compared with names. */
const maxLength = 100;

/**
 * The known name that is meant by a misspelled one, or undefined when none is similar enough. Names are those
 * of parameters, or the values of a parameter: fields, facets, groups, and sorts (`-price`, also for `price_desc`).
 */
export function nearestParameter(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const [, sign, words, direction] = /^(-?)(.*?)(?:[ _:+-](asc|desc)(?:ending)?)?$/is.exec(name)!;
  const wanted = wordsOf(words!);
  if (wanted.length < 2) return undefined;
  const [best] = known
    .filter((candidate) => !candidate.startsWith('-'))
    .map((candidate) => ({ candidate, score: unlikeness(wanted, wordsOf(candidate)) }))
    .sort((a, b) => a.score - b.score);
  if (!best || best.score > farthest) return undefined;
  const descending = `-${best.candidate}`;
  const isDescending = sign === '-' || direction?.toLowerCase() === 'desc';
  return isDescending && known.includes(descending) ? descending : best.candidate;
}

/** In small letters, the words separated by underscores: `isSold` is is_sold. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** 0 for the same name, 1 for nothing in common; a whole word of a name, or its beginning, is always similar. */
function unlikeness(wanted: string, candidate: string): number {
  const sharesWord = wanted.length >= 3 && candidate.split('_').includes(wanted);
  const letters = differingLetters(wanted, candidate);
  const isBeginning = `${candidate}_`.startsWith(`${wanted}_`) || `${wanted}_`.startsWith(`${candidate}_`);
  return sharesWord || isBeginning ? Math.min(letters, 0.3) : letters;
}

/** The share of letters that differ, swapped ones counting once. */
function differingLetters(wanted: string, candidate: string): number {
  const inOrder = wrongLetters(inWordOrder(wanted), inWordOrder(candidate));
  return Math.min(wrongLetters(wanted, candidate), inOrder) / Math.max(wanted.length, candidate.length);
}

/** min_price is price_min. */
const inWordOrder = (name: string) => name.split('_').sort().join('_');
