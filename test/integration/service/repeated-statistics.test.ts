import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const path = '/api/v1/stats?gem_name=ruby';
const csv = (price: number) =>
  `id,title,gem_type,price_final_usd\n${Array.from({ length: 500 }, (_, i) => `${i + 1},Ring,Ruby,${price}`).join('\n')}\n`;
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', csv(1000));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  agent.destroy();
  await api?.close();
  await ingest?.close();
});

function ask(): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(`${api.url}${path}`, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject).end();
  });
}

/** The distinct bodies of `times` requests over 20 connections. */
async function askOften(times: number): Promise<string[]> {
  const bodies = new Set<string>();
  let left = times;
  const client = async () => {
    while (left-- > 0) bodies.add(await ask());
  };
  await Promise.all(Array.from({ length: 20 }, client));
  return [...bodies];
}

/** The number of searches that Elasticsearch has run on the live records. */
async function searches(): Promise<number> {
  const { _all } = await ingest.elasticsearch.indices.stats({ index: ingest.alias, metric: 'search' });
  return _all.total!.search!.query_total!;
}

/** The searches of one response: first the counts, then the quantiles that depend on them. */
const searchesOfOne = 2;

test('10,000 requests for the same statistics take one search for each data version', async () => {
  // Responses are cached as soon as the API receives announcements of changes.
  const origin = async () => (await get(api.url, '/api/v1/auctions')).headers.get('server-timing');
  await expect.poll(origin).toContain('cache;desc=hit');
  const before = await searches();
  const [first, ...others] = await askOften(10_000);
  expect(others).toEqual([]);
  expect((await searches()) - before).toBe(searchesOfOne);
  expect(JSON.parse(first!).data.total_value_usd).toBe(500_000);

  await ingest.import('lots.csv', csv(2000));
  const afterImport = await searches();
  const next = JSON.parse(await ask());
  expect(next.data.total_value_usd).toBe(1_000_000);
  expect(next.meta.data_version).not.toBe(JSON.parse(first!).meta.data_version);
  expect(await askOften(1000)).toHaveLength(1);
  expect((await searches()) - afterImport).toBe(searchesOfOne);
});
