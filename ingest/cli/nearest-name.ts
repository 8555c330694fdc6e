import { fieldOfParameter } from '../../mappings/named-fields.ts';
import { createNearestNames } from '../../mappings/vocabulary/nearest.ts';
import { fold } from '../../mappings/vocabulary/vocabulary.ts';

/** Builds the search for the known name that an unknown value of a field may mean; undefined where none is near. */
export function nearestNames(field: string): (value: string) => string | undefined {
  const vocabulary = Object.values(fieldOfParameter).find((one) => one.field === field)?.vocabulary;
  if (!vocabulary) return () => undefined;
  const names = new Set(vocabulary.terms.map(({ name }) => fold(name)));
  const nearest = createNearestNames(vocabulary.spellings, names);
  return (value) => nearest(fold(value), 1)[0];
}
