import { afterAll, beforeAll, expect, it } from 'vitest';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { refresh } from '../../../../ingest/index/publish-version.ts';
import { toDocument } from '../../../../mappings/document.ts';
import { dataVersionChannel, type RecordsMeta } from '../../../../mappings/records-index.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
let index: string;
beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('one.csv', 'id,title,gem_type\n1,A ruby,Ruby\n');
  index = (await liveIndex(ingest.elasticsearch, ingest.alias))!;
});
afterAll(() => ingest?.close());

async function meta(): Promise<RecordsMeta> {
  const found = await ingest.elasticsearch.indices.getMapping({ index });
  return found[index]!.mappings._meta as RecordsMeta;
}

it('the index says that it is publishing from before the refresh until the new data version', async () => {
  const before = await meta();
  expect(before).not.toHaveProperty('publishing');
  await ingest.elasticsearch.index({ index, id: '2', document: toDocument(buildAuction({ id: 2 })) });

  const announced = ingest.redis.duplicate();
  const messages: string[] = [];
  announced.on('message', (_channel, message) => messages.push(JSON.parse(message).data_version));
  await announced.subscribe(dataVersionChannel(ingest.alias));
  let during: RecordsMeta | undefined;
  const { indices } = ingest.elasticsearch;
  const plain = indices.refresh.bind(indices);
  // The real refresh, after a look at the index.
  indices.refresh = (async (...args: Parameters<typeof plain>) => {
    during = await meta();
    return plain(...args);
  }) as typeof indices.refresh;
  try {
    await refresh(index, ingest.session);
  } finally {
    indices.refresh = plain as typeof indices.refresh;
  }

  expect(during).toEqual({ ...before, publishing: true });
  const after = await meta();
  expect(after).not.toHaveProperty('publishing');
  expect(after.data_version).not.toBe(before.data_version);
  await expect.poll(() => messages).toEqual([before.data_version, after.data_version]);
  announced.disconnect();
});

it('the index says that it is publishing until each of several concurrent refreshes has named its version', async () => {
  const { indices } = ingest.elasticsearch;
  const plain = indices.refresh.bind(indices);
  const refreshed: RecordsMeta[] = [];
  // The real refresh, then a look at the index.
  indices.refresh = (async (...args: Parameters<typeof plain>) => {
    const result = await plain(...args);
    refreshed.push(await meta());
    return result;
  }) as typeof indices.refresh;
  try {
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let round = 0; round < 3; round++) {
        const id = 100 + writer * 10 + round;
        const document = toDocument(buildAuction({ id }));
        await ingest.elasticsearch.index({ index, id: String(id), document });
        await refresh(index, ingest.session);
      }
    });
    await Promise.all(writers);
  } finally {
    indices.refresh = plain as typeof indices.refresh;
  }
  expect(refreshed.length).toBeGreaterThan(0);
  expect(refreshed.filter(({ publishing }) => !publishing)).toEqual([]);
  expect(await meta()).not.toHaveProperty('publishing');
});
