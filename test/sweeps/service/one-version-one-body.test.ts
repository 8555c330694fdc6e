import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

let ingest: TestIngest;
let engine: FaultProxy;
let api: RunningApi;
beforeAll(async () => {
  ingest = await startIngest();
  engine = await startFaultProxy(inject('elasticsearchUrl'));
  api = await startApi({ INDEX_ALIAS: ingest.alias, ELASTICSEARCH_URL: engine.url });
  await add(2);
});
afterAll(async () => {
  await api?.close();
  await engine?.close();
  await ingest?.close();
});

let lots = 0;

/** Imports so many further lots. */
async function add(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => `${++lots},A ruby,Ruby,${lots / 10},${lots}00`);
  const csv = `id,title,gem_type,carat,price_final_usd\n${rows.join('\n')}\n`;
  expect(await ingest.import(`${lots}.csv`, csv)).toMatchObject({ state: 'completed' });
}

async function read(path: string) {
  const response = await fetch(`${api.url}${path}`);
  expect(response.status, path).toBe(200);
  const { headers } = response;
  const caching = [headers.get('cache-control'), headers.get('etag'), headers.get('last-modified')];
  return { body: await response.text(), caching, total: headers.get('x-total-records') };
}

const notStored = ['no-store', null, null];
const stored = ['public, max-age=0, must-revalidate', expect.any(String), expect.any(String)];
const versionIn = (body: string) => /"data_version":"([^"]+)"/.exec(body)![1]!;

it('a response whose searches an import overtook is made again from the new state', async () => {
  // Another filter: a number of lots that is known already would show that the data changed.
  const path = '/api/v1/auctions?gem_name=ruby';
  const { body: before } = await read('/api/v1/auctions');
  engine.holdWhen((request) => /_m?search/.test(request));
  const overtaken = read(path);
  await expect.poll(() => engine.waiting()).toBe(1);
  await add(1);
  engine.release();
  const { body, caching } = await overtaken;
  expect(JSON.parse(body).pagination.total_records).toBe(lots);
  expect(versionIn(body)).not.toBe(versionIn(before));
  expect(caching).toEqual(stored);
});

it('an export whose snapshot an import overtook is made again from the new state', async () => {
  const path = '/api/ext/export/auctions?format=ndjson';
  expect(await read(path)).toMatchObject({ caching: stored, total: String(lots) });
  engine.holdWhen((request) => request.includes('_pit'));
  const overtaken = read(path);
  await expect.poll(() => engine.waiting()).toBe(1);
  await add(1);
  engine.release();
  expect(await overtaken).toMatchObject({ caching: stored, total: String(lots) });
});

it('each path has one body in each data version while a slow engine publishes imports', async () => {
  const paths = ['auctions', 'auctions/latest', 'auctions/1', 'stats', 'stats/market', 'rankings/top-price'];
  /** Bodies that clients may keep, by version and path. */
  const bodies = new Map<string, string>();
  let importing = true;
  const readers = paths.map(async (path, reader) => {
    for (let round = 0; importing; round++) {
      const { body, caching } = await read(`/api/v1/${path}`);
      const { data, pagination, meta } = JSON.parse(body);
      // While data is published, a response has no version and is not stored.
      expect(caching, body).toEqual(meta.data_version === null ? notStored : stored);
      if (meta.data_version === null) continue;
      const shown = JSON.stringify([data, pagination]);
      const key = `${meta.data_version} ${path}`;
      expect(bodies.get(key) ?? shown, key).toBe(shown);
      bodies.set(key, shown);
      engine.delay((reader * 7 + round * 13) % 50);
      await pause(1);
    }
  });
  const imports = (async () => {
    for (let number = 0; number < 8; number++) await Promise.all([add(1), add(2)]);
  })();
  await Promise.race([imports, ...readers]);
  await imports.finally(() => {
    importing = false;
  });
  await Promise.all(readers);
  engine.delay(0);
  const versions = new Set([...bodies.keys()].map((key) => key.split(' ')[0]));
  expect(versions.size).toBeGreaterThan(1);
});
