import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

const records = 2_000;

/** A file of the lots 1 to 2,000 of one sale, with ids from `first` on. */
const sale = (first: number, known: { url?: string } = {}) =>
  Array.from({ length: records }, (_, i) =>
    JSON.stringify(
      buildAuction({ id: first + i, lot_number: String(i + 1), title: `${first} ${i}`, ...known }),
    ),
  ).join('\n');

/** `duplicate_of` of every record, by id. */
const links = async (from: TestIngest) =>
  Object.fromEntries((await from.records()).map(({ id, duplicate_of }) => [id, duplicate_of]));

it('an import whose worker is killed during publishing links the same duplicates as an undisturbed import', async () => {
  const [a, b] = [sale(1), sale(10_001, { url: 'https://example.org' })];
  const calm = await startIngest();
  await calm.import('a.ndjson', a);
  await calm.import('b.ndjson', b);
  const expected = await links(calm);
  await calm.close();

  const ingest = await startIngest({ worker: false });
  await ingest.put('a.ndjson', a);
  await ingest.put('b.ndjson', b);
  let worker = await startWorkerProcess(ingest.environment);
  await ingest.finished(await ingest.enqueue({ path: 'a.ndjson' }));
  const id = await ingest.enqueue({ path: 'b.ndjson' });
  for (let kills = 0; kills < 2; kills++) {
    const state = async () => (await ingest.session.log.find(id))!.state;
    while (!['publishing', 'completed'].includes(await state())) await pause(2);
    await worker.kill('SIGKILL');
    worker = await startWorkerProcess(ingest.environment);
  }
  expect(await ingest.finished(id)).toMatchObject({
    state: 'completed',
    indexed: records,
    duplicates: records,
  });
  expect(await links(ingest)).toEqual(expected);
  expect(Object.values(expected).filter((link) => link !== null)).toHaveLength(records);
  await worker.kill('SIGTERM');
  await ingest.close();
});
