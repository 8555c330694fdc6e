import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { type Progress, progressView } from '../../../../ingest/cli/follow-import.ts';

/** The output for an import of 6,000 records. */
function printed(state: string, done: number, isTTY: boolean, total: number | null = 6000): string {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 200, cursorTo() {}, clearLine() {} });
  stream.on('data', (data) => {
    text += data;
  });
  const view = progressView(stream as unknown as NodeJS.WriteStream, false);
  const report = view.add('lots.csv');
  report({ entry: { state }, done, total: total ?? undefined, noWorker: false } as Progress);
  view.stop();
  return text;
}

it('an import that writes shows its rate and the remaining time', () => {
  expect(printed('running', 3000, false)).toMatch(
    /writing records, 3,000 of 6,000 records \(\d+\/s, \d+ s left\)/,
  );
});

it.each([true, false])(
  'an import that publishes has no rate and no remaining time (terminal: %s)',
  (isTTY) => {
    const text = printed('publishing', 6000, isTTY);
    expect(text).toContain('finding duplicates and unusual prices');
    expect(text).not.toMatch(/\d s left|\d\/s/);
  },
);

it.each([
  ['waiting', 0, null, 'waiting to start'],
  ['running', 0, null, 'reading the file'],
  ['running', 6000, 6000, 'checking counts'],
  ['completed', 6000, 6000, 'completed'],
])('an import that is %s with %i of %s records shows the phase "%s"', (state, done, total, phase) => {
  for (const isTTY of [true, false]) {
    expect(printed(state, done, isTTY, total), `terminal: ${isTTY}`).toContain(phase);
  }
});
