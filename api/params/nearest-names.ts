import { familiesByName } from '../../mappings/vocabulary/families.ts';
import { fold } from '../../mappings/vocabulary/index.ts';
import { createNearestNames } from '../../mappings/vocabulary/nearest.ts';
import { type VocabularyName, vocabularies } from './vocabulary-names.ts';

/** Maximum similar names of a value; a family names all of its members. */
const maxNearest = 3;

/**
 * Prepares the search for the names of a parameter that are most similar to a value, most similar first.
 * @param lots the number of lots by name: no other name is found
 */
export function createNearestOf(
  parameter: VocabularyName,
  lots: ReadonlyMap<string, number>,
): (value: string) => string[] {
  const spellings = new Map<string, string>();
  for (const [spelling, name] of vocabularies[parameter].spellings) {
    if (lots.has(name)) spellings.set(spelling, name);
  }
  for (const name of lots.keys()) {
    const folded = fold(name);
    // Names that no vocabulary knows; nothing resembles one without letters.
    if (folded !== '' && !spellings.has(folded)) spellings.set(folded, name);
  }
  const membersOf = (family: string): string[] =>
    (familiesByName.get(fold(family))?.members ?? [])
      .filter((name) => lots.has(name))
      .sort((a, b) => lots.get(b)! - lots.get(a)! || (a < b ? -1 : 1));
  if (parameter === 'gem_name') {
    for (const [spelling, { name }] of familiesByName) {
      if (!spellings.has(spelling) && membersOf(name).length > 0) spellings.set(spelling, name);
    }
  }
  const expanded = (name: string) => (lots.has(name) ? [name] : membersOf(name));
  const nearest = createNearestNames(spellings, new Set([...lots.keys()].map(fold)));
  return (value) => {
    const text = fold(value);
    const exact = spellings.get(text);
    // A family says what is meant: what else resembles its name does not matter.
    if (exact !== undefined) return expanded(exact);
    return [...new Set(nearest(text, maxNearest).flatMap(expanded))];
  };
}
