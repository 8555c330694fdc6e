import damerau from 'damerau-levenshtein';
import { distance } from 'fastest-levenshtein';

/**
 * The letters of a text that are wrong, missing or surplus compared with another; two swapped ones count as one (optimal
 * string alignment).
 * @param most only numbers up to this one have to be exact; larger ones may be any larger number
 */
export function wrongLetters(text: string, other: string, most = Number.POSITIVE_INFINITY): number {
  // Fast, and at most twice the number.
  const withoutSwaps = distance(text, other);
  return withoutSwaps < 2 || withoutSwaps > 2 * most ? withoutSwaps : damerau(text, other).steps;
}
