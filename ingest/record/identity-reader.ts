import { createHash } from 'node:crypto';
import { isSampleId } from '../../mappings/sample-ids.ts';
import { fold } from '../../mappings/vocabulary/vocabulary.ts';
import type { IdentityRules, Profile } from './profile/profile.ts';
import { nullTest, type Row, textOf } from './profile/read-source.ts';
import type { Rejection } from './rejection.ts';

/** Separates the parts of a key; no folded text contains it. */
const separator = '\u001f';

/**
 * Builds the function that derives ids from the columns that identify a row. The key joins the namespace and the folded
 * texts of the columns, in their order; case, accents and punctuation do not matter.
 */
export function identityReader(
  { columns, may_be_empty = [], namespace }: IdentityRules,
  profile: Pick<Profile, 'null_words'>,
): (row: Row) => { id: number } | Rejection {
  const isNull = nullTest({}, profile);
  const start = namespace === undefined ? [] : [fold(namespace)];
  return (row) => {
    const texts = columns.map((column) => textOf(row[column])).map((text) => (isNull(text) ? '' : text));
    const empty = columns.find((column, i) => texts[i] === '' && !may_be_empty.includes(column));
    if (empty !== undefined || texts.every((text) => text === '')) {
      return {
        field: 'id',
        code: 'required',
        message: `"${empty ?? columns[0]}" is empty, but the identity needs a value.`,
      };
    }
    // Punctuation folds to nothing, so a text of punctuation is kept as it is: "+" and "#" differ.
    const key = [...start, ...texts.map((text) => fold(text) || text)].join(separator);
    return { id: idOfKey(key) };
  };
}

/**
 * Derives the id of a key: the first 53 bits of the SHA-256 of its UTF-8 bytes. 0 is not an id, and sample lots have ids of
 * their own; the hash is then hashed again. The same key has the same id on every machine and in every version.
 * @returns an integer in 1 … 2^53-1
 */
export function idOfKey(key: string): number {
  let digest = createHash('sha256').update(key, 'utf8').digest();
  for (;;) {
    const id = Number(digest.readBigUInt64BE(0) >> 11n);
    if (id > 0 && !isSampleId(id)) return id;
    digest = createHash('sha256').update(digest).digest();
  }
}
