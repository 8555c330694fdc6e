import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { liveIndex, readDataVersion } from '../../../../ingest/index/live-index.ts';
import { rebuildNames } from '../../../../ingest/index/suggested-names.ts';
import { suggestIndexName } from '../../../../mappings/records-index.ts';
import type { SuggestionDocument } from '../../../../mappings/suggest-index.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const header = 'id,title,gem_type,origin,price_final_usd';
const live = async () => (await liveIndex(ingest.elasticsearch, ingest.alias))!;

/** Every name that the live records should suggest: type, text, weight. */
async function names(): Promise<[string, string, number][]> {
  const { hits } = await ingest.elasticsearch.search<SuggestionDocument>({
    index: suggestIndexName(ingest.alias, await live()),
    size: 1000,
  });
  return hits.hits
    .map(({ _source }): [string, string, number] => [
      _source!.type,
      _source!.text,
      _source!.suggest[0]!.weight,
    ])
    .sort();
}

const texts = async () => (await names()).map(([, text]) => text);

const suggestIndices = async () =>
  Object.keys(await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-suggest-*` }));

describe('suggested names', () => {
  it('every name is stored once, with the magnitude of its number of lots above that of any other word', async () => {
    await ingest.import(
      'one.csv',
      `${header}\n1,A ruby ring,ruby,Burma,5\n2,Ruby Ring,Ruby,Mogok,7\n3,RUBY RING,Spinel,,\n`,
    );
    expect(await names()).toEqual([
      ['gem_type', 'Ruby', 65],
      ['gem_type', 'Spinel', 64],
      ['origin', 'Myanmar', 65],
    ]);
  });

  it('names follow each upsert, deletion, replacement and rollback, and no index is left over', async () => {
    await ingest.import('two.csv', `${header}\n3,Emerald brooch,Emerald,Colombia,9\n`);
    expect(await texts()).toEqual(expect.arrayContaining(['Emerald', 'Colombia']));
    expect(await texts()).not.toContain('Spinel');

    await ingest.import('gone.csv', 'id\n3\n', { mode: 'delete' });
    expect(await texts()).not.toContain('Emerald');

    await ingest.import('new.csv', `${header}\n8,Opal pendant,opal,,4\n9,Jade bangle,jadeite,,4\n`, {
      mode: 'replace',
      min_records: 1,
    });
    expect(await texts()).toEqual(['Jadeite', 'Opal']);
    // The suggestions of an index that a rollback can restore are kept.
    expect(await suggestIndices()).toHaveLength(2);

    await rollBack(ingest.session);
    expect(await texts()).toEqual(['Ruby', 'Myanmar']);
  });

  it('names are rebuilt after their index was deleted or recreated by hand', async () => {
    const index = suggestIndexName(ingest.alias, await live());
    await ingest.elasticsearch.indices.delete({ index });
    await ingest.import('more.csv', `${header}\n4,Opal studs,Opal,,3\n`);
    expect(await texts()).toEqual(['Opal', 'Ruby', 'Myanmar']);
    await ingest.elasticsearch.indices.delete({ index });
    await ingest.elasticsearch.indices.create({ index });
    const entry = await ingest.import('again.csv', `${header}\n4,Zircon studs,Zircon,,3\n`);
    expect(entry).toMatchObject({ state: 'completed' });
    expect(await texts()).toEqual(['Ruby', 'Zircon', 'Myanmar']);
  });

  it('a rebuild keeps names that another rebuild has written in the meantime', async () => {
    const { elasticsearch, alias, session } = ingest;
    await ingest.import('first.csv', `${header}\n5,Topaz tiara,Topaz,,3\n`);
    const index = suggestIndexName(alias, await live());
    // A worker that lost its lock has read the names with Topaz and the lots without it.
    await ingest.import('none.csv', 'id\n5\n', { mode: 'delete' });
    await ingest.import('second.csv', `${header}\n5,Topaz tiara,Topaz,,3\n`);
    const { search } = elasticsearch;
    elasticsearch.search = (async (request: { aggs?: unknown }) => {
      const found = (await search.call(elasticsearch, request as never)) as never as {
        aggregations?: { names: { buckets: { key: { name: string } }[] } };
      };
      if (!request.aggs) return found;
      found.aggregations!.names.buckets = found.aggregations!.names.buckets.filter(
        ({ key }) => key.name !== 'Topaz',
      );
      // In the meantime the other worker writes the name again.
      const hit = (
        await search.call(elasticsearch, { index, query: { term: { type: 'gem_type' } } })
      ).hits.hits.find(({ _source }) => (_source as SuggestionDocument).text === 'Topaz')!;
      await elasticsearch.index({ index, id: hit._id!, document: hit._source });
      return found;
    }) as never;
    await rebuildNames(await live(), session);
    elasticsearch.search = search;
    await elasticsearch.indices.refresh({ index });
    expect(await texts()).toContain('Topaz');
  });
});

describe('imports and the data version of names', () => {
  it('an import of known names changes the data version once, and one without changes does not', async () => {
    const version = async () => (await readDataVersion(ingest.elasticsearch, await live())).data_version;
    await ingest.import('known.csv', `${header}\n10,Garnet ring,Garnet,,3\n11,Garnet ring,Garnet,,3\n`);
    const before = await version();
    const entry = await ingest.import('more.csv', `${header}\n12,Garnet ring,Garnet,,3\n`);
    expect(entry.data_version).not.toBe(before);
    await ingest.import('nothing.csv', `${header}\nx,No id,Emerald,Colombia,9\n`);
    expect(await version()).toBe(entry.data_version);
  });

  it('new names appear with a data version, and titles appear with their records', async () => {
    const engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
    const own = await startIngest({ elasticsearchUrl: engine.url });
    await own.import('first.csv', `${header}\n1,One,Spinel,,5\n`);
    const api = await startApi({ INDEX_ALIAS: own.alias });
    const suggested = async () => {
      const { body, headers } = await get(api.url, '/api/v1/suggestions', 'q=quetz');
      const found = body.data.map(({ text }: { text: string }) => text);
      return { version: body.meta.data_version, etag: headers.get('etag'), texts: found };
    };
    const before = await suggested();
    expect(before.texts).toEqual([]);
    engine.holdWhen((request) => request.includes('_bulk') && request.includes(`${own.alias}-suggest`));
    await own.put('second.csv', `${header}\n4,Quetzal emerald,Quetzalite,Colombia,9\n`);
    const id = await own.enqueue({ path: 'second.csv' });
    await expect.poll(() => engine.waiting(), { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => (await suggested()).texts).toEqual(['Quetzal emerald']);
    const titleOnly = await suggested();
    engine.release();
    const { data_version } = await own.finished(id);
    await expect.poll(async () => (await suggested()).texts).toEqual(['Quetzalite', 'Quetzal emerald']);
    const all = await suggested();
    expect(all.version).toBe(data_version);
    const seen = [before, titleOnly, all];
    expect(new Set(seen.map(({ version }) => version)).size).toBe(3);
    expect(new Set(seen.map(({ etag }) => etag)).size).toBe(3);
    await api.close();
    await own.close();
    await engine.close();
  });

  it('concurrent imports of one record each complete at the first attempt', {
    timeout: 300_000,
  }, async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        await ingest.put(`side-${i}.csv`, `${header}\n${100 + i},Side ${i},Gem number ${i},,5\n`);
        return ingest.enqueue({ path: `side-${i}.csv` });
      }),
    );
    const ended = await Promise.all(ids.map(ingest.finished));
    expect(ended.map(({ state, reason }) => reason ?? state)).toEqual(ids.map(() => 'completed'));
    const jobs = await Promise.all(ids.map((id) => ingest.session.imports.getJob(`import-${id}`)));
    // A job that has just ended its import counts its attempt a moment later.
    expect(Math.max(...jobs.map((job) => job!.attemptsMade))).toBe(1);
    expect((await texts()).filter((text) => text.startsWith('Gem number'))).toHaveLength(12);
  });
});
