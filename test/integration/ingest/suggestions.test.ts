import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { liveIndex } from '../../../ingest/index/live-index.ts';
import { rollBack } from '../../../ingest/index/roll-back.ts';
import {
  completeSuggestIndex,
  latestSuggestIndex,
} from '../../../ingest/index/suggestions/suggestion-index.ts';
import { dataVersionChannel, suggestAlias } from '../../../mappings/records-index.ts';
import { announcements } from '../../support/announcements.ts';
import { startFaultProxy } from '../../support/fault-proxy.ts';
import { get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const header = 'id,title,gem_type,origin,price_final_usd';

/** Every suggestion behind the alias: type, text, weight. */
async function suggestions(): Promise<[string, string, number][]> {
  const { hits } = await ingest.elasticsearch.search<{
    type: string;
    text: string;
    suggest: { weight: number };
  }>({ index: `${ingest.alias}-suggest`, size: 1000 });
  return hits.hits
    .map(({ _source }): [string, string, number] => [_source!.type, _source!.text, _source!.suggest.weight])
    .sort();
}

const suggestIndices = async () =>
  Object.keys(await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-suggest-*` }));

describe('the suggestions of an import', () => {
  it('hold every name and every title once, with its lots', async () => {
    await ingest.import(
      'one.csv',
      `${header}\n1,A ruby ring,ruby,Burma,5\n2,Ruby Ring,Ruby,Mogok,7\n3,RUBY RING,Spinel,,\n`,
    );
    expect(await suggestions()).toEqual([
      ['gem_type', 'Ruby', 2],
      ['gem_type', 'Spinel', 1],
      ['origin', 'Myanmar', 2],
      ['title', 'A ruby ring', 1],
      // The phrase stands in all three titles.
      ['title', expect.stringMatching(/^ruby ring$/i), 3],
    ]);
  });

  it('follow each upsert, deletion, replacement and rollback, and leave no index behind', async () => {
    await ingest.import('two.csv', `${header}\n3,Emerald brooch,Emerald,Colombia,9\n`);
    const texts = async () => (await suggestions()).map(([, text]) => text);
    expect(await texts()).toEqual(expect.arrayContaining(['Emerald', 'Colombia', 'Emerald brooch']));
    expect(await texts()).not.toContain('Spinel');

    await ingest.import('gone.csv', 'id\n3\n', { mode: 'delete' });
    expect(await texts()).not.toContain('Emerald');

    await ingest.import('new.csv', `${header}\n8,Opal pendant,opal,,4\n9,Jade bangle,jadeite,,4\n`, {
      mode: 'replace',
      min_records: 1,
    });
    expect(await texts()).toEqual(expect.arrayContaining(['Opal', 'Opal pendant', 'Jade bangle']));
    expect(await texts()).not.toContain('Ruby');
    // Those of the index that can be rolled back to are kept.
    expect(await suggestIndices()).toHaveLength(2);

    await rollBack(ingest.session);
    expect(await texts()).toContain('Ruby');
    expect(await texts()).not.toContain('Opal');
  });
});

describe('the latest suggestions', () => {
  const titles = async () => (await suggestions()).map(([, text]) => text);

  it('are those of the latest import, also after one under a clock that was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    await ingest.import('ahead.csv', `${header}\n20,Peridot brooch,Peridot,,3\n`);
    vi.useRealTimers();
    await ingest.import('later.csv', `${header}\n21,Topaz tiara,Topaz,,3\n`);
    expect(await titles()).toEqual(expect.arrayContaining(['Peridot brooch', 'Topaz tiara']));
  });

  it('are those with the highest number, not the last in the alphabet', async () => {
    const { elasticsearch, alias } = ingest;
    const [live] = Object.keys(await elasticsearch.indices.getAlias({ name: suggestAlias(alias) }));
    // The last number before one that is longer: 9 before 10.
    const index = live!.replace(/\d+$/, (number) => '9'.repeat(number.length));
    const _meta = { complete: true };
    await elasticsearch.indices.create({ index, mappings: { _meta } });
    await ingest.import('tenth.csv', `${header}\n22,Garnet necklace,Garnet,,3\n`);
    expect(await titles()).toContain('Garnet necklace');
  });
});

describe('the suggestions of many lots', () => {
  it('have the names at once, let the titles catch up, and then follow small imports at once', async () => {
    const many = await startIngest({ worker: { maxLotsRebuilt: 600 } });
    const announced = announcements(many);
    await announced.ready;
    const versionsOf = (some: { data_version: string }[]) => some.map(({ data_version }) => data_version);
    const lots = Array.from({ length: 700 }, (_, i) => `${i + 1},Lot number ${i + 1},Spinel,Vietnam,5`);
    const { data_version } = await many.import('many.csv', `${header}\n${lots.join('\n')}\n`);
    const textsOf = async (type: string) => {
      const query = { term: { type } };
      const index = `${many.alias}-suggest`;
      const { hits } = await many.elasticsearch.search({ index, query, size: 5, track_total_hits: true });
      return { total: (hits.total as { value: number }).value };
    };
    expect(await textsOf('gem_type')).toEqual({ total: 1 });
    // The lots are a version of the data; that names and then titles follow is announced under the same.
    await announced.reached(3);
    expect(versionsOf(announced.messages)).toEqual([data_version, data_version, data_version]);
    expect(await textsOf('title')).toEqual({ total: 700 });

    await many.import('few.csv', `${header}\n60001,Quetzal emerald,Emerald,Colombia,9\n`);
    // The lot is a version, and its suggestions are announced under it.
    const [before, lot, suggestions] = versionsOf(announced.messages.slice(2));
    expect(lot).not.toBe(before);
    expect(suggestions).toBe(lot);
    expect(announced.messages).toHaveLength(5);

    await many.import('nothing.csv', `${header}\nx,No id,Emerald,Colombia,9\n`);
    expect(announced.messages.at(-1)).toEqual(announced.messages[4]);
    expect(await textsOf('title')).toEqual({ total: 701 });
    expect(await textsOf('gem_type')).toEqual({ total: 2 });
    announced.close();
    await many.close();
  });

  it('are built by one import at a time, while others end', async () => {
    const engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
    const many = await startIngest({ elasticsearchUrl: engine.url, worker: { maxLotsRebuilt: 600 } });
    const lots = (first: number) =>
      Array.from({ length: 2_001 }, (_, i) => `${first + i},Lot number ${first + i},Spinel,Vietnam,5`);
    const put = async (name: string, first: number) => {
      await many.put(name, `${header}\n${lots(first).join('\n')}\n`);
      return many.enqueue({ path: name });
    };
    // The titles are read.
    engine.holdWhen((request) => request.includes('_shard_doc'));
    const first = await put('first.csv', 1);
    await expect.poll(() => engine.waiting(), { timeout: 20_000 }).toBe(1);
    for (let n = 1; n <= 5; n++) {
      const id = await put(`further-${n}.csv`, 10_000 * n);
      expect(await many.finished(id)).toMatchObject({ state: 'completed', indexed: 2_001 });
    }
    expect(await many.finished(first)).toMatchObject({ state: 'completed' });
    expect(engine.waiting()).toBe(1);
    engine.release();
    const titles = async () => {
      const query = { term: { type: 'title' } };
      const index = `${many.alias}-suggest`;
      return (await many.elasticsearch.count({ index, query })).count;
    };
    // Those of the further imports come with a second build.
    await expect.poll(titles, { timeout: 30_000 }).toBe(6 * 2_001);
    const [live] = Object.keys(await many.elasticsearch.indices.getAlias({ name: suggestAlias(many.alias) }));
    expect(live).toMatch(/-3$/);
    await many.close();
    await engine.close();
  });
});

describe('a small import into many lots', () => {
  it('shows its suggestions to clients that asked before they were written', async () => {
    const engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
    const many = await startIngest({ elasticsearchUrl: engine.url, worker: { maxLotsRebuilt: 2 } });
    await many.import('many.csv', `${header}\n1,One,Spinel,,5\n2,Two,Spinel,,5\n3,Three,Spinel,,5\n`);
    const api = await startApi({ INDEX_ALIAS: many.alias });
    const suggested = async (q = 'quetzal') => {
      const { body } = await get(api.url, '/api/v1/suggestions', `q=${q}`);
      const texts = body.data.map(({ text }: { text: string }) => text);
      return { version: body.meta.data_version, texts };
    };
    // The titles have followed.
    await expect.poll(() => suggested('three')).toMatchObject({ texts: ['Three'] });
    const before = await suggested();
    engine.holdWhen((request) => request.includes('_bulk') && request.includes(`${many.alias}-suggest`));
    await many.put('few.csv', `${header}\n4,Quetzal emerald,Emerald,Colombia,9\n`);
    const id = await many.enqueue({ path: 'few.csv' });
    await expect.poll(() => engine.waiting(), { timeout: 20_000 }).toBe(1);
    // The version of the lot, with its suggestions to come.
    await expect.poll(async () => (await suggested()).version).not.toBe(before.version);
    const without = await suggested();
    engine.release();
    await many.finished(id);
    await expect.poll(() => suggested()).toEqual({ version: without.version, texts: ['Quetzal emerald'] });
    expect(without.texts).toEqual([]);
    await api.close();
    await many.close();
    await engine.close();
  });
});

describe('a change of the suggestions alone', () => {
  it('is a change of their answers, and of no others', async () => {
    const { elasticsearch, redis, alias } = ingest;
    await ingest.import('answered.csv', `${header}\n30,Zircon studs,Zircon,,3\n`);
    const api = await startApi({ INDEX_ALIAS: alias });
    const paths: [string, string][] = [
      ['/api/v1/suggestions', 'q=zirc'],
      ['/api/v1/auctions', ''],
      ['/api/v1/stats', ''],
    ];
    const tags = () =>
      Promise.all(paths.map(async ([path, query]) => (await get(api.url, path, query)).headers.get('etag')));
    const [suggested, ...others] = await tags();
    const latest = (await latestSuggestIndex(
      elasticsearch,
      alias,
      (await liveIndex(elasticsearch, alias))!,
    ))!;
    await completeSuggestIndex(elasticsearch, latest);
    await redis.publish(dataVersionChannel(alias), '{}');
    await expect.poll(async () => (await tags())[0]).not.toBe(suggested);
    const [changed, ...unchanged] = await tags();
    expect(unchanged).toEqual(others);
    const hit = await get(api.url, '/api/v1/stats');
    expect(hit.headers.get('server-timing')).toContain('cache;desc=hit');
    const { headers, body } = await get(api.url, '/api/v1/suggestions', 'q=zirc');
    expect(headers.get('etag')).toBe(changed);
    expect(Date.parse(headers.get('last-modified')!)).toBeGreaterThanOrEqual(
      Math.floor(Date.parse(body.meta.as_of) / 1000) * 1000,
    );
    await api.close();
  });
});
