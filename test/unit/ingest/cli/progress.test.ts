import { expect, it } from 'vitest';
import { describeProgress, type Progress } from '../../../../ingest/cli/progress.ts';

const half = { lines: 3_000, share: 0.5, records_per_second: 1_200 };

it.each<[Progress, string]>([
  [{ ...half, phase: 'waiting', share: 0 }, 'waiting to start'],
  [{ ...half, phase: 'waiting', share: 0, waits_for: { kind: 'import', import: 2 } }, 'waits for import 2'],
  [{ ...half, phase: 'reading' }, 'reading and writing: 3,000 lines, 50% of the file, 1,200 records/s'],
  [{ ...half, phase: 'publishing' }, 'publishing: finding duplicates and unusual prices'],
])('the progress of an import names its phase: %j', (progress, phase) => {
  expect(describeProgress(progress)).toBe(phase);
});
