import { describe, expect, it } from 'vitest';
import { alignColumns, printable, printableLine, summaryOf, tableOf } from '../../../../ingest/cli/show.ts';
import { shortenReason } from '../../../../ingest/errors.ts';
import type { ImportEntry } from '../../../../ingest/store/import-entry.ts';
import { noCounts } from '../../../../ingest/store/import-log.ts';

/** Sequences that clear the screen, set title and colors, ring, and reverse text; the last is CSI in one character. */
const controlText = '\u001b[2J\u001b]0;pwned\u0007\u001b[31mred\r\u202egnp.exe\u009b31m';

const entry: ImportEntry = {
  ...{
    id: 7,
    state: 'completed',
    mode: 'upsert',
    source: `${controlText}\nlots.csv`,
    created_at: '2026-01-01T00:00:00Z',
  },
  ...{ run: 1, claim: 1, job_id: 'import-7', ...noCounts, indexed: 1, new: 1, replaced: 0, superseded: 0 },
  ...{ read: 2, rejected: 1 },
  rejected_by_code: { [controlText]: 1 },
  unknown_values: { origin: { [controlText]: 1 } },
  ignored_columns: [controlText],
  reason: controlText,
  job: { name: 'import-file', payload: { path: 'lots.csv' } },
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

describe('data printed on a terminal', () => {
  it('control sequences are removed, wherever they stand', () => {
    for (const shown of [
      summaryOf(entry),
      tableOf([entry], () => undefined),
      alignColumns([['a'], [controlText]]),
      printable(controlText),
    ]) {
      // The mark at the beginning is printed by the command, and may be colored.
      expect(shown.replace('\u001b[33m!\u001b[39m', '')).not.toMatch(raw);
    }
    expect(printable('\u001b[2J')).toBe('\\u001b[2J');
    expect(printableLine('a\nb\tc')).toBe('a\\u000ab\\u0009c');
    expect(tableOf([entry], () => undefined).split('\n')).toHaveLength(2);
  });

  it('text is printed unchanged', () => {
    expect(printable('Rubí de Birmania, 3.05 cts\n紅寶石 💎')).toBe('Rubí de Birmania, 3.05 cts\n紅寶石 💎');
  });
});

it('a reason is at most 1,000 characters long', () => {
  expect(shortenReason('x'.repeat(1_000_000))).toHaveLength(1_000);
  expect(shortenReason(`${'x'.repeat(998)}💎y`).isWellFormed()).toBe(true);
  expect(shortenReason('short')).toBe('short');
});
