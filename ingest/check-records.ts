import { toDocument } from '../mappings/document.ts';
import type { ImportEntry } from './import-log.ts';
import type { Write } from './index-documents.ts';
import { isRejection, normalise, normaliseDeletion } from './normalise.ts';
import type { RawRecord } from './read/read-batch.ts';
import type { Reject, Rejection } from './rejects.ts';

/** A valid record on its way into the index. */
export interface Accepted extends Write {
  raw: RawRecord;
  unknown: { field: string; value: string }[];
}

/** Sorts the records of a file into good ones, ready to be written, and rejects. Pure. */
export function checkRecords(
  records: RawRecord[],
  entry: Pick<ImportEntry, 'id' | 'mode'>,
): { accepted: Accepted[]; rejected: Reject[] } {
  const accepted: Accepted[] = [];
  const rejected: Reject[] = [];
  for (const raw of records) {
    const result = 'problem' in raw ? raw.problem : accept(raw, raw.fields, entry);
    if (isRejection(result)) rejected.push(toReject(raw, result));
    else accepted.push(result);
  }
  return { accepted, rejected };
}

function accept(
  raw: RawRecord,
  fields: Record<string, unknown>,
  entry: Pick<ImportEntry, 'id' | 'mode'>,
): Accepted | Rejection {
  if (entry.mode === 'delete') {
    const deletion = normaliseDeletion(fields);
    return isRejection(deletion) ? deletion : { id: deletion.id, raw, unknown: [] };
  }
  const result = normalise(fields, entry.id);
  if (isRejection(result)) return result;
  const { record, unknown } = result;
  return {
    id: record.id,
    document: toDocument(record),
    raw,
    unknown: unknown.map((field) => ({ field, value: record[field]! })),
  };
}

export function toReject({ line, raw }: RawRecord, { field, code, message }: Rejection): Reject {
  return { line, field, code, message, raw };
}
