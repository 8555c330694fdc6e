import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';
import { corpus } from '../../../support/world/world.ts';

// The shared lots once more, in an index of three shards.
let sharded: ApiOverRecords;
beforeAll(async () => {
  sharded = await startApiOver(corpus.records, { number_of_shards: 3 });
});
afterAll(() => sharded?.close());

test.each([
  'stats?gem_name=ruby&is_sold=true',
  'stats/market?group_by=origin,carat_band&sort=median_price_per_carat&limit=1000',
  'stats/trends?interval=quarter&gem_name=garnet',
  'rankings/top-price?page=40',
  'rankings/price-per-carat?gem_name=spinel,sapphire',
  'auctions?sort=-carat&limit=100&page=3',
  'auctions?limit=1&facets=gem_type,origin,auction_house,carat_band,year,flags',
  'auctions?origin=none&q=ring&sort=-id',
  'auctions/latest?page=7',
])('%s has the same response from three shards as from one', async (request) => {
  const [path, query] = request.split('?') as [string, string];
  const [many, one] = await Promise.all([sharded.ask(path, query), corpus.ask(path, query)]);
  const { data_version: _, as_of: __, next_cursor: ___, ...meta } = one.meta;
  expect(many).toEqual({ ...one, meta: expect.objectContaining(meta) });
});
