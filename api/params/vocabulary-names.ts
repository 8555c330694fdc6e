import { noValue } from '../../mappings/list-values.ts';
import {
  auctionHouses,
  gemTypes,
  laboratories,
  origins,
  treatments,
} from '../../mappings/vocabulary/index.ts';

/** The parameters whose values have known names. */
export const vocabularies = {
  gem_name: gemTypes,
  origin: origins,
  auction_house: auctionHouses,
  treatment: treatments,
  lab: laboratories,
} as const;

export type VocabularyName = keyof typeof vocabularies;

/** The canonical name for a value of this parameter, or undefined when the vocabulary does not know it. */
export function nameAsUnderstood(vocabulary: VocabularyName, value: string): string | undefined {
  if (vocabulary !== 'gem_name' && value === noValue) return noValue;
  return vocabularies[vocabulary].canonical(value);
}

/** Whether a name is in the vocabulary with this exact spelling, except for case. */
export function isSpelling(vocabulary: VocabularyName, name: string, value: string): boolean {
  const term = vocabularies[vocabulary].term(name);
  const spellings = term ? [term.name, ...term.synonyms, ...(term.variants ?? [])] : [];
  return spellings.some((spelling) => spelling.toLowerCase() === value.toLowerCase());
}

/** A value of a request that is not a known name. */
export interface UnknownName {
  parameter: string;
  value: string;
  /** Similar known names, most similar first; absent where they were not looked up. */
  nearest?: string[];
}

/** Whether a value is the whole text of a list that was also split. */
function isListOf(parameter: VocabularyName, value: string, values: string[]): boolean {
  const parts = value.split(',').map((part) => part.trim());
  return (
    parts.length > 1 && parts.every((part) => values.includes(nameAsUnderstood(parameter, part) ?? part))
  );
}

/**
 * The values of valid parameters that the vocabulary does not know; records may still have them. The nearest
 * names are looked up for the first `maxLookedUp`.
 */
export function unknownNames(params: Readonly<Record<string, unknown>>, maxLookedUp: number): UnknownName[] {
  const unknown = (Object.keys(vocabularies) as VocabularyName[]).flatMap((parameter) => {
    const values = [params[parameter] ?? []].flat() as string[];
    return values
      .filter(
        (value) => nameAsUnderstood(parameter, value) === undefined && !isListOf(parameter, value, values),
      )
      .map((value) => ({ parameter, value }));
  });
  return unknown.map(({ parameter, value }, position) =>
    position < maxLookedUp
      ? { parameter, value, nearest: vocabularies[parameter].nearest(value) }
      : { parameter, value },
  );
}
