import { normalize } from '../../ingest/record/normalize.ts';
import { applyProfile } from '../../ingest/record/profile/apply-profile.ts';
import type { Profile } from '../../ingest/record/profile/profile.ts';
import { objectStore } from '../../ingest/source/object-store.ts';
import { openSource } from '../../ingest/source/open-source.ts';
import type { AuctionRecord } from '../../mappings/record.ts';

/** A line of a file, and its record or reject. */
export interface ProfiledLine {
  line: number;
  record?: AuctionRecord;
  /** The code of the reject, or the rule that excludes the line. */
  code?: string;
}

/** Reads a whole file by a profile, as an import does. */
export async function profiledRecords(path: string, profile: Profile): Promise<ProfiledLine[]> {
  await using source = await openSource(
    path,
    { profile },
    { objects: objectStore({ S3_REGION: 'us-east-1' }) },
  );
  const toFields = applyProfile(profile);
  const lines: ProfiledLine[] = [];
  for await (const { records } of source.batches()) {
    for (const record of records) {
      const { line } = record;
      const read = 'problem' in record ? record.problem : toFields(record.fields);
      const result =
        'fields' in read ? normalize(read.fields, { id: 1, created_at: '2026-11-24T09:30:00.000Z' }) : read;
      if ('record' in result) lines.push({ line, record: result.record });
      else lines.push({ line, code: 'code' in result ? result.code : result.skipped });
    }
  }
  return lines;
}
