import { isObject } from '../record/profile/expand-profile.ts';
import { reasonColumns, reasonProperty } from '../record/rejection.ts';
import { csvLine } from '../source/csv-text.ts';
import type { ImportEntry, Reading } from '../store/import-entry.ts';
import type { Reject } from '../store/rejects.ts';

/**
 * Writes the lines of a file of rejects, which can be fixed and imported again: a table for a table, else an object a line
 * with its reason; a text that is not an object is kept under `_raw`.
 */
export async function* rejectsFile(
  { reading }: Pick<ImportEntry, 'reading'>,
  rejects: AsyncIterable<Reject>,
  asJson: boolean,
): AsyncGenerator<string> {
  if (!asJson && reading?.format === 'csv') return yield* csvFile(reading, rejects);
  for await (const { line, field, code, message, raw } of rejects) {
    const reason = { line, field, code, message };
    const named = { [reasonProperty]: reason };
    // In front, and in the place of an earlier reason.
    yield JSON.stringify(asJson || !reading ? { ...reason, raw } : { ...named, ...fieldsOf(raw), ...named });
  }
}

async function* csvFile(reading: Reading, rejects: AsyncIterable<Reject>): AsyncGenerator<string> {
  const delimiter = reading.delimiter!;
  const own = reading.columns!.filter((column) => !reasonColumns.includes(column));
  // A file of rejects that was fixed and rejected again still has its old reasons. Only they are parsed, so that a record
  // with unmatched quotes can be fixed too.
  const end = RegExp.escape(delimiter);
  const cell = `(?:"(?:[^"]|"")*"|[^"${end}]*)${end}`;
  const oldReasons = new RegExp(`^(?:${cell}){${reading.columns!.length - own.length}}`);
  yield csvLine([...reasonColumns, ...own], delimiter);
  for await (const { line, field, code, message, raw } of rejects) {
    const reasons = csvLine([String(line), field ?? '', code, message], delimiter);
    yield `${reasons}${delimiter}${raw.replace(oldReasons, '')}`;
  }
}

function fieldsOf(raw: string): object {
  try {
    const value: unknown = JSON.parse(raw);
    if (isObject(value)) return value;
  } catch {
    // It is no JSON at all.
  }
  return { _raw: raw };
}
