import type { ImportEntry } from '../import-log.ts';
import type { Profile } from './profile.ts';

/** The profile that an import brings, if any. */
export function profileOf({ job }: Pick<ImportEntry, 'job'>): Profile | undefined {
  return job.name === 'import-file' ? job.payload.profile : undefined;
}
