import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeSyntheticCsv } from '../../../local/samples/synthetic-lots.ts';
import { getFrom } from '../../support/get-from.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startTarget } from './start-target.ts';
import { expectBounded, watchProcess } from './watch-process.ts';

/** Share of the full size: each gem at 1,000 dates, over 60,000 lots. */
const scale = Number(process.env.LOAD_SCALE ?? 1);
const lots = 60_000 * scale;
const dates = Number(process.env.LOAD_DATES ?? 1000 * scale);
const gems = ['ruby', 'sapphire', 'emerald', 'diamond'];
const connections = 8;
const [walker, other] = ['127.0.0.2', '127.0.0.3'];
const dayMs = 86_400_000;

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
  await writeSyntheticCsv(join(ingest.importRoot, 'lots.csv'), lots);
  const id = await ingest.enqueue({ path: 'lots.csv' });
  expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: lots });
});
afterAll(() => ingest?.close());

it('the memory of an API stays flat while a client asks for comparables of several gems at many dates', async () => {
  const api = await startTarget(ingest.alias);
  const watch = watchProcess(api);
  const paths = Array.from({ length: dates }, (_, back) => {
    const day = new Date(Date.UTC(2026, 5, 30) - 2 * back * dayMs).toISOString().slice(0, 10);
    return gems.map((gem) => `/api/ext/comparables?gem_name=${gem}&carat=2&as_of=${day}`);
  }).flat();
  const statuses: Record<string, number> = {};
  const walk = async () => {
    for (let path = paths.shift(); path; ) {
      const { status, headers } = await getFrom(walker, `${api.url}${path}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A busy machine may refuse a request.
      if (status === 503) await pause(1000 * Number(headers['retry-after']));
      else path = paths.shift();
    }
  };
  let isWalking = true;
  const listMs: number[] = [];
  const listStatuses = new Set<number>();
  const readLists = async () => {
    for (let n = 0; isWalking; n++) {
      const started = performance.now();
      listStatuses.add((await getFrom(other, `${api.url}/api/v1/auctions?price_min=${n}`)).status);
      listMs.push(performance.now() - started);
    }
  };
  const lists = readLists();
  await Promise.all(Array.from({ length: connections }, walk));
  isWalking = false;
  await lists;
  await watch.end();
  const medianMs = listMs.sort((a, b) => a - b)[listMs.length >> 1]!;
  console.log(JSON.stringify(statuses), `${listMs.length} lists, median ${medianMs.toFixed(0)} ms`);
  expect(statuses[200]).toBe(dates * gems.length);
  expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([]);
  expect([...listStatuses]).toEqual([200]);
  expectBounded(watch.samples);
});
