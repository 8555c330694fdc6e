import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSample } from '../../../local/samples/import-sample.ts';
import { runCommand } from '../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

/** The lines that an import of the sample prints. */
async function importLines(): Promise<string[]> {
  const lines: string[] = [];
  await importSample({ ...process.env, ...ingest.environment }, (line) => lines.push(line));
  return lines;
}

test('the sample is imported once, and does not return after it has been removed', async () => {
  expect((await importLines())[0]).toMatch(/^The index is empty: importing the sample data/);
  expect(await importLines()).toEqual([]);
  const { code, stdout } = await runCommand(['samples', 'remove'], ingest.environment);
  expect([code, stdout]).toEqual([0, expect.stringContaining('20,120 deleted')]);
  expect(await ingest.records()).toEqual([]);
  expect(await importLines()).toEqual([]);
});
