import { expect, it } from 'vitest';
import { startRescuer } from '../../../support/stalled-worker.ts';
import { startIngest } from '../../../support/start-ingest.ts';

/** SIDE_BY_SIDE=60 is a longer run by hand. */
const imports = Number(process.env.SIDE_BY_SIDE ?? 20);

it('imports of one record that end side by side on several workers all complete at their first attempt', async () => {
  const ingest = await startIngest();
  await startRescuer(ingest.environment);
  const queued = await ingest.session.imports.addBulk(
    Array.from({ length: imports }, (_, i) => ({
      name: 'upsert-records',
      data: { records: [{ id: i + 1, title: `Lot ${i}`, gem_type: 'Ruby', origin: `Mine ${i}` }] },
      opts: { attempts: 1 },
    })),
  );
  const ended = await Promise.all(
    queued.map(async ({ id }) => {
      const job = () => ingest.session.imports.getJob(id!);
      await expect.poll(async () => (await job())?.data.number).toBeTruthy();
      const { state, reason } = await ingest.finished((await job())!.data.number);
      await expect.poll(async () => (await job())?.finishedOn).toBeTruthy();
      return { state, reason, attempts: (await job())!.attemptsMade };
    }),
  );
  expect(ended).toEqual(ended.map(() => ({ state: 'completed', reason: undefined, attempts: 1 })));
  expect(await ingest.records()).toHaveLength(imports);
  const names = await ingest.elasticsearch.search({ index: `${ingest.alias}-suggest-*`, size: 100 });
  const texts = names.hits.hits.map(({ _source }) => (_source as { text: string }).text);
  expect(texts.filter((text) => text.startsWith('Mine'))).toHaveLength(imports);
  await ingest.close();
});
