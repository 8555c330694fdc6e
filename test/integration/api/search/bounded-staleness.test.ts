import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { startApi, testToday } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';

/** The interval of the API's checks of the data: a tenth of the default. */
const checkEveryMs = 500;

/** Much longer than a check takes, for a busy machine. */
const bounded = { interval: 200 };

let index: TestIndex;
let api: RunningApi;

beforeEach(async () => {
  index = await createTestIndex([buildAuction({ id: 1 })]);
  api = await startApi({ INDEX_ALIAS: index.alias }, testToday, checkEveryMs);
  await expect.poll(async () => (await readiness()).redis, bounded).toBe('ready');
});
afterEach(async () => {
  await api?.close();
  await index?.remove();
});

const readiness = async () => (await get(api.url, '/readyz')).body.data;
const totalOfList = async () => (await get(api.url, list)).body.pagination.total_records;

test('metrics and /readyz show the data version and the time of its last check', async () => {
  const { data_version, as_of, data_version_checked_at } = await readiness();
  const read = async () => (await fetch(`${api.url}/metrics`)).text();
  // They reflect the API's own checks, the first of which may still be running.
  const info = `gem_api_data_version_info{data_version="${data_version}"} 1\n`;
  await expect.poll(read, bounded).toContain(info);
  expect(await read()).toContain(`gem_api_data_as_of_seconds ${Date.parse(as_of) / 1000}\n`);
  const checked = async () => {
    const text = await (await fetch(`${api.url}/metrics`)).text();
    return Number(/^gem_api_data_checked_seconds (\S+)$/m.exec(text)![1]);
  };
  await expect.poll(checked, bounded).toBeGreaterThanOrEqual(Date.parse(data_version_checked_at) / 1000);
});

test('a change without an announcement is noticed', async () => {
  expect(await totalOfList()).toBe(1);
  const { headers } = await get(api.url, list);
  const known = { headers: { 'If-None-Match': headers.get('etag')! } };
  await index.write([buildAuction({ id: 2 })]);
  await expect.poll(async () => (await get(api.url, list, '', known)).status, bounded).toBe(200);
  expect(await totalOfList()).toBe(2);
});

test('changed data under an unchanged data version gets 200, not 304', async () => {
  const first = await get(api.url, list);
  const known = { headers: { 'If-None-Match': first.headers.get('etag')! } };
  // More than one check has seen this data version.
  const checked = (await readiness()).data_version_checked_at;
  await expect
    .poll(async () => (await checksOf(api.url)) > Date.parse(checked) + 2 * checkEveryMs, bounded)
    .toBe(true);
  await index.show([buildAuction({ id: 1, title: 'Another title' })]);
  await expect.poll(async () => (await get(api.url, list, '', known)).status, bounded).toBe(200);
  const { body } = await get(api.url, list);
  expect(body.data[0].title).toBe('Another title');
  expect(body.meta.data_version).toBe(first.body.meta.data_version);
});

async function checksOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^gem_api_data_checked_seconds (\S+)$/m.exec(metrics)![1]) * 1000;
}
