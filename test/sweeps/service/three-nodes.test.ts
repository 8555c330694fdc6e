import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { readSettings } from '../../../config/read-settings.ts';
import type { RawLot } from '../../../local/samples/lot-csv.ts';
import { csvHeader, csvLine } from '../../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';
import { type Body, get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';
import { startThreeNodes, type ThreeNodes } from '../../support/start-three-nodes.ts';

/** More names than one shard returns by default, each with few lots: their order is right only if all shards return all names. */
const gems = 397;
/** The number of lots up to which statistics are exact on any number of shards. */
const lots = [...syntheticLots(20_000)].map(nameRarely).map(shortenTitle);

let dir: string;
let stack: ThreeNodes;
let cluster: Client;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'three-nodes-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  stack = await startThreeNodes(dir, buildDir);
  cluster = new Client({ nodes: stack.elasticsearchUrl.split(',') });
});
afterAll(async () => {
  await cluster?.close();
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

describe('the service on three nodes', () => {
  let ingest: TestIngest;
  let api: RunningApi;
  beforeAll(async () => {
    const servers = { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
    ingest = await startIngest({ settings: { ...servers, INDEX_SHARDS: '3', INDEX_REPLICAS: '1' } });
    await importLots();
    api = await startApi({ ...servers, INDEX_ALIAS: ingest.alias });
  });
  afterAll(async () => {
    await api?.close();
    await ingest?.close();
  });

  async function importLots(): Promise<void> {
    const csv = csvHeader + lots.map(csvLine).join('');
    const entry = await ingest.import('lots.csv', csv, { mode: 'replace' });
    expect(entry).toMatchObject({ state: 'completed', indexed: lots.length });
  }

  const shards = async () =>
    (await cluster.cat.shards({ index: ingest.alias, format: 'json' })) as { node: string; shard: string }[];

  test('an index with 3 shards and 1 replica is spread evenly over three nodes', async () => {
    const copies = await shards();
    const nodesOf = Map.groupBy(copies, ({ shard }) => shard);
    expect([...nodesOf.keys()].sort()).toEqual(['0', '1', '2']);
    for (const held of nodesOf.values()) expect(new Set(held.map(({ node }) => node)).size).toBe(2);
    const held = [...Map.groupBy(copies, ({ node }) => node).values()];
    expect(held.map(({ length }) => length)).toEqual([2, 2, 2]);
  });

  test('cursor pages over three shards list each lot once, in the order of the export', async () => {
    const filter = 'gem_name=sapphire,ruby&sort=-price&fields=id';
    const walked: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await get(api.url, '/api/v1/auctions', `${filter}&limit=100${cursor}`);
      walked.push(...body.data.map(({ id }: { id: number }) => id));
      if (!body.meta.next_cursor) break;
      cursor = `&cursor=${body.meta.next_cursor}`;
    }
    const exported = await fetch(`${api.url}/api/ext/export/auctions?${filter}&format=csv`);
    const ids = (await exported.text()).trim().split(/\r?\n/).slice(1).map(Number);
    const filtered = lots.filter(({ gem_type }) => gem_type === 'Sapphire' || gem_type === 'Ruby');
    expect(ids.toSorted()).toEqual(filtered.map(({ id }) => id).toSorted());
    expect(walked).toEqual(ids);
  });

  describe('after a replacement with one shard', () => {
    const requests = [
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
      `auctions/${lots[12_345]!.id}`,
      'suggestions?q=sa&limit=50',
    ];
    const fromThreeShards = new Map<string, Body>();
    const ask = async (request: string): Promise<Body> => {
      const [path, query] = request.split('?');
      return (await get(api.url, `/api/v1/${path}`, query)).body;
    };
    const version = async () => (await ask('stats')).meta.data_version;

    beforeAll(async () => {
      for (const request of requests) fromThreeShards.set(request, await ask(request));
      const before = await version();
      Object.assign(ingest.session.config, { INDEX_SHARDS: 1, INDEX_REPLICAS: 0 });
      await importLots();
      while ((await version()) === before) await pause(20);
    });

    test('a replacement after a change of INDEX_SHARDS to 1 builds an index with one shard', async () => {
      expect(await shards()).toHaveLength(1);
    });

    test.each(requests)('%s has the same response from three shards as from one shard', async (request) => {
      const many = fromThreeShards.get(request)!;
      const one = await ask(request);
      expect(many.success).toBe(true);
      expect(plain(many)).toEqual(plain(one));
    });
  });
});

/** Gives every fifth lot a rare gem type. */
function nameRarely(lot: RawLot, i: number): RawLot {
  return i % 5 === 0 ? { ...lot, gem_type: `Stone ${(i * i) % gems}` } : lot;
}

/** Removes the weight, which leaves 2,000 different titles: few enough that all of them are suggested. */
function shortenTitle(lot: RawLot): RawLot {
  return { ...lot, title: lot.title.replace(/, [\d.]+ carats.*/, '') };
}

/** The body without the members that differ between two imports of the same file. */
function plain(body: Body): Body {
  return JSON.parse(
    JSON.stringify(body, (key, value) =>
      ['data_version', 'as_of', 'next_cursor', 'import', 'updated_at'].includes(key) ? undefined : value,
    ),
  );
}
