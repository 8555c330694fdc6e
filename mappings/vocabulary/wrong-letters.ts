import { distance } from 'fastest-levenshtein';

/**
 * The letters of a text that are wrong, missing or surplus compared with another; two swapped ones count as one (optimal
 * string alignment).
 * @param most only numbers up to this one have to be exact; larger ones may be any larger number
 */
export function wrongLetters(text: string, other: string, most = Number.POSITIVE_INFINITY): number {
  // Fast, and at most twice the number.
  const withoutSwaps = distance(text, other);
  return withoutSwaps < 2 || withoutSwaps > 2 * most ? withoutSwaps : withSwaps(text, other);
}

/** Row by row: the wrong letters between the first i letters of the text and the first j of the other. */
function withSwaps(text: string, other: string): number {
  let beforeLast: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= text.length; i++) {
    [beforeLast, last, row] = [last, row, [i]];
    for (let j = 1; j <= other.length; j++) {
      const differ = text[i - 1] === other[j - 1] ? 0 : 1;
      let fewest = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + differ);
      const isSwapped = i > 1 && j > 1 && text[i - 1] === other[j - 2] && text[i - 2] === other[j - 1];
      if (isSwapped) fewest = Math.min(fewest, beforeLast[j - 2]! + 1);
      row.push(fewest);
    }
  }
  return row.at(-1)!;
}
