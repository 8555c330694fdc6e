import { expect, it } from 'vitest';
import { rejectsFile } from '../../../../ingest/cli/rejects-file.ts';
import { reasonColumns } from '../../../../ingest/record/rejection.ts';
import type { Reading } from '../../../../ingest/store/import-entry.ts';

const reason = { line: 2, field: 'carat', code: 'wrong_type', message: 'not a number' } as const;

async function linesOf(how: Partial<Reading>, raw: string): Promise<string[]> {
  const reading: Reading = { version: { size: 1 }, format: 'csv', encoding: 'utf-8', ...how };
  async function* rejects() {
    yield { ...reason, raw };
  }
  return Array.fromAsync(rejectsFile({ reading }, rejects(), false));
}

it.each([',', '|', '\t'])(
  'a table that is rejected again has its new reasons alone (delimiter %j)',
  async (delimiter) => {
    const old = ['9', 'title', 'too_long', `"much${delimiter} ""much"" too long"`];
    const raw = [...old, '5', '"Fi"ve', 'heavy'].join(delimiter);
    const columns = [...reasonColumns, 'id', 'title', 'carat'];
    expect(await linesOf({ delimiter, columns }, raw)).toEqual([
      columns.join(delimiter),
      ['2', 'carat', 'wrong_type', 'not a number', '5', '"Fi"ve', 'heavy'].join(delimiter),
    ]);
  },
);

it.each(['json', 'ndjson'] as const)(
  'rejects of a file in %s are an object a line, with the new reason first',
  async (format) => {
    expect(await linesOf({ format }, '{"id":5,"_reject":{"line":9},"carat":"heavy"}')).toEqual([
      JSON.stringify({ _reject: reason, id: 5, carat: 'heavy' }),
    ]);
    for (const text of ['[1]', '{"id":'])
      expect(await linesOf({ format }, text)).toEqual([JSON.stringify({ _reject: reason, _raw: text })]);
  },
);
