import { distance } from 'fastest-levenshtein';

/** Least likeness that is worth a word: 0 is the same name, 1 nothing in common. */
const farthest = 0.4;

/** The known name that a misspelt one most likely means, or undefined when none is near. */
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

/** 0 for the same name, 1 for nothing in common; a whole word of a name is always near. */
function unlikeness(wanted: string, candidate: string): number {
  const sharesWord = wanted.length >= 3 && candidate.split('_').includes(wanted);
  const letters = differingLetters(wanted, candidate);
  return sharesWord || candidate.startsWith(`${wanted}_`) ? Math.min(letters, 0.35) : letters;
}

/** The share of letters that differ; names whose lengths alone differ by too much are not compared. */
function differingLetters(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  if (Math.abs(wanted.length - candidate.length) > farthest * length) return 1;
  const swapped = distance(inWordOrder(wanted), inWordOrder(candidate));
  return Math.min(distance(wanted, candidate), swapped) / length;
}

/** min_price is price_min. */
const inWordOrder = (name: string) => name.split('_').sort().join('_');
