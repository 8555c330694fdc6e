import { type VocabularyName, vocabularies } from '../../mappings/named-fields.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';

export { type VocabularyName, vocabularies };

/**
 * The canonical name for a value of this parameter, or undefined when the vocabulary does not know it, or when it says
 * more than a name.
 */
export function nameAsUnderstood(vocabulary: VocabularyName, value: string): string | undefined {
  if (vocabulary !== 'gem_name' && value === noValue) return noValue;
  const named = vocabularies[vocabulary].named(value);
  return named?.more.length === 0 ? named.name : undefined;
}

/** Whether a name is in the vocabulary with this exact spelling, except for case. */
export function isSpelling(vocabulary: VocabularyName, name: string, value: string): boolean {
  const term = vocabularies[vocabulary].term(name);
  const spellings = term
    ? [term.name, ...term.synonyms, ...(term.variants ?? []), ...(term.others ?? [])]
    : [];
  return spellings.some((spelling) => spelling.toLowerCase() === value.toLowerCase());
}

/** A value of a request that names a gem type, an origin, a house, a treatment or a laboratory. */
export interface NamedValue {
  parameter: VocabularyName;
  value: string;
  /** Whether the vocabulary knows it; records may have others. */
  isKnown: boolean;
}

/** The names among valid parameters. `none` is not a name. */
export function namedValues(params: Readonly<Record<string, unknown>>): NamedValue[] {
  const given = (Object.keys(vocabularies) as VocabularyName[]).filter((name) => params[name] !== undefined);
  return given.flatMap((parameter) => {
    const values = [params[parameter]].flat() as string[];
    const canonical = (value: string) => nameAsUnderstood(parameter, value);
    return values
      .filter((value) => canonical(value) !== noValue)
      .map((value) => ({ parameter, value, isKnown: canonical(value) !== undefined }));
  });
}
