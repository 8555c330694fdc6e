import { toDocument } from '../../mappings/document.ts';
import type { Flag } from '../../mappings/flags.ts';
import { shortenReason } from '../errors.ts';
import { toBytes, type Write } from '../index/bulk-write.ts';
import { isRejection, normalize, normalizeDeletion } from '../record/normalize.ts';
import {
  applyIdentity,
  applyProfile,
  type Profiled,
  type ProfileRejection,
  type Skipped,
} from '../record/profile/apply-profile.ts';
import { columnsOf, type Profile } from '../record/profile/profile.ts';
import type { Rejection } from '../record/rejection.ts';
import { reasonColumns } from '../record/rejection.ts';
import type { RawRecord, RecordText } from '../source/formats.ts';
import type { Claim } from '../store/claim-ids.ts';
import type { ImportEntry } from '../store/import-log.ts';
import type { Reject } from '../store/rejects.ts';

/** A valid record, ready to be written. */
export interface Accepted extends Write {
  text: RecordText;
  unknown: { field: string; value: string }[];
  flags: readonly Flag[];
  /** The key that a profile derived the id from. */
  key?: string;
}

/** The settings of an import that decide how a record is read. */
export interface Rules extends Pick<ImportEntry, 'id' | 'created_at' | 'mode'> {
  profile?: Profile | undefined;
  /** Mapping version of the target index; the current one if absent. */
  mappingVersion?: number;
}

/** The records of a batch, split into accepted ones, rejected ones, and those that the profile leaves out. */
export interface Checked {
  /** Number of records read. */
  read: number;
  accepted: Accepted[];
  rejected: Reject[];
  /** Number of rows that the profile leaves out, by rule. */
  skipped: Record<string, number>;
  /** Derived ids of the rejects: a row that repeats a key is reported, although it is not indexed. */
  rejectedKeys: Claim[];
  /** Fields of the records that the profile does not name; absent without a profile. */
  ignored?: string[];
}

/** Splits records into accepted ones, ready to be written, rejects, and those that the profile leaves out. Pure. */
export function checkRecords(records: Iterable<RawRecord>, rules: Rules): Checked {
  const accepted: Accepted[] = [];
  const rejected: Reject[] = [];
  const skipped: Checked['skipped'] = {};
  const rejectedKeys: Claim[] = [];
  const toFields = fieldsReader(rules);
  const unnamed = rules.profile && unnamedFields(rules.profile);
  let read = 0;
  for (const record of records) {
    read++;
    const { text } = record;
    if ('fields' in record) unnamed?.add(record.fields);
    const profiled = 'problem' in record ? record.problem : toFields(record.fields);
    if ('skipped' in profiled) {
      skipped[profiled.skipped] = (skipped[profiled.skipped] ?? 0) + 1;
      continue;
    }
    const result = isRejection(profiled) ? profiled : accept(text, profiled, rules);
    if (isRejection(result)) {
      rejected.push(toReject(text, result));
      const identity = identityOf(profiled);
      if (identity) rejectedKeys.push({ ...identity, line: text.line });
    } else accepted.push(result);
  }
  return { read, accepted, rejected, skipped, rejectedKeys, ...(unnamed && { ignored: unnamed.report() }) };
}

/** The id of a row and its key, also when the row is rejected. */
function identityOf(profiled: Profiled | ProfileRejection): { id: number; key: string } | undefined {
  if (isRejection(profiled)) return (profiled as ProfileRejection).identity;
  return profiled.key === undefined ? undefined : { id: profiled.fields.id as number, key: profiled.key };
}

function fieldsReader({
  mode,
  profile,
}: Rules): (fields: Record<string, unknown>) => Profiled | ProfileRejection | Skipped {
  if (!profile) return (fields) => ({ fields });
  return mode === 'delete' ? applyIdentity(profile) : applyProfile(profile);
}

function accept(text: RecordText, { fields, key }: Profiled, rules: Rules): Accepted | Rejection {
  if (rules.mode === 'delete') {
    const deletion = normalizeDeletion(fields);
    return isRejection(deletion) ? deletion : { id: deletion.id, text, unknown: [], flags: [] };
  }
  const result = normalize(fields, rules);
  if (isRejection(result)) return result;
  const { record, unknown } = result;
  return {
    id: record.id,
    document: toBytes(toDocument(record, rules.mappingVersion)),
    text,
    unknown,
    flags: record.flags,
    ...(key !== undefined && { key }),
  };
}

export function toReject({ line, raw }: RecordText, { field, code, message }: Rejection): Reject {
  return { line, field, code, message: shortenReason(message), raw };
}

/** Maximum number of unnamed fields in a summary. */
const unnamedShown = 200;

/** Collects the fields that the profile neither uses nor ignores. */
function unnamedFields(profile: Profile) {
  const named = new Set([...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns, '_reject']);
  const unnamed = new Set<string>();
  return {
    add(fields: Record<string, unknown>): void {
      for (const field of Object.keys(fields)) {
        if (!named.has(field) && unnamed.size < unnamedShown) unnamed.add(field);
      }
    },
    report: () => [...unnamed],
  };
}
