import { reasonColumns, reasonProperty } from '../record/rejection.ts';
import { csvLine } from '../source/csv-text.ts';
import type { ImportEntry, Reading } from '../store/import-entry.ts';
import type { Reject } from '../store/rejects.ts';

/** Writes the lines of a file of rejects, which can be fixed and imported again. */
export async function* rejectsFile(
  { reading }: Pick<ImportEntry, 'reading'>,
  rejects: AsyncIterable<Reject>,
  asJson: boolean,
): AsyncGenerator<string> {
  if (asJson || !reading) for await (const reject of rejects) yield jsonReject(reject);
  else if (reading.format === 'csv') yield* csvFile(reading, rejects);
  else if (reading.format === 'ndjson') for await (const reject of rejects) yield withReason(reject);
  else yield* jsonArray(rejects);
}

async function* csvFile(reading: Reading, rejects: AsyncIterable<Reject>): AsyncGenerator<string> {
  const delimiter = reading.delimiter!;
  const own = reading.columns!.filter((column) => !reasonColumns.includes(column));
  // A file of rejects that was fixed and rejected again still has its old reasons.
  const oldReasons = reading.columns!.length - own.length;
  yield csvLine([...reasonColumns, ...own], delimiter);
  for await (const { line, field, code, message, raw } of rejects) {
    const reasons = csvLine([String(line), field ?? '', code, message], delimiter);
    yield `${reasons}${delimiter}${skipCells(raw, oldReasons, delimiter)}`;
  }
}

/** The text after the first cells. It is not parsed, so that a record with unmatched quotes can be fixed too. */
function skipCells(raw: string, cells: number, delimiter: string): string {
  let at = 0;
  let quoted = false;
  for (let left = cells; left > 0 && at < raw.length; at++) {
    if (raw[at] === '"') quoted = !quoted;
    else if (raw[at] === delimiter && !quoted) left--;
  }
  return raw.slice(at);
}

async function* jsonArray(rejects: AsyncIterable<Reject>): AsyncGenerator<string> {
  let opening = '[';
  for await (const reject of rejects) {
    yield `${opening}${withReason(reject)}`;
    opening = ',';
  }
  yield opening === '[' ? '[]' : ']';
}

function jsonReject({ line, field, code, message, raw }: Reject): string {
  return JSON.stringify({ line, field, code, message, raw });
}

/** Adds the reason to the object; a text that is not an object is kept under `_raw`. */
function withReason({ raw, line, field, code, message }: Reject): string {
  const reason = { [reasonProperty]: { line, field, code, message } };
  const fields = parseObject(raw);
  return JSON.stringify(fields ? { ...reason, ...fields } : { ...reason, _raw: raw });
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
