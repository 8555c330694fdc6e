import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportFilePayload } from '../../../ingest/queue/contract.ts';
import { type Body, get } from '../../support/get.ts';
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
const later: Step[] = [
  { file: lots(range(801, 1_100), 'Before'), mode: 'upsert', total: 1_100 },
  { file: ids(range(1, 20)), mode: 'delete', total: 1_080 },
  { file: lots(range(11, 30), 'Meanwhile'), mode: 'upsert', total: 1_090 },
  { file: ids(range(600, 699)), mode: 'delete', total: 990 },
  { file: lots(range(680, 720), 'Fourth'), mode: 'upsert', total: 1_010 },
  { file: lots(range(1, 3_000), 'All'), mode: 'replace', total: 3_000 },
  { file: lots(range(2_500, 6_500), 'More'), mode: 'upsert', total: 6_500 },
  { file: ids(range(2_501, 5_000)), mode: 'delete', total: 4_000 },
  { file: lots(range(1, 2_100), 'Fewer'), mode: 'replace', total: 2_100 },
  { file: lots(range(2_000, 2_150), 'Last'), mode: 'upsert', total: 2_150 },
];
const steps = [base, ...later];

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

async function enqueue(all: Step[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const { file, mode } of all) {
    const path = await ingest.put(`${steps.findIndex((step) => step.file === file)}.csv`, file);
    numbers.push(await ingest.enqueue({ path, mode }));
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

it('readers during imports see only the totals between two imports, in order', async () => {
  for (const id of await enqueue([base])) await ingest.finished(id);
  const api = await startApi({ INDEX_ALIAS: ingest.alias });
  const seen = await totalsSeenDuring(api.url, async () => {
    for (const id of await enqueue(later)) {
      expect(await ingest.finished(id)).toMatchObject({ state: 'completed', superseded: 0, rejected: 0 });
    }
  });
  expect((await get(api.url, '/readyz')).body.data).toMatchObject({ records: 2_150 });
  await api.close();
  // The readers of the list and of statistics met some of the states in between.
  for (const one of seen.slice(0, 2)) expect(one.length).toBeGreaterThan(2);
  const totals = steps.map(({ total }) => total);
  expect(seen.filter((one) => !isInOrder(one, totals))).toEqual([]);
});
