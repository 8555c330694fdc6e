import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { rejectsIndex, rejectsIndexBody } from '../../../../mappings/operations-indices.ts';
import { createFirstIndex } from '../../../support/first-mapping.ts';
import { get } from '../../../support/get.ts';
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
    expect(record).toMatchObject({ lab: null, origin: null, url: null });
    expect((await get(api.url, '/readyz')).body.data).toMatchObject({ index: first, mapping_version: 1 });
    await api.close();
  });
});

describe('over books of an older build', () => {
  it('a worker adds the fields that it knows more of', async () => {
    const older = await startIngest();
    const { raw: _since, ...properties } = rejectsIndexBody.mappings.properties;
    const index = rejectsIndex(older.alias);
    await older.elasticsearch.indices.create({ index, mappings: { dynamic: 'strict', properties } });
    const entry = await older.import('bad.csv', 'id,title,gem_type\n1,,Ruby\n');
    expect(entry).toMatchObject({ state: 'completed', rejected: 1 });
    expect(await older.rejectsOf(entry.id)).toMatchObject([{ raw: '1,,Ruby' }]);
    await older.close();
  });
});
