import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outcomeOf, plainImport } from '../../support/plain-import.ts';
import { expireLocks, startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest?.close());

it.each([1, 2, 3])(
  'an import whose worker is killed four times at any moment leaves what a plain loop computes: seed %i',
  async (seed) => {
    const { csv, expected } = plainImport(9_000, seed);
    const path = await ingest.put('lots.csv', csv);
    let worker = await startWorkerProcess(ingest.environment);
    const id = await ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1, min_records: 0 });
    for (let kills = 0; kills < 4; kills++) {
      while ((await ingest.session.log.find(id))!.state === 'waiting') await pause(5);
      await pause((seed * 611 + kills * 397) % 1_500);
      await worker.kill('SIGKILL');
      await expireLocks(ingest);
      worker = await startWorkerProcess(ingest.environment);
    }
    const entry = await ingest.finished(id);
    await worker.kill('SIGTERM');
    expect(entry).toMatchObject({ state: 'completed' });
    expect(await outcomeOf(ingest, entry)).toEqual(expected);
  },
);

it('a worker that gets SIGTERM returns its import and exits with 0, and another worker finishes it', async () => {
  const { csv, expected } = plainImport(9_000, 4);
  const path = await ingest.put('again.csv', csv);
  const first = await startWorkerProcess(ingest.environment);
  const id = await ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1, min_records: 0 });
  while ((await ingest.session.log.find(id))!.state === 'waiting') await pause(5);
  await pause(300);
  // Exit code 1 would mean that it exceeded its own time limit for stopping.
  expect(await first.kill('SIGTERM')).toBe(0);
  const second = await startWorkerProcess(ingest.environment);
  const entry = await ingest.finished(id);
  await second.kill('SIGTERM');
  expect(entry).toMatchObject({ state: 'completed' });
  expect(await outcomeOf(ingest, entry)).toEqual(expected);
});
