import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const sales = 1200;
const lotsOfSale = 12;

/** The day of a sale; every third is on the day of another. */
const dayOf = (sale: number) =>
  new Date(Date.UTC(2012, 0, 1 + 2 * (sale - Number(sale % 3 === 0)))).toISOString().slice(0, 10);

/** Many sales, which other tests do not need: their quantiles are as many searches as there are groups to read. */
const lots = Array.from({ length: sales * lotsOfSale }, (_, i) => {
  const sale = Math.floor(i / lotsOfSale);
  return buildAuction({
    id: i + 1,
    sale: `Sale ${sale}`,
    location: sale % 7 === 0 ? null : 'Geneva',
    auction_date: dayOf(sale),
    price_final_usd: 1000 + ((i * 7919) % 5003),
  });
});

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(lots);
});
afterAll(() => api?.close());

it('a page of 1,000 sales has the figures of each sale as pages of 100 have them', async () => {
  const query = 'group_by=sale&sort=-newest_sale';
  const { data, meta } = await api.ask('stats/market', `${query}&limit=1000`);
  expect(meta.total_groups).toBe(sales);
  expect(data).toHaveLength(1000);
  const last = await api.ask('stats/market', `${query}&limit=100&page=10`);
  expect(data.slice(900)).toEqual(last.data);
  const some = data[500];
  const prices = lots.filter(({ sale }) => sale === some.sale).map(({ price_final_usd: usd }) => usd!);
  prices.sort((a, b) => a - b);
  expect(some.price_usd).toMatchObject({
    n: lotsOfSale,
    min: prices[0],
    median: (prices[5]! + prices[6]!) / 2,
    max: prices.at(-1),
  });
});
