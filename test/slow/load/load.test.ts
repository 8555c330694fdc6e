import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstLot, writeSyntheticCsv } from '../../../local/samples/synthetic-lots.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess, type WorkerProcess } from '../../support/worker-process.ts';
import { type OfferedLoad, offerLoad } from './offer-load.ts';
import { type LoadTarget, startTarget } from './start-target.ts';
import { expectBounded, most, type Sample, sample, watchProcess } from './watch-process.ts';

const seconds = Number(process.env.LOAD_SECONDS ?? 180);
/** The default of MAX_IN_FLIGHT. */
const maxInFlight = 256;
const workerLimitMb = 640;

let ingest: TestIngest;
let worker: WorkerProcess;
let api: LoadTarget;

beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  worker = await startWorkerProcess(ingest.environment, (child) => child);
  await writeSyntheticCsv(join(ingest.importRoot, 'lots.csv'), 30_000);
  await ingest.finished(await ingest.enqueue({ path: 'lots.csv' }));
  api = await startTarget(ingest.alias, {}, (child) => child);
});
afterAll(async () => {
  await api?.stop();
  await worker?.kill('SIGTERM');
  await ingest?.close();
});

it('under a load that rises to four times saturation during imports, the API refuses the excess with 503, stays within its memory and recovers', async () => {
  const samples: Sample[] = [];
  const loads: OfferedLoad[] = [];
  const add = async (name: string, share: number, connections: number, perConnection?: number) => {
    const watch = watchProcess(api);
    const load = await offerLoad(api.url, { connections, seconds: seconds * share, perConnection });
    await watch.end();
    samples.push(...watch.samples);
    loads.push(load);
    const { undocumented: _, statuses, ...figures } = load;
    console.table({ [name]: { connections, ...figures, apiMb: most(watch.samples, 'residentMb') } });
    return load;
  };
  await add('warm', 0.1, 4);
  const before = await searchMs();
  const importing = importUntilTold();
  await add('ramp', 0.1, 16);
  await add('ramp', 0.1, 64);
  // As many clients as are admitted at once measure the capacity; then each connection sends its share of it.
  const { answeredPerS } = await add('saturated', 0.2, maxInFlight);
  const share = Math.max(1, Math.ceil(answeredPerS / maxInFlight));
  const excess = [
    await add('twice', 0.25, 2 * maxInFlight, share),
    await add('four times', 0.25, 4 * maxInFlight, share),
  ];
  const states = await importing.end();
  // Other processes share the machine.
  await expect.poll(searchMs, { timeout: 10_000 }).toBeLessThan(2 * before);
  expect((await sample(api)).inFlight).toBe(0);

  expect(loads.flatMap(({ undocumented }) => undocumented)).toEqual([]);
  expect(loads.map(({ broken }) => broken)).toEqual(loads.map(() => 0));
  for (const { refusedPerS, waiting } of excess) {
    expect(refusedPerS).toBeGreaterThan(0);
    // Without a limit, the requests of all connections would wait.
    expect(waiting).toBeLessThan(1.2 * maxInFlight);
  }
  expect(new Set(states)).toEqual(new Set(['completed']));
  await expectBounded(api, samples);
  expect(worker.peakMb()).toBeLessThan(workerLimitMb);
});

/** Imports a file repeatedly, so that no response stays cached for long. */
function importUntilTold() {
  let isOver = false;
  const states: string[] = [];
  const importing = (async () => {
    const path = 'meanwhile.csv';
    await writeSyntheticCsv(join(ingest.importRoot, path), 20_000, { seed: 2, firstId: firstLot + 20_000 });
    while (!isOver) states.push((await ingest.finished(await ingest.enqueue({ path }))).state);
  })();
  return {
    async end() {
      isOver = true;
      await importing;
      return states;
    },
  };
}

let asked = 0;

/** Median latency of requests that no cache knows. */
async function searchMs(): Promise<number> {
  const latencies: number[] = [];
  while (latencies.length < 15) {
    const start = performance.now();
    await (await fetch(`${api.url}/api/v1/auctions?price_min=${asked++}`)).arrayBuffer();
    latencies.push(performance.now() - start);
  }
  return latencies.sort((a, b) => a - b)[7]!;
}
