import { reasonColumns } from '../read/formats.ts';
import type { RawRecord } from '../read/read-batch.ts';
import { columnsOf, type Profile } from './profile.ts';

/** How many fields are told apart: records with names of their own each would fill a summary. */
const shown = 200;

/** Fields of the records that the profile neither uses nor knowingly ignores. */
export function unnamedFields(profile: Profile, records: readonly RawRecord[]): string[] {
  const named = new Set([...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns, '_reject']);
  const unnamed = new Set<string>();
  for (const record of records) {
    if (!('fields' in record)) continue;
    for (const field of Object.keys(record.fields)) {
      if (!named.has(field) && unnamed.size < shown) unnamed.add(field);
    }
  }
  return [...unnamed];
}
