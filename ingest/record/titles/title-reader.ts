import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { quote } from '../../errors.ts';
import type { Profile } from '../profile/profile.ts';
import { addFlag, type FieldReader, sourceReader } from '../profile/read-source.ts';
import { isSyntheticType } from './find-gems.ts';
import { readTitle } from './read-title.ts';

/**
 * Builds the step that reads missing fields from the title, or from the text that `from` names, and lists them in
 * `derived`. It does not change a field that a column gives, except a gem type that the title names more exactly.
 */
export function titleReader(
  { read: wanted, from }: NonNullable<Profile['titles']>,
  profile: Pick<Profile, 'null_words'>,
): FieldReader {
  const read = from && sourceReader(from, profile);
  return (row, fields) => {
    if (typeof fields.title !== 'string') return [];
    const reading = readTitle(read?.(row) ?? fields.title);
    const derived: string[] = [];
    for (const field of wanted) {
      const found = reading[field];
      if (found === undefined) continue;
      const isOpen =
        fields[field] === undefined || (field === 'gem_type' && isMoreExact(found, fields[field]));
      if (!isOpen) continue;
      fields[field] = found;
      derived.push(field);
    }
    if (derived.length > 0) fields.derived = derived;
    if (derived.includes('carat')) addFlag(fields, 'CARAT_FROM_TITLE');
    if (reading.multiStone) addFlag(fields, 'MULTI_STONE');
    if (fields.gem_type !== undefined || !wanted.includes('gem_type')) return [];
    return [
      {
        field: 'gem_type',
        code: 'no_gem',
        message: `No gem type was found in the title ${quote(fields.title)}. If the whole file is of one gem, set fields.gem_type: { value: … }.`,
      },
    ];
  };
}

/** Whether a title's gem is a kind of the column's: Blue Diamond of Diamond, Tsavorite of Garnet, synthetic of natural. */
function isMoreExact(found: unknown, given: unknown): boolean {
  const [exact, general] = [gemTypes.term(String(found)), gemTypes.term(String(given))];
  if (!exact || !general || exact.name === general.name) return false;
  if (isSyntheticType(exact.name)) return exact.name === `Synthetic ${general.name}`;
  const isPlain = general.name === general.family || exact.name.endsWith(` ${general.name}`);
  return exact.family === general.family && isPlain;
}
