import { expect, test } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startApiOver } from '../../support/start-api-over.ts';
import { createTestIndex } from '../../support/test-index.ts';

test('an export that fails midway closes the connection instead of ending as a complete file', async () => {
  // The first batches exceed the buffers of sockets and streams, so that later batches wait until the client reads.
  const title = 'long '.repeat(600);
  const fat = await createTestIndex(
    Array.from({ length: 12_000 }, (_, n) => buildAuction({ id: n + 1, title })),
  );
  const [name] = Object.keys(await fat.elasticsearch.indices.getAlias({ name: fat.alias }));
  const reader = await startApi({ INDEX_ALIAS: fat.alias });
  const headers = { 'Accept-Encoding': 'identity' };
  const response = await fetch(`${reader.url}/api/ext/export/auctions?format=ndjson`, { headers });
  expect(response.headers.get('x-total-records')).toBe('12000');
  await fat.elasticsearch.indices.delete({ index: name! });
  const outcome = await response.text().then(
    () => 'a whole file',
    () => 'a broken connection',
  );
  expect(outcome).toBe('a broken connection');
  await reader.close();
  await fat.remove();
});

test('an export of market statistics has the groups beyond the 1000 of a JSON response', async () => {
  const api = await startApiOver(
    Array.from({ length: 1100 }, (_, n) =>
      buildAuction({ id: n + 1, gem_type: `Stone ${n}`, price_final_usd: 100 + n }),
    ),
  );
  const { body } = await get(api.url, '/api/v1/stats/market', 'limit=1000');
  const text = await (await fetch(`${api.url}/api/ext/export/market?format=ndjson`)).text();
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.slice(0, 1000)).toEqual(body.data);
  expect(rows.map(({ gem_type }) => gem_type)).toEqual(
    Array.from({ length: 1100 }, (_, n) => `Stone ${1099 - n}`),
  );
  await api.close();
});
