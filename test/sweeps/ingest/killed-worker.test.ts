import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isUnfinished } from '../../../ingest/store/import-log.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { outcomeOf, plainImport } from '../../support/plain-import.ts';
import { expireLocks, startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

let ingest: TestIngest;
let engine: FaultProxy;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  engine = await startFaultProxy(ingest.environment.ELASTICSEARCH_URL.split(',')[0]!);
});
afterAll(async () => {
  await ingest?.close();
  await engine?.close();
});

const startWorker = () => startWorkerProcess({ ...ingest.environment, ELASTICSEARCH_URL: engine.url });

/** Holds the nth request that an import makes. A checkpoint is one of about six requests of a batch. */
function holdNth(nth: number): void {
  let made = 0;
  engine.holdWhen(
    (text) => /^[A-Z]+ \/[^ ]*-(imports\/_doc|records|write|rejects)/.test(text) && ++made >= nth,
  );
}

async function enqueue(csv: string): Promise<number> {
  const path = await ingest.put('lots.csv', csv);
  return ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1, min_records: 0 });
}

it.each([1, 2, 3])(
  'an import whose worker is killed at four of its requests leaves what a plain loop computes: seed %i',
  async (seed) => {
    const { csv, expected } = plainImport(9_000, seed);
    const id = await enqueue(csv);
    const hasEnded = async () => !isUnfinished((await ingest.session.log.find(id))!);
    for (let kills = 0; kills < 4; kills++) {
      holdNth(25 + ((seed * 7 + kills * 5) % 16));
      const worker = await startWorker();
      while (engine.waiting() === 0 && !(await hasEnded())) await pause(5);
      await worker.kill('SIGKILL');
      while (engine.waiting() > 0) await pause(5);
      engine.release();
      await expireLocks(ingest);
    }
    const last = await startWorker();
    const entry = await ingest.finished(id);
    await last.kill('SIGTERM');
    expect(entry).toMatchObject({ state: 'completed' });
    expect(entry.claim).toBeGreaterThan(3);
    expect(await outcomeOf(ingest, entry)).toEqual(expected);
  },
);

it('a worker that gets SIGTERM returns its import and exits with 0, and another worker finishes it', async () => {
  const { csv, expected } = plainImport(9_000, 4);
  const id = await enqueue(csv);
  holdNth(30);
  const first = await startWorker();
  while (engine.waiting() === 0) await pause(5);
  const ended = first.kill('SIGTERM');
  engine.release();
  // Exit code 1 would mean that it exceeded its own time limit for stopping.
  expect(await ended).toBe(0);
  const second = await startWorker();
  const entry = await ingest.finished(id);
  await second.kill('SIGTERM');
  expect(entry).toMatchObject({ state: 'completed' });
  expect(await outcomeOf(ingest, entry)).toEqual(expected);
});
