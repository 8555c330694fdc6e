import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Body } from '../support/get.ts';
import { copyProgram, generatedClients } from './generate-clients.ts';
import { startLaterVersion } from './later-version.ts';
import { startSampleService } from './sample-service.ts';

const root = mkdtempSync(join(tmpdir(), 'clients-'));
const document = join(root, 'openapi.json');
let service: Awaited<ReturnType<typeof startSampleService>>;
let later: Awaited<ReturnType<typeof startLaterVersion>>;
let expected: object;

beforeAll(async () => {
  service = await startSampleService();
  later = await startLaterVersion(service.url);
  writeFileSync(document, await (await fetch(`${service.url}/api/v1/openapi.json`)).text());
  expected = await callsByHand();
});
afterAll(async () => {
  later?.close();
  await service?.close();
  rmSync(root, { recursive: true, force: true });
});

/** The expected output of the client programs, read from the JSON. Pages replace the cursors of the programs. */
async function callsByHand() {
  const get = async (path: string): Promise<Body> => {
    const response = await fetch(`${service.url}/api/v1${path}`);
    const body: Body = await response.json();
    return { status: response.status, ...body };
  };
  const list = await get('/auctions?gem_name=ruby,sapphire&limit=5');
  const pages = await Promise.all([1, 2].map((page) => get(`/auctions?limit=100&page=${page}`)));
  const { data: lot } = await get(`/auctions/${list.data[0].id}`);
  const { data: stats } = await get('/stats?gem_name=ruby');
  const { data: suggestions } = await get('/suggestions?q=burm');
  const refused = await get('/auctions?price_min=5&price_max=4');
  const missing = await get(`/auctions/${Number.MAX_SAFE_INTEGER}`);
  const walked = pages.flatMap(({ data }: Body) => data.map(({ id }: Body) => id));
  expect(walked.length).toBe(pages[0].pagination.total_records);
  expect([refused.status, missing.status]).toEqual([400, 404]);
  return {
    list: list.data.map(({ id }: Body) => id),
    total: list.pagination.total_records,
    walked,
    title: lot.title,
    price: lot.price_final_usd,
    lots: stats.lots,
    value: stats.total_value_usd,
    median: stats.price_usd.median,
    suggestion: suggestions[0].text,
    origin: suggestions[0].filter.origin,
    refused: [400, refused.error.code, refused.error.details[0].parameter],
    missing: [404, missing.error.code],
  };
}

describe.each(generatedClients(inject('tools')))('the client of $name', (client) => {
  test.skipIf(client.lacks)(
    `the generated client ${client.name} reads responses and errors, also of a later version of the API`,
    async () => {
      const folder = copyProgram(client.name, root);
      await client.prepare(folder, document);
      for (const { url } of [service, later]) {
        expect(JSON.parse(await client.run(folder, url)), url).toEqual(expected);
      }
    },
  );
});
