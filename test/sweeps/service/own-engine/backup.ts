import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import type { Stack } from '../../../../local/start-stack.ts';
import { dataVersionChannel } from '../../../../mappings/records-index.ts';
import { generatedLots } from '../../../support/generated-lots.ts';
import { type Body, get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const lots = generatedLots(600);
const repository = 'backups';

/**
 * @param started returns the servers, whose data these tests delete
 * @param dir returns the data folder of the servers
 */
export function describeBackup(started: () => Stack, dir: () => string): void {
  describe('a backup', () => {
    let ingest: TestIngest;
    let api: RunningApi;

    beforeAll(async () => {
      const stack = started();
      ingest = await startIngest({ elasticsearchUrl: stack.elasticsearchUrl, redisUrl: stack.redisUrl });
      api = await startApi({
        ELASTICSEARCH_URL: stack.elasticsearchUrl,
        REDIS_URL: stack.redisUrl,
        INDEX_ALIAS: ingest.alias,
      });
      await ingest.import('lots.csv', lots.csv);
      await ingest.elasticsearch.snapshot.createRepository({
        name: repository,
        repository: { type: 'fs', settings: { location: join(dir(), 'elasticsearch/snapshots') } },
      });
    });
    afterAll(async () => {
      await api?.close();
      await ingest?.close();
    });

    const ask = (path: string, query = ''): Promise<Body> =>
      get(api.url, `/api/v1/${path}`, query).then(({ body }) => body);

    async function everything() {
      const [list, stats, suggestions] = [
        await ask('auctions', 'limit=100&page=3'),
        await ask('stats'),
        await ask('suggestions', 'q=rub'),
      ];
      const { id } = (await ingest.session.log.list())[0]!;
      return {
        list,
        stats,
        suggestions,
        records: await ingest.records(),
        rejects: await ingest.rejectsOf(id),
        book: id,
      };
    }

    /** Takes a snapshot as docs/operations.md describes it. */
    async function backUp(snapshot: string): Promise<void> {
      const { snapshot: taken } = await ingest.elasticsearch.snapshot.create({
        ...{ repository, snapshot, indices: `${ingest.alias}-*` },
        include_global_state: false,
        wait_for_completion: true,
      });
      expect(taken).toMatchObject({ state: 'SUCCESS' });
    }

    async function restore(snapshot: string): Promise<void> {
      const indices = `${ingest.alias}-*`;
      await ingest.elasticsearch.snapshot.restore({
        repository,
        snapshot,
        indices,
        wait_for_completion: true,
      });
    }

    async function loseEverything(): Promise<void> {
      const found = await ingest.elasticsearch.cat.indices({ index: `${ingest.alias}-*`, format: 'json' });
      await ingest.elasticsearch.indices.delete({ index: found.map(({ index }) => index!) });
      await ingest.redis.flushdb();
    }

    test('a restored backup has every record, reject and import and the same data version', async () => {
      const before = await everything();
      expect(before.records).toHaveLength(lots.ids.size);
      expect(before.rejects).toHaveLength(lots.badLines.length);
      await backUp('whole');
      await loseEverything();
      // The API has no cached response for this request.
      expect(await ask('stats', 'gem_name=opal')).toMatchObject({ error: { code: 'unavailable' } });

      await restore('whole');
      expect(await everything()).toEqual(before);
      expect(before.list.meta.data_version).toBeTruthy();
    });

    test('the API serves an earlier snapshot once it is restored and announced, and imports continue from it', async () => {
      const earlier = await everything();
      await backUp('earlier');
      await ingest.import('more.csv', 'id,title,gem_type\n9999,One more,Ruby\n');
      await expect.poll(async () => (await ask('stats')).data.lots).toBe(lots.ids.size + 1);

      await loseEverything();
      await restore('earlier');
      await ingest.redis.publish(dataVersionChannel(ingest.alias), 'restored');
      await expect.poll(async () => (await ask('stats')).data?.lots).toBe(lots.ids.size);
      expect(await everything()).toEqual(earlier);

      const next = await ingest.import('again.csv', 'id,title,gem_type\n1,Changed,Spinel\n');
      expect(next).toMatchObject({ state: 'completed', indexed: 1 });
      await expect.poll(async () => (await ask('auctions/1')).data.title).toBe('Changed');
    });
  });
}
