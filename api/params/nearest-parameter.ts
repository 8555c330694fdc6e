import { distance } from 'fastest-levenshtein';

/** Maximum dissimilarity of a suggestion: 0 is the same name, 1 nothing in common. */
const farthest = 0.4;

/** The most similar known name for a misspelled one, or undefined when none is similar enough. */
export function nearestParameter(name: string, known: readonly string[]): string | undefined {
  const wanted = name
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  if (wanted.length < 2) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, score: unlikeness(wanted, candidate) }))
    .sort((a, b) => a.score - b.score);
  return best && best.score <= farthest ? best.candidate : undefined;
}

/** 0 for the same name, 1 for nothing in common; a whole word of a name is always similar. */
function unlikeness(wanted: string, candidate: string): number {
  const sharesWord = wanted.length >= 3 && candidate.split('_').includes(wanted);
  const letters = differingLetters(wanted, candidate);
  return sharesWord || candidate.startsWith(`${wanted}_`) ? Math.min(letters, 0.35) : letters;
}

/** The share of letters that differ; names of very different lengths are not compared. */
function differingLetters(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  if (Math.abs(wanted.length - candidate.length) > farthest * length) return 1;
  const swapped = distance(inWordOrder(wanted), inWordOrder(candidate));
  return Math.min(distance(wanted, candidate), swapped) / length;
}

/** min_price is price_min. */
const inWordOrder = (name: string) => name.split('_').sort().join('_');
