import { distance } from 'fastest-levenshtein';
import { shorten } from '../errors.ts';

/** The known column that a name may mean, as the end of a message: nearly the same one, or one that has it as a part. */
export function meant(column: string, known: readonly string[]): string {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[ -]/g, '_');
  const name = plain(column);
  const found =
    known.find((one) => distance(plain(one), name) <= 0.4 * name.length) ??
    known.find((one) => `_${plain(one)}_`.includes(`_${name}_`));
  return found === undefined ? '' : ` (did you mean ${shorten(found, 100)}?)`;
}
