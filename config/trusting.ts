import { readFileSync } from 'node:fs';

/**
 * The option of a client that trusts the authorities of this file, and them alone; without a file those that Node
 * trusts. A connection is encrypted by its address, `https:` or `rediss:`; to Redis also by having such a file.
 */
export function trusting(caFile: string | undefined): { tls?: { ca: Buffer } } {
  return caFile === undefined ? {} : { tls: { ca: readFileSync(caFile) } };
}
