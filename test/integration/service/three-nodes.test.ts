import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import type { RawLot } from '../../../local/samples/lot-csv.ts';
import { csvHeader, csvLine } from '../../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';
import { type Stack, startStack } from '../../../local/start-stack.ts';
import { type Body, get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { describeCluster } from './three-nodes/cluster.ts';

/** As many lots as statistics promise to be exact for, wherever the lots lie. */
const lots = 20_000;
/** More names than a shard gives by itself, each of few lots: their order shows only when all shards are asked for all. */
const gems = 397;
const csvOf = (count: number) => csvHeader + [...syntheticLots(count)].map(nameRarely).map(csvLine).join('');

let dir: string;
let stack: Stack;
let cluster: Client;
const unexpected: string[] = [];
let servers: Record<string, string>;
let spread: Side;
let whole: Side;

/** An import and an API over it. */
interface Side {
  ingest: TestIngest;
  url: string;
  close(): Promise<void>;
}

async function startSide(settings: Record<string, string>, count = lots): Promise<Side> {
  const ingest = await startIngest({ settings });
  const entry = await ingest.import('lots.csv', csvOf(count));
  expect(entry).toMatchObject({ state: 'completed', indexed: count });
  const api = await startApi({ ...settings, INDEX_ALIAS: ingest.alias });
  const close = async () => {
    await api.close();
    await ingest.close();
  };
  return { ingest, url: api.url, close };
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'three-nodes-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  const onUnexpectedExit = (message: string) => unexpected.push(message);
  stack = await startStack({ dir, buildDir, nodes: 3, onUnexpectedExit });
  cluster = new Client({ nodes: stack.elasticsearchUrl.split(',') });
}, 600_000);
afterAll(async () => {
  await cluster?.close();
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('the service on three nodes', () => {
  beforeAll(async () => {
    servers = { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
    spread = await startSide({ ...servers, INDEX_SHARDS: '3', INDEX_REPLICAS: '2' });
    whole = await startSide({ ...servers, INDEX_SHARDS: '1', INDEX_REPLICAS: '0' });
  }, 600_000);
  afterAll(async () => {
    await spread?.close();
    await whole?.close();
  });

  test('an index lies on all three nodes as the settings say', async () => {
    const shards = (await cluster.cat.shards({ index: spread.ingest.alias, format: 'json' })) as Body[];
    const nodes = Map.groupBy(shards, ({ node }) => node);
    expect([...nodes.values()].map((held) => held.map(({ shard }) => shard).sort())).toEqual(
      Array.from({ length: 3 }, () => ['0', '1', '2']),
    );
    expect(await cluster.cat.shards({ index: whole.ingest.alias, format: 'json' })).toHaveLength(1);
  });

  test.each([
    'stats',
    'stats?gem_name=ruby&is_sold=true',
    'stats/market?limit=1000',
    'stats/market?group_by=origin,carat_band&sort=median_price_per_carat&limit=1000',
    'stats/trends?interval=month',
    'rankings/top-price?page=40',
    'rankings/price-per-carat?gem_name=spinel,sapphire',
    'auctions?sort=-carat&limit=100&page=3',
    'auctions?sort=price&limit=100&page=150',
    'auctions?limit=100&page=200',
    'auctions?limit=1&facets=gem_type,origin,auction_house,carat_band,year,flags',
    'auctions?origin=none&q=ring&sort=-id',
    'auctions/latest?page=7',
    'auctions/1012345',
    'suggestions?q=sa&limit=50',
  ])('%s is answered from three shards as from one', async (request) => {
    const [path, query] = request.split('?');
    const { body: many } = await get(spread.url, `/api/v1/${path}`, query);
    const { body: one } = await get(whole.url, `/api/v1/${path}`, query);
    expect(many.success).toBe(true);
    expect(plain(many)).toEqual(plain(one));
  });

  test('a walk by cursor meets every lot once, and the export has the same lots in the same order', async () => {
    const walked: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(spread.url, '/api/v1/auctions', `limit=100&sort=-price&fields=id${cursor}`);
      walked.push(...body.data.map(({ id }: { id: number }) => id));
      if (!body.meta.next_cursor) break;
      cursor = `&cursor=${body.meta.next_cursor}`;
    }
    const exported = await fetch(`${spread.url}/api/ext/export/auctions?sort=-price&fields=id&format=csv`);
    const ids = (await exported.text()).trim().split(/\r?\n/).slice(1).map(Number);
    expect(ids).toHaveLength(lots);
    expect(walked).toEqual(ids);
  });

  test('a replacement takes up other settings, and everything is answered as before', async () => {
    const small = await startSide({ ...servers, INDEX_SHARDS: '1', INDEX_REPLICAS: '0' }, 2_000);
    const before = (await get(small.url, '/api/v1/stats')).body;
    small.ingest.session.config.INDEX_SHARDS = 2;
    await small.ingest.import('again.csv', csvOf(2_000), { mode: 'replace' });
    const shards = await cluster.cat.shards({ index: small.ingest.alias, format: 'json' });
    expect(shards).toHaveLength(2);
    await expect
      .poll(async () => (await get(small.url, '/api/v1/stats')).body.meta.data_version)
      .not.toBe(before.meta.data_version);
    expect(plain((await get(small.url, '/api/v1/stats')).body)).toEqual(plain(before));
    await small.close();
  }, 300_000);
});

// Nodes and Redis are killed: it comes last.
describeCluster(() => ({ stack, client: cluster, unexpected }));

/** Every fifth lot gets a name that few lots have. */
function nameRarely(lot: RawLot, i: number): RawLot {
  return i % 5 === 0 ? { ...lot, gem_type: `Stone ${(i * i) % gems}` } : lot;
}

/** An answer without what differs between two imports of the same file. */
function plain(body: Body): Body {
  return JSON.parse(
    JSON.stringify(body, (key, value) =>
      ['data_version', 'as_of', 'next_cursor', 'import', 'updated_at'].includes(key) ? undefined : value,
    ),
  );
}
