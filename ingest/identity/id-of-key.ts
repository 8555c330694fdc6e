import { createHash } from 'node:crypto';

/**
 * The id of a key: the first 53 bits of the SHA-256 of its UTF-8 bytes, as a number; for 0, which is no id, the next
 * 53 bits of the hash's hash. The same key has the same id on every machine and in every version.
 * @returns an integer in 1 … 2^53-1
 */
export function idOfKey(key: string): number {
  let digest = createHash('sha256').update(key, 'utf8').digest();
  for (;;) {
    const id = Number(digest.readBigUInt64BE(0) >> 11n);
    if (id > 0) return id;
    digest = createHash('sha256').update(digest).digest();
  }
}
