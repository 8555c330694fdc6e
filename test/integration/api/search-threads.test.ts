import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { watchSearchThreads } from '../../../api/search-threads.ts';
import type { GatheringConnection } from '../../../config/elasticsearch/gathering-connection.ts';
import { clientOptions } from '../../../config/elasticsearch-client.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** What the connections of a client with these addresses are told. */
function told(urls: string[]): () => number[] {
  const client = new Client({
    ...clientOptions({ urls, apiKey: undefined, caFile: undefined }),
    maxRetries: 0,
  });
  ends.push(watchSearchThreads(client, 5000), () => client.close());
  const connections = client.connectionPool.connections as unknown as GatheringConnection[];
  return () => connections.map(({ coalescer }) => coalescer.enough);
}

async function threadsThere(): Promise<number> {
  const found = await fetch(`${inject('elasticsearchUrl')}/_cat/thread_pool/search?h=size&format=json`);
  const pools = (await found.json()) as { size: string }[];
  return pools.reduce((sum, { size }) => sum + Number(size), 0);
}

test('a connection is told twice the searches that the nodes work on at once', async () => {
  const enough = told([inject('elasticsearchUrl')]);
  expect(enough()).toEqual([Infinity]);
  const expected = 2 * (await threadsThere());
  expect(expected).toBeGreaterThan(0);
  await expect.poll(enough).toEqual([expected]);
});

test('several addresses share them', async () => {
  const proxy = await startFaultProxy(inject('elasticsearchUrl'));
  ends.push(() => proxy.close());
  const enough = told([inject('elasticsearchUrl'), proxy.url]);
  const expected = await threadsThere();
  await expect.poll(enough).toEqual([expected, expected]);
});

test('nothing is told while Elasticsearch is away, and within a minute when it is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  ends.push(() => vi.useRealTimers());
  const proxy = await startFaultProxy(inject('elasticsearchUrl'));
  ends.push(() => proxy.close());
  proxy.setAway(true);
  const enough = told([proxy.url]);
  await pause(300);
  expect(enough()).toEqual([Infinity]);
  proxy.setAway(false);
  vi.advanceTimersByTime(60_000);
  const expected = 2 * (await threadsThere());
  await expect.poll(enough).toEqual([expected]);
});
