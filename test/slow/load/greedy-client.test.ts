import { expect, it } from 'vitest';
import { buildAuction, generateAuctions } from '../../support/build-auction.ts';
import { getFrom } from '../../support/get-from.ts';
import { startGreedyClient } from '../../support/greedy-client.ts';
import { createTestIndex } from '../../support/test-index.ts';
import { startTarget } from './start-target.ts';
import { expectBounded, watchProcess } from './watch-process.ts';

/** Share of the full size; the limits of the service are scaled too. At 1, the test proves what the documentation promises. */
const scale = Number(process.env.LOAD_SCALE ?? 1);
const scaled = (count: number) => Math.ceil(count * scale);
const list = '/api/v1/auctions';
const [greedy, other] = ['127.0.0.2', '127.0.0.3'];

it('a client that uses all it can get and reads as slowly as allowed does not cause refusals for another client', async () => {
  // Each response exceeds the socket buffers, so that it waits for its reader.
  const url = `https://example.com/${'x'.repeat(70_000)}`;
  const fat = Array.from({ length: 120 }, (_, n) => buildAuction({ id: 900_000 + n, gem_type: 'Jet', url }));
  const index = await createTestIndex([...generateAuctions(scaled(20_000), 3), ...fat]);
  // Without an hourly limit, the greedy client continues for as long as the other client sends requests.
  const settings = {
    MAX_IN_FLIGHT: String(scaled(256)),
    // All connections of the greedy client must be accepted.
    MAX_CONNECTIONS_PER_CLIENT: '1024',
    MAX_IN_FLIGHT_PER_CLIENT: String(scaled(128)),
  };
  const api = await startTarget(index.alias, settings);
  const client = await startGreedyClient(api.url, greedy, {
    costly: scaled(60),
    slowReaders: scaled(256),
    slowExports: 8,
    slowPath: `${list}?gem_name=jet&limit=100`,
    exportPath: '/api/ext/export/auctions?gem_name=jet&format=ndjson',
    bytesPerS: 40_000,
  });
  const watch = watchProcess(api);
  const ask = async (path: string) => (await getFrom(other, `${api.url}${path}`)).status;
  const statuses: number[] = [];
  for (let n = 0; n < scaled(200); n++) {
    statuses.push(await ask(`${list}?price_min=${n}`));
    if (n % 10 === 0) statuses.push(await ask(`/api/ext/export/auctions?format=csv&price_min=${n}`));
  }
  await watch.end();
  const reading = client.reading();
  await client.end();
  await index.remove();

  console.log(`${reading} slow readers; the greedy client got ${JSON.stringify(client.statuses)}`);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  // The slow readers stayed connected all the time.
  expect(reading).toBeGreaterThanOrEqual(scaled(256) / 8);
  expectBounded(watch.samples);
});
