import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportFilePayload } from '../../../ingest/queue/contract.ts';
import { mappingVersion } from '../../../mappings/records-index.ts';
import { type Body, get } from '../../support/get.ts';
import { enqueueMigration, prepared } from '../../support/migrate.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const header = 'id,title,gem_type,carat,price_final_usd,auction_date';
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const lots = (ids: number[], title: string) =>
  [
    header,
    ...ids.map((id) => `${id},${title} ${id},Ruby,${1 + (id % 7)},${5_000 + ((id * 37) % 900)},2020-05-01`),
  ].join('\n');
const ids = (all: number[]) => ['id', ...all].join('\n');

interface Step {
  file: string;
  mode: NonNullable<ImportFilePayload['mode']>;
  /** Number of records after this step. */
  total: number;
}
const base: Step = { file: lots(range(1, 1_000), 'Base'), mode: 'upsert', total: 1_000 };
const before: Step[] = [
  { file: lots(range(801, 1_100), 'Before'), mode: 'upsert', total: 1_100 },
  { file: ids(range(1, 20)), mode: 'delete', total: 1_080 },
];
const meanwhile: Step[] = [
  { file: lots(range(11, 30), 'Meanwhile'), mode: 'upsert', total: 1_090 },
  { file: ids(range(600, 699)), mode: 'delete', total: 990 },
  { file: lots(range(680, 720), 'Last'), mode: 'upsert', total: 1_010 },
];
const steps = [base, ...before, ...meanwhile];

let calm: TestIngest;
let ingest: TestIngest;
beforeAll(async () => {
  calm = await startIngest();
  ingest = await startIngest();
});
afterAll(() => Promise.all([calm.close(), ingest.close()]));

async function enqueue(at: TestIngest, all: Step[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const { file, mode } of all) {
    const path = await at.put(`${steps.findIndex((step) => step.file === file)}.csv`, file);
    numbers.push(await at.enqueue({ path, mode }));
  }
  return numbers;
}

/** Sends a request to the API and expects 200. */
async function ask(url: string, path: string, query?: Record<string, string>): Promise<Body> {
  const { status, body } = await get(url, path, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/**
 * Reads continuously while `work` runs, with short pauses that leave CPU time to the work. No statistics are requested
 * twice: a refresh shows new data before the data version changes, and a cached response would still show the old data.
 * @returns the totals that each reader saw, in the order of time
 */
async function totalsSeenDuring(url: string, work: () => Promise<unknown>): Promise<number[][]> {
  const paths: ((turn: number) => Promise<number | undefined>)[] = [
    async (turn) =>
      (await ask(url, '/api/v1/auctions', { limit: `${1 + (turn % 20)}` })).pagination.total_records,
    async (turn) => (await ask(url, '/api/v1/stats', { price_max: `${6_000 + turn}` })).data.lots,
    async (turn) => void (await ask(url, `/api/v1/auctions/${400 + (turn % 100)}`)),
    async () => void (await ask(url, '/api/v1/suggestions', { q: 'base' })),
  ];
  let working = true;
  const readers = paths.map(async (read) => {
    const totals: number[] = [];
    for (let turn = 0; working; turn++) {
      const total = await read(turn);
      if (total !== undefined && total !== totals.at(-1)) totals.push(total);
      await pause(20);
    }
    return totals;
  });
  await Promise.all([work().finally(() => (working = false)), ...readers]);
  return Promise.all(readers);
}

const isInOrder = (seen: number[], all: number[]) => {
  let at = 0;
  for (const one of all) if (one === seen[at]) at++;
  return at === seen.length;
};

describe('a migration between imports', () => {
  it('readers during a migration between imports see only the totals of an undisturbed run, and no record is lost', async () => {
    for (const id of await enqueue(calm, steps)) await calm.finished(id);

    for (const id of await enqueue(ingest, [base])) await ingest.finished(id);
    const api = await startApi({ INDEX_ALIAS: ingest.alias });
    const seen = await totalsSeenDuring(api.url, async () => {
      const earlier = await enqueue(ingest, before);
      const migration = await enqueueMigration(ingest);
      const later = await enqueue(ingest, meanwhile);
      for (const id of [...earlier, ...later]) {
        expect(await ingest.finished(id)).toMatchObject({ state: 'completed', superseded: 0, rejected: 0 });
      }
      expect(await ingest.finished(migration)).toMatchObject({
        state: 'completed',
        read: 1_080,
        indexed: 1_080,
      });
    });
    expect((await get(api.url, '/readyz')).body.data).toMatchObject({
      records: 1_010,
      mapping_version: mappingVersion,
    });
    await api.close();

    const totals = steps.map(({ total }) => total);
    expect(seen.filter((one) => !isInOrder(one, totals))).toEqual([]);
    const comparable = (all: Awaited<ReturnType<TestIngest['records']>>) =>
      all.map(({ import: _number, updated_at: _time, ...record }) => record);
    expect(comparable(await ingest.records())).toEqual(comparable(await calm.records()));
    expect(await prepared(ingest)).toEqual(await prepared(calm));
  });
});
