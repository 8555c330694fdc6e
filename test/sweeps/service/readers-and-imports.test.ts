import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { rollBack } from '../../../ingest/index/index-history.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const csv = (records: number, title: string) =>
  `id,title,gem_type\n${Array.from({ length: records }, (_, i) => `${i + 1},${title},Ruby`).join('\n')}\n`;

let ingest: TestIngest;
let api: RunningApi;
beforeAll(async () => {
  ingest = await startIngest();
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api.close();
  await ingest.close();
});

/** One read through the API: the total of the list, and the contents of the page. */
async function readView(page: number): Promise<string> {
  const { status, body } = await get(api.url, '/api/v1/auctions', `limit=50&page=${page}`);
  expect(status).toBe(200);
  const titles = new Set(body.data.map(({ title }: { title: string }) => title));
  return `${body.pagination!.total_records} records: ${[...titles].join(' and ')}`;
}

/** Reads constantly from several readers while `work` runs; returns their distinct views in order of appearance. */
async function viewsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const views = new Set<string>([await readView(1)]);
  let working = true;
  const readers = [1, 2, 40].map(async (page) => {
    while (working) views.add(await readView(page));
  });
  await work();
  working = false;
  await Promise.all(readers);
  views.add(await readView(1));
  return [...views];
}

describe('a service without an index', () => {
  it('the API responds with 503 until the first import, and with its data directly after it', async () => {
    const before = await get(api.url, '/api/v1/auctions');
    expect(before.status).toBe(503);
    await ingest.import('first.csv', csv(3_000, 'first'), { mode: 'replace' });
    expect(await readView(1)).toBe('3000 records: first');
  });
});

describe('constant API reads during imports', () => {
  it('API readers see the old or the new data during a replacement, and the new data after it', async () => {
    const views = await viewsDuring(() =>
      ingest.import('second.csv', csv(4_000, 'second'), { mode: 'replace' }),
    );
    expect(views).toEqual(['3000 records: first', '4000 records: second']);
  });

  it('API readers see the later or the earlier data during a rollback', async () => {
    const { config, elasticsearch, redis, log } = ingest.session;
    const views = await viewsDuring(() => rollBack({ config, elasticsearch, redis, log }));
    expect(views).toEqual(['4000 records: second', '3000 records: first']);
  });

  it('API readers see an upsert only when it is complete', async () => {
    const views = await viewsDuring(() => ingest.import('third.csv', csv(5_000, 'third')));
    expect(views).toEqual(['3000 records: first', '5000 records: third']);
  });
});
