import type { AuctionRecord } from '../../mappings/record.ts';
import { shortenReason } from '../errors.ts';
import { isRejection, normalize, normalizeDeletion } from '../record/normalize.ts';
import { applyIdentity, applyProfile, type Profiled, type Skipped } from '../record/profile/apply-profile.ts';
import { columnsOf, type Profile } from '../record/profile/profile.ts';
import { type Rejection, reasonColumns, reasonProperty } from '../record/rejection.ts';
import type { SourceRecord } from '../source/read-batches.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import type { Reject } from '../store/rejects.ts';

/** The settings of an import that decide how a record is read. */
export interface Rules extends Pick<ImportEntry, 'id' | 'created_at' | 'mode'> {
  profile?: Profile | undefined;
  /** Of a job; a profile may have its own. */
  selection?: Profile['selection'] | undefined;
}

/** A valid record. */
export interface Accepted {
  id: number;
  /** Absent for a deletion. */
  record?: AuctionRecord;
  /** Its line and text in the file. */
  text: Pick<SourceRecord, 'line' | 'raw'>;
  unknown: { field: string; value: string }[];
}

/** The records of a batch: accepted, rejected, or skipped by the profile. */
export interface Checked {
  /** Number of records read. */
  read: number;
  accepted: Accepted[];
  rejected: Reject[];
  /** Number of rows that the profile skips, by rule. */
  skipped: Record<string, number>;
  /** Fields of the records that the profile does not name; absent without a profile. */
  ignored?: string[];
}

/**
 * Prepares the check of the records of an import. It applies the profile and normalizes, and splits the records into
 * accepted ones, rejects, and rows that the profile skips. Pure.
 */
export function recordCheck(given: Rules): (records: Iterable<SourceRecord>) => Checked {
  const rules = { ...given, selection: given.selection ?? given.profile?.selection };
  const { profile } = rules;
  const toFields = fieldsReader(rules);
  const named =
    profile && new Set([...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns, reasonProperty]);
  return (records) => {
    const checked: Checked = { read: 0, accepted: [], rejected: [], skipped: {} };
    const columns = new Set<string>();
    for (const record of records) {
      checked.read++;
      if (named && 'fields' in record) for (const field of Object.keys(record.fields)) columns.add(field);
      const profiled = 'problem' in record ? record.problem : toFields(record.fields);
      if ('skipped' in profiled) {
        checked.skipped[profiled.skipped] = (checked.skipped[profiled.skipped] ?? 0) + 1;
        continue;
      }
      const result = isRejection(profiled) ? profiled : accept(record, profiled, rules);
      if (isRejection(result)) checked.rejected.push(toReject(record, result));
      else checked.accepted.push(result);
    }
    if (named) checked.ignored = [...columns].filter((field) => !named.has(field)).slice(0, unnamedShown);
    return checked;
  };
}

function fieldsReader({
  mode,
  profile,
}: Rules): (fields: Record<string, unknown>) => Profiled | Rejection | Skipped {
  if (!profile) return (fields) => ({ fields });
  return mode === 'delete' ? applyIdentity(profile) : applyProfile(profile);
}

function accept({ line, raw }: SourceRecord, { fields }: Profiled, rules: Rules): Accepted | Rejection {
  const text = { line, raw };
  if (rules.mode === 'delete') {
    const deletion = normalizeDeletion(fields);
    return isRejection(deletion) ? deletion : { id: deletion.id, text, unknown: [] };
  }
  const result = normalize(fields, rules);
  if (isRejection(result)) return result;
  const { record, unknown } = result;
  return { id: record.id, record, text, unknown };
}

/** A reject for the operator: the text in the file and why it is rejected. */
export function toReject(
  { line, raw }: Pick<SourceRecord, 'line' | 'raw'>,
  { field, code, message }: Rejection,
): Reject {
  return { line, field, code, message: shortenReason(message), raw };
}

/** Maximum number of unnamed fields in a summary. */
export const unnamedShown = 200;
