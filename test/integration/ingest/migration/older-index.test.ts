import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { rejectsIndex, rejectsMapping } from '../../../../ingest/store/rejects.ts';
import { toDocument } from '../../../../mappings/document.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { createFirstIndex, createFormerIndex } from '../../../support/first-mapping.ts';
import { get } from '../../../support/get.ts';
import { enqueueMigration } from '../../../support/migrate.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const header = 'id,title,gem_type,carat,price_final_usd,auction_date';
/** Twenty-four rubies at usual prices, and one far from them: a rewriting of flags is among what is written. */
const lots = Array.from(
  { length: 25 },
  (_, i) => `${i + 1},Lot,Ruby,2,${i === 24 ? 9_000_000 : 1_000 + i * 10},2020-05-01`,
);

let ingest: TestIngest;
let first: string;
beforeAll(async () => {
  ingest = await startIngest();
  first = await createFirstIndex(ingest.elasticsearch, ingest.alias);
});
afterAll(() => ingest.close());

describe('over an index of an older mapping', () => {
  it('a worker writes what that mapping has, whole, and outliers are flagged', async () => {
    const entry = await ingest.import('lots.csv', [header, ...lots].join('\n'));
    expect(entry).toMatchObject({ state: 'completed', indexed: 25, rejected: 0 });
    expect(await liveIndex(ingest.elasticsearch, ingest.alias)).toBe(first);
    const flagged = (await ingest.records()).filter(({ flags }) => flags.includes('PRICE_OUTLIER'));
    expect(flagged.map(({ id }) => id)).toEqual([25]);
  });

  it('the API answers, and tells of the version at /readyz', async () => {
    const api = await startApi({ INDEX_ALIAS: ingest.alias });
    const { body } = await get(api.url, '/api/v1/auctions', { sort: '-price', limit: '1' });
    expect(body.data).toMatchObject([{ id: 25, price_per_carat_usd: 4_500_000 }]);
    // Records of that mapping are stored without what is not known.
    const { data: record } = (await get(api.url, '/api/v1/auctions/25')).body;
    expect(record).toEqual(body.data[0]);
    expect(record).toMatchObject({
      sale_status: 'sold',
      labs: [],
      origin: null,
      url: null,
      updated_at: null,
    });
    expect((await get(api.url, '/readyz')).body.data).toMatchObject({ index: first, mapping_version: 1 });
    await api.close();
  });
});

describe('over an index of version 3 of the mapping', () => {
  const columns =
    'id,title,gem_type,carat,price_final_usd,auction_date,sale_status,treatment,labs,object_type,flags';
  const rows = [
    '1,A ring,Ruby,0.5,1000,2020-05-01,sold,None,SSEF;Gübelin,ring,',
    '2,Two rubies,Ruby,25,5000,2020-05-01,sold,No heat,GIA,ring,MULTI_STONE',
    '3,A brooch,Ruby,25,,2020-05-01,unsold,,,brooch,',
    '4,Another,Ruby,3,,2020-05-01,,,,,',
  ];
  const bodies = async (indexAlias: string) => {
    const api = await startApi({ INDEX_ALIAS: indexAlias });
    const ask = async (path: string, query = '') => (await get(api.url, path, query)).body;
    const found = {
      records: (await ask('/api/v1/auctions', 'sort=id')).data,
      some: (await ask('/api/v1/auctions', 'sort=id&fields=sale_status,labs')).data,
      stats: (await ask('/api/v1/stats')).data,
      excluded: (await ask('/api/v1/stats')).meta.excluded.lots,
      bands: (await ask('/api/v1/stats/market', 'group_by=carat_band&sort=lots')).data,
      facet: (await ask('/api/v1/auctions', 'facets=carat_band,treatment')).meta.facets,
      ofLab: (await ask('/api/v1/auctions', 'lab=gia')).data,
      unsold: (await ask('/api/v1/auctions', 'status=unsold&sort=id')).data,
      record: (await ask('/api/ext/records', 'gem_name=ruby&carat_band=0-1')).data,
      labFacet: await ask('/api/v1/auctions', 'facets=lab'),
      since: await ask('/api/v1/auctions', 'updated_since=2020-01-01&sort=id'),
    };
    await api.close();
    return found;
  };

  it('imports and answers go on, and a migration completes what they tell', async () => {
    const former = await startIngest();
    await createFormerIndex(former.elasticsearch, former.alias, 3);
    expect(await former.import('lots.csv', [columns, ...rows].join('\n'))).toMatchObject({ indexed: 4 });
    const before = await bodies(former.alias);
    expect(before.records).toMatchObject([
      { id: 1, is_sold: true, sale_status: 'sold', labs: ['SSEF', 'Gübelin'], object_type: null },
      { id: 2, labs: ['GIA'], flags: ['MULTI_STONE'] },
      { id: 3, is_sold: false, sale_status: 'unsold', updated_at: null },
      // That the status is not known cannot be told in that mapping.
      { id: 4, is_sold: false, sale_status: 'unsold' },
    ]);
    expect(before.some[1]).toEqual({ id: 2, sale_status: 'sold', labs: ['GIA'] });
    expect(before.stats).toMatchObject({
      ...{ lots: 4, sold_lots: 2, unsold_lots: 2, other_lots: 0, sell_through_rate: 0.5 },
      price_per_carat_usd: { n: 1, median: 2000 },
    });
    expect(before.excluded).toBe(1);
    expect(before.bands).toMatchObject([
      { carat_band: '0-1', lots: 1, price_usd: { median: 1000 } },
      { carat_band: '3-5', lots: 1 },
      { carat_band: '20-', lots: 2, price_usd: { median: 5000 } },
    ]);
    const [heavy, light, middle] = [
      { value: '20-', lots: 2, filter: { carat_band: '20-' } },
      { value: '0-1', lots: 1, filter: { carat_band: '0-1' } },
      { value: '3-5', lots: 1, filter: { carat_band: '3-5' } },
    ];
    expect(before.facet.carat_band.values).toEqual([heavy, light, middle]);
    expect(before.ofLab).toMatchObject([{ id: 2 }]);
    expect(before.unsold).toMatchObject([{ id: 3 }, { id: 4 }]);
    expect(before.record).toMatchObject([{ lot: { id: 1 } }]);
    expect(before.labFacet.error.code).toBe('unavailable');
    // An empty list would mean that nothing has changed.
    expect(before.since.error.code).toBe('unavailable');

    const migration = await former.finished(await enqueueMigration(former));
    expect(migration).toMatchObject({ state: 'completed', indexed: 4 });
    const { labFacet, records, unsold, since, ...after } = await bodies(former.alias);
    const migrated = { updated_at: migration.created_at };
    expect(records).toEqual(before.records.map((record: object) => ({ ...record, ...migrated })));
    expect(unsold.map(({ id }: { id: number }) => id)).toEqual([3, 4]);
    expect(since.data).toEqual(records);
    expect(after.stats).toEqual(before.stats);
    expect(after.bands).toEqual(before.bands);
    expect(after.facet.carat_band.values).toEqual([heavy, light, middle]);
    expect(after.facet.treatment).toEqual(before.facet.treatment);
    expect(labFacet.meta.facets.lab).toEqual({
      total_values: 3,
      missing: 2,
      values: [
        { value: 'GIA', lots: 1, filter: { lab: 'GIA' } },
        { value: 'Gübelin', lots: 1, filter: { lab: 'Gübelin' } },
        { value: 'SSEF', lots: 1, filter: { lab: 'SSEF' } },
      ],
    });
    await former.close();
  });
});

describe('a migration from version 3 of the mapping', () => {
  it('gives treatments their canonical names', async () => {
    const former = await startIngest();
    const index = await createFormerIndex(former.elasticsearch, former.alias, 3);
    const lot = buildAuction({ id: 5, treatment: 'unheated', labs: ['SSEF', 'Gübelin'] });
    await former.elasticsearch.index({ index, id: '5', document: toDocument(lot, 3), refresh: true });
    const { created_at } = await former.finished(await enqueueMigration(former));
    expect(await former.records()).toEqual([{ ...lot, treatment: 'No heat', updated_at: created_at }]);
    await former.close();
  });
});

describe('over books of an older build', () => {
  it('a worker adds the fields that it knows more of', async () => {
    const older = await startIngest();
    const { raw: _since, ...properties } = rejectsMapping.properties;
    const index = rejectsIndex(older.alias);
    await older.elasticsearch.indices.create({ index, mappings: { dynamic: 'strict', properties } });
    const entry = await older.import('bad.csv', 'id,title,gem_type\n1,,Ruby\n');
    expect(entry).toMatchObject({ state: 'completed', rejected: 1 });
    expect(await older.rejectsOf(entry.id)).toMatchObject([{ raw: '1,,Ruby' }]);
    await older.close();
  });
});
