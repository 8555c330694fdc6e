import { reasonColumns } from '../read/formats.ts';
import { columnsOf, type Profile } from './profile.ts';

/** How many fields are told apart: records with names of their own each would fill a summary. */
const shown = 200;

/** Collects the fields of records that the profile neither uses nor knowingly ignores. */
export function unnamedFields(profile: Profile) {
  const named = new Set([...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns, '_reject']);
  const unnamed = new Set<string>();
  return {
    add(fields: Record<string, unknown>): void {
      for (const field of Object.keys(fields)) {
        if (!named.has(field) && unnamed.size < shown) unnamed.add(field);
      }
    },
    report: () => [...unnamed],
  };
}
