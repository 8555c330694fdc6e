import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { progressView } from '../../../../ingest/cli/follow-import.ts';
import type { Progress } from '../../../../ingest/cli/progress.ts';
import type { ImportEntry } from '../../../../ingest/store/import-entry.ts';

/** The output for an import; on a terminal it is a bar. */
function printed(state: ImportEntry['state'], progress: Progress | undefined, isTTY: boolean): string {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 200, cursorTo() {}, clearLine() {} });
  stream.on('data', (data) => {
    text += data;
  });
  const view = progressView(stream as unknown as NodeJS.WriteStream, false);
  view.add('lots.csv')({ state } as ImportEntry, progress);
  view.stop();
  return text;
}

const half = { lines: 3_000, share: 0.5, records_per_second: 1_200 };

it.each<[ImportEntry['state'], Progress | undefined, string, string]>([
  ['waiting', { ...half, phase: 'waiting', share: 0 }, 'waiting to start', '0%'],
  [
    'waiting',
    { ...half, phase: 'waiting', share: 0, waits_for: { kind: 'import', import: 2 } },
    'waits for import 2',
    '0%',
  ],
  [
    'running',
    { ...half, phase: 'reading' },
    'reading and writing: 3,000 lines, 50% of the file, 1,200 records/s',
    '50%',
  ],
  ['publishing', { ...half, phase: 'publishing' }, 'finding duplicates and unusual prices', '100%'],
  ['completed', undefined, 'completed', '100%'],
])('an import that is %s shows its phase: %j', (state, progress, phase, percentage) => {
  for (const isTTY of [true, false]) expect(printed(state, progress, isTTY), `${isTTY}`).toContain(phase);
  expect(printed(state, progress, true)).toContain(percentage);
});
