import { afterEach, describe, expect, test } from 'vitest';
import { buildAuction } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { createTestIndex } from '../../../../support/test-index.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const lots = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => buildAuction({ id: from + i, price_final_usd: 1000 + from + i }));

/** An index of its own, because records vanish and appear in it. */
async function startOver(count: number) {
  const index = await createTestIndex(lots(count));
  closing.push(() => index.remove());
  const api = await startApi({ INDEX_ALIAS: index.alias });
  closing.push(() => api.close());
  const ask = async (path: string, query: string) => (await get(api.url, `/api/v1/${path}`, query)).body;
  return { index, ask };
}

describe('a page and its total when records change under one data version', () => {
  test('a list has its new total when records vanish under one data version', async () => {
    const { index, ask } = await startOver(25);
    expect((await ask('auctions', 'limit=19')).pagination.total_records).toBe(25);
    const operations = lots(20, 6).map(({ id }) => ({ delete: { _id: String(id) } }));
    await index.elasticsearch.bulk({ index: index.index, refresh: true, operations });
    const { data, pagination } = await ask('auctions', 'limit=20');
    expect([data.length, pagination.total_records]).toEqual([5, 5]);
  });

  test('a page by cursor has its new total when records appear under one data version', async () => {
    const { index, ask } = await startOver(3);
    const { meta } = await ask('auctions', 'limit=1');
    await index.show(lots(20, 10).map((lot) => ({ ...lot, auction_date: '2001-01-01' })));
    const { data, pagination } = await ask(
      'auctions',
      `limit=10&cursor=${encodeURIComponent(meta.next_cursor)}`,
    );
    expect([data.length, pagination.total_records]).toEqual([10, 23]);
  });
});
