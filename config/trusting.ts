import { readFileSync } from 'node:fs';

/**
 * The TLS option of a client that trusts only the authorities of this file; without a file those that Node
 * trusts. A connection is encrypted if its URL is `https:` or `rediss:`; to Redis also if such a file is set.
 */
export function trusting(caFile: string | undefined): { tls?: { ca: Buffer } } {
  return caFile === undefined ? {} : { tls: { ca: readFileSync(caFile) } };
}
