import { distance } from 'fastest-levenshtein';

/** The known name that a misspelt one most likely means, or undefined when none is near. */
export function nearestParameter(name: string, known: string[]): string | undefined {
  const wanted = name
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  if (wanted.length < 2) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, score: unlikeness(wanted, candidate) }))
    .sort((a, b) => a.score - b.score);
  return best && best.score <= 0.4 ? best.candidate : undefined;
}

/** 0 for the same name, 1 for nothing in common; a whole word of a name is always near. */
function unlikeness(wanted: string, candidate: string): number {
  const length = Math.max(wanted.length, candidate.length);
  const swapped = distance(inWordOrder(wanted), inWordOrder(candidate));
  const letters = Math.min(distance(wanted, candidate), swapped) / length;
  const sharesWord = wanted.length >= 3 && candidate.split('_').includes(wanted);
  return sharesWord || candidate.startsWith(`${wanted}_`) ? Math.min(letters, 0.35) : letters;
}

/** min_price is price_min. */
const inWordOrder = (name: string) => name.split('_').sort().join('_');
