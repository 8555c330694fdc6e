import { expect, test } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { startApi } from '../../support/start-api.ts';
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
