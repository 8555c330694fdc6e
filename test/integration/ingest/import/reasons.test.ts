import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { suggestIndexName } from '../../../../mappings/records-index.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
let names: string;
beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', 'id,title,gem_type\n1,One,Ruby\n');
  names = suggestIndexName(ingest.alias, (await liveIndex(ingest.elasticsearch, ingest.alias))!);
});
afterAll(() => ingest?.close());

/** The reason of an import of one record with one attempt. */
async function reasonOf(): Promise<string> {
  const records = [{ id: 2, title: 'Two', gem_type: 'Opal' }];
  const job = await ingest.session.imports.add('upsert-records', { records }, { attempts: 1 });
  const number = async () => (await ingest.session.imports.getJob(job.id!))?.data.number;
  await expect.poll(number).toBeTruthy();
  return (await ingest.finished(await number())).reason!;
}

it('a document that Elasticsearch refuses is a reason without the name of the error', async () => {
  const { elasticsearch } = ingest;
  await elasticsearch.indices.delete({ index: names });
  await elasticsearch.indices.create({
    index: names,
    mappings: { properties: { type: { type: 'date' } } },
    aliases: { [`${names}-write`]: {} },
  });
  const reason = await reasonOf();
  expect(reason).toMatch(/^Elasticsearch refused a suggestion: .*failed to parse field \[type\]/);
  expect(reason).not.toMatch(/_exception/);
  await elasticsearch.indices.delete({ index: names });
});

it('an index that is deleted while it is read is a reason without the name of the error', async () => {
  const { batches, log } = ingest.session;
  await batches.pause();
  const id = await ingest.enqueue({
    path: await ingest.put('more.csv', 'id,title,gem_type\n3,Three,Ruby\n'),
  });
  while (!(await log.find(id))?.planned) await pause(5);
  await ingest.elasticsearch.indices.delete({
    index: (await liveIndex(ingest.elasticsearch, ingest.alias))!,
  });
  await batches.resume();
  const job = () => batches.getJob(`import-${id}-batch-0`);
  await expect.poll(async () => (await job())?.failedReason).toBeTruthy();
  const reasons = [(await job())!.failedReason, (await ingest.finished(id)).reason];
  for (const reason of reasons) expect(reason).toMatch(/^An index that the import needs was deleted\. Check/);
});
