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

/** An index and an API of its own for each test, which changes the data and checks it often. */
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

test('metrics and /readyz show the data version', async () => {
  const { data_version } = await readiness();
  const read = async () => (await fetch(`${api.url}/metrics`)).text();
  // They reflect the API's own checks, the first of which may still be running.
  await expect.poll(read, bounded).toContain(`gem_api_data_version_info{data_version="${data_version}"} 1\n`);
});

test('a change without an announcement is noticed', async () => {
  expect(await totalOfList()).toBe(1);
  const { headers } = await get(api.url, list);
  const known = { headers: { 'If-None-Match': headers.get('etag')! } };
  await index.write([buildAuction({ id: 2 })]);
  await expect.poll(async () => (await get(api.url, list, '', known)).status, bounded).toBe(200);
  expect(await totalOfList()).toBe(2);
});
