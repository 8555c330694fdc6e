import { fold, type Vocabulary } from '../../mappings/vocabulary/index.ts';
import { createNearestNames } from '../../mappings/vocabulary/nearest.ts';

const prepared = new Map<Vocabulary, ReturnType<typeof createNearestNames>>();

/** Up to `limit` names of a vocabulary that are most similar to a text, most similar first. */
export function nearestIn(vocabulary: Vocabulary, text: string, limit = 3): string[] {
  const nearest =
    prepared.get(vocabulary) ??
    createNearestNames(vocabulary.spellings, new Set(vocabulary.terms.map(({ name }) => fold(name))));
  prepared.set(vocabulary, nearest);
  return nearest(fold(text), limit);
}
