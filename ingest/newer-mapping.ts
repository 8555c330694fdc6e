import type { Client } from '@elastic/elasticsearch';
import { mappingVersion } from '../mappings/records-index.ts';
import { readMappingVersion } from './live-index.ts';

/** An index is of a newer mapping than this build knows: its jobs are left to workers of a newer build. */
export class NewerMapping extends Error {
  constructor(index: string, version: number) {
    super(`${index} has version ${version} of the mapping, and this worker knows ${mappingVersion}.`);
    this.name = 'NewerMapping';
  }
}

/**
 * The version of the mapping that documents for an index are written in.
 * @throws NewerMapping when this build does not know it: what it writes would lack fields
 */
export async function checkMapping(elasticsearch: Client, index: string): Promise<number> {
  const version = await readMappingVersion(elasticsearch, index);
  if (version > mappingVersion) throw new NewerMapping(index, version);
  return version;
}
