import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isUnfinished } from '../../../ingest/store/import-log.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { type FaultProxy, request, startFaultProxy } from '../../support/fault-proxy.ts';
import { outcomeOf, plainImport } from '../../support/plain-import.ts';
import { startRescuer } from '../../support/stalled-worker.ts';
import { expireLocks, startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { quickTakeover, startWorkerProcess } from '../../support/worker-process.ts';

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

const startWorker = ({ environment } = ingest) =>
  startWorkerProcess({ ...environment, ...quickTakeover, ELASTICSEARCH_URL: engine.url });

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

const toNdjson = (lots: object[]) => lots.map((lot) => JSON.stringify(lot)).join('\n');
const sale = (first: number, year: number, known: object = {}) =>
  Array.from({ length: 20 }, (_, at) =>
    buildAuction({
      ...{ id: first + at, lot_number: `${at}`, auction_date: `${year}-05-12`, carat: 5 },
      ...{ labs: ['SSEF'], report_numbers: [`${90_210 + at}`], ...known },
    }),
  );
/** The second file has the sale of the first once more, and a later one of the same stones. */
const files: [name: string, content: string][] = [
  ['one.ndjson', toNdjson(sale(1, 2001))],
  ['two.ndjson', toNdjson([...sale(101, 2001, { url: 'https://example.org' }), ...sale(201, 2011)])],
];
const writesLink = (field: string) => (text: string) =>
  request('POST', /-write-2-\d+\/_bulk/)(text) && new RegExp(`"${field}":\\d`).test(text);
const writesMeta = request('PUT', /-write-2-\d+\/_mapping/);
const moments: [when: string, isLast: (text: string) => boolean][] = [
  ['links duplicates', writesLink('duplicate_of')],
  ['links stones', writesLink('stone_id')],
  ['names the data version', (text) => writesMeta(text) && !text.includes('"publishing"')],
];

describe('an import whose worker is killed while it publishes', () => {
  const lotsOf = async (of: TestIngest) => (await of.records()).map(({ updated_at: _, ...lot }) => lot);
  let expected: Awaited<ReturnType<typeof lotsOf>>;
  beforeAll(async () => {
    const undisturbed = await startIngest();
    for (const [name, content] of files) await undisturbed.import(name, content);
    expected = await lotsOf(undisturbed);
    await undisturbed.close();
    expect(expected.filter(({ duplicate_of }) => duplicate_of !== null)).toHaveLength(20);
    expect(expected.filter(({ stone_id }) => stone_id !== null)).toHaveLength(40);
  });

  it.each(moments)('leaves the links of an undisturbed one: as it %s', async (_, isLast) => {
    const killed = await startIngest({ worker: false });
    onTestFinished(() => killed.close());
    const ids: number[] = [];
    for (const [name, content] of files)
      ids.push(await killed.enqueue({ path: await killed.put(name, content) }));
    engine.holdWhen(isLast);
    const first = await startWorker(killed);
    while (engine.waiting() === 0) await pause(5);
    await first.kill('SIGKILL');
    while (engine.waiting() > 0) await pause(5);
    engine.release();
    await expireLocks(killed);
    await startRescuer(killed.environment);
    const entry = await killed.finished(ids[1]!);
    expect(entry).toMatchObject({ state: 'completed', claim: 2, duplicates: 20 });
    expect(await lotsOf(killed)).toEqual(expected);
  });
});
