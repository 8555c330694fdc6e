import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalize } from '../../ingest/record/normalize.ts';
import { applyProfile } from '../../ingest/record/profile/apply-profile.ts';
import type { Profile } from '../../ingest/record/profile/profile.ts';
import { nextRecordOf } from '../../ingest/source/next-record.ts';
import { plainFile, reshapingOf } from '../../ingest/source/plain-file.ts';
import { planBatches, planSource } from '../../ingest/source/plan-source.ts';
import { readBatch } from '../../ingest/source/read-records.ts';
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
  const folder = await mkdtemp(join(tmpdir(), 'profiled-'));
  const file = await open(await plainFile(path, join(folder, 'plain'), reshapingOf({ path, profile })));
  try {
    const { plan: how, from } = await planSource(file, { path, profile });
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    const toFields = applyProfile(profile);
    const lines: ProfiledLine[] = [];
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      for (const raw of await readBatch(file, plan, batch)) {
        const { line } = raw.text;
        const read = 'problem' in raw ? raw.problem : toFields(raw.fields);
        const result =
          'fields' in read ? normalize(read.fields, { id: 1, created_at: '2026-11-24T09:30:00.000Z' }) : read;
        if ('record' in result) lines.push({ line, record: result.record });
        else lines.push({ line, code: 'code' in result ? result.code : result.skipped });
      }
    }
    return lines;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}
