import { createClient } from 'gem-auctions-client';
import { type GemAuctions, startGemAuctions } from 'gem-auctions-client/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: GemAuctions;
beforeAll(async () => {
  service = await startGemAuctions({
    lots: [
      { id: 1, title: 'A ruby ring', gem_type: 'Ruby', carat: 2.5, price_final_usd: 30_000 },
      { id: 2, title: 'A spinel', gem_type: 'Spinel', carat: 4, price_final_usd: 9_000 },
    ],
  });
}, 600_000);
afterAll(() => service?.stop());

test('the cheapest lot is the spinel', async () => {
  const { data } = await createClient(service.url).listAuctions({ sort: ['price'], limit: 1 });
  expect(data[0]?.title).toBe('A spinel');
});
