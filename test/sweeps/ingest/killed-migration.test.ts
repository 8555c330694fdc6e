import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countWrites, liveIndex } from '../../../ingest/index/live-index.ts';
import { documents, enqueueMigration, prepared, whenIs } from '../../support/migrate.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startWorkerProcess } from '../../support/worker-process.ts';

const records = 9_000;
const csv = `id,title,gem_type,carat,price_final_usd,auction_date\n${Array.from(
  { length: records },
  (_, i) => `${i + 1},Lot,Ruby,2,${1_000 + i},2020-05-01`,
).join('\n')}\n`;

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest.close());

it('a migration whose worker is killed resumes without repeating finished batches', async () => {
  let worker = await startWorkerProcess(ingest.environment);
  await ingest.import('lots.csv', csv);
  const before = await documents(ingest);

  const id = await enqueueMigration(ingest);
  const { planned, job_id } = await whenIs(ingest, id, (entry) => entry.planned);
  const copied = async () => {
    const job = await ingest.session.imports.getJob(job_id);
    return (await job!.getDependenciesCount({ processed: true })).processed!;
  };
  while ((await copied()) < 2) await pause(5);
  await worker.kill('SIGKILL');
  const done = await copied();
  expect(done).toBeLessThan(planned!.batches);

  worker = await startWorkerProcess(ingest.environment);
  const entry = await ingest.finished(id);
  await worker.kill('SIGTERM');
  expect(entry).toMatchObject({ state: 'completed', read: records, indexed: records });
  expect(await documents(ingest)).toEqual(before);
  const live = (await liveIndex(ingest.elasticsearch, ingest.alias))!;
  expect(await prepared(ingest)).toMatchObject({ count: records });
  // At most three batches of 500 records were active and are repeated.
  expect(await countWrites(ingest.elasticsearch, [live])).toBeLessThanOrEqual(records + 1_500);
});
