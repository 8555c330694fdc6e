import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpiOfMonth } from '../../../../../mappings/us-cpi.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** The third lot has the highest nominal price, the first the highest real one, and the second only a hammer price. */
const lots = [
  buildAuction({
    id: 1,
    auction_date: '1980-05-12',
    price_final_usd: 100_000,
    price_basis: 'premium',
    price_premium_usd: 100_000,
    price_hammer_usd: 90_000,
  }),
  buildAuction({ id: 2, auction_date: '1990-05-01', price_final_usd: null, price_hammer_usd: 150_000 }),
  buildAuction({ id: 3, auction_date: '2020-05-12', price_final_usd: 250_000, price_basis: 'unknown' }),
  buildAuction({
    id: 4,
    auction_date: '2026-08-01',
    price_final_usd: 260_000,
    price_basis: 'hammer',
    price_hammer_usd: 260_000,
  }),
  buildAuction({ id: 5, auction_date: null, price_final_usd: 1_000 }),
];

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(lots);
});
afterAll(() => api?.close());

const ask = async (path: string, query: string) => (await get(api.url, path, query)).body as Body;

describe('the price basis and dollars of a request', () => {
  it.each([
    ['/api/v1/stats', 'basis=published&dollars=nominal'],
    ['/api/v1/stats/market', 'basis=published&dollars=nominal'],
    ['/api/v1/stats/trends', 'dollars=nominal'],
    ['/api/v1/rankings/top-price', 'basis=published'],
    ['/api/v1/rankings/price-per-carat', 'basis=published'],
    ['/api/ext/records', 'dollars=nominal&basis=published'],
  ])('%s returns the same with the explicit defaults %s', async (path, query) => {
    const plain = await ask(path, path.endsWith('records') ? 'gem_name=ruby' : '');
    expect(await ask(path, path.endsWith('records') ? `gem_name=ruby&${query}` : query)).toEqual(plain);
    expect(plain.meta.prices).toEqual({
      basis: 'published',
      dollars: 'nominal',
      of_hammer_lots: 1,
      of_premium_lots: 1,
      of_unknown_lots: 2,
      left_out: 1,
    });
    expect(Object.keys(plain.meta.parameters)).not.toContain('basis');
  });

  it('prices of the chosen basis are counted, and the others are counted as left out', async () => {
    const { data, meta } = await ask('/api/v1/stats', 'basis=hammer&dollars=real&base=2015-05');
    expect(data.price_usd.n).toBe(3);
    expect(meta.prices).toEqual({
      ...{ basis: 'hammer', dollars: 'real', left_out: 2 },
      ...{ of_hammer_lots: 1, of_premium_lots: 1, of_unknown_lots: 1 },
      deflator: {
        index: 'US CPI-U, all items, not seasonally adjusted',
        ...{ base: '2015-05', newest_month: '2026-05', left_out: 0, later_lots: 1 },
      },
    });
    const undated = await ask('/api/v1/stats', 'dollars=real');
    expect(undated.data.price_usd.n).toBe(3);
    expect(undated.meta.prices).toMatchObject({
      left_out: 2,
      deflator: { base: '2026-05', left_out: 1, later_lots: 1 },
    });
  });

  it('the history of price records compares real dollars', async () => {
    const nominal = await ask('/api/ext/records', 'gem_name=ruby&of=price');
    expect(nominal.data.map(({ lot }: Body) => lot.id)).toEqual([1, 3, 4]);
    const { data } = await ask('/api/ext/records', 'gem_name=ruby&of=price&dollars=real&base=2020-05');
    const [first, ...others] = data;
    const inBase = (usd: number, month: string) => (usd * cpiOfMonth('2020-05')!) / cpiOfMonth(month)!;
    expect(first.value_usd).toBeCloseTo(inBase(100_000, '1980-05'), 3);
    expect(others).toEqual([]);
    const hammer = await ask(
      '/api/ext/records',
      'gem_name=ruby&of=price&dollars=real&base=2020-05&basis=hammer',
    );
    expect(hammer.data.map(({ lot }: Body) => lot.id)).toEqual([1, 2]);
    const [old, last] = [inBase(90_000, '1980-05'), inBase(150_000, '1990-05')];
    expect(hammer.data[1].increase_usd).toBeCloseTo(last - old, 3);
    expect(hammer.data[1].increase).toBeCloseTo(last / old - 1, 6);
  });

  it('rankings follow the chosen basis, with ranks that continue across pages', async () => {
    const { data } = await ask('/api/v1/rankings/price-per-carat', 'basis=hammer&fields=title');
    expect(data.map(({ id, rank }: Body) => [id, rank])).toEqual([
      [4, 1],
      [2, 2],
      [1, 3],
    ]);
    const second = await ask('/api/v1/rankings/top-price', 'basis=hammer&limit=1&page=2');
    expect(second.data).toMatchObject([{ id: 2, rank: 2 }]);
  });

  it.each([
    ['base=2015-01', 'base', 'conflict'],
    ['dollars=real&base=2025-10', 'base', 'not_allowed'],
    ['dollars=real&base=1912-12', 'base', 'not_allowed'],
    ['dollars=real&base=2015-13', 'base', 'wrong_type'],
    ['basis=net', 'basis', 'not_allowed'],
    ['dollars=euro', 'dollars', 'not_allowed'],
  ])('prices of %s are refused', async (query, parameter, code) => {
    const { status, body } = await get(api.url, '/api/v1/stats', query);
    expect([status, body.error.details.map((detail: Body) => [detail.parameter, detail.code])]).toEqual([
      400,
      [[parameter, code]],
    ]);
  });
});
