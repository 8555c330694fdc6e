import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { meetsFilters } from '../../../../support/naive-filter.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** The lots of a stone, with the ids from its own on; the later ones repeat what the first has. */
const stone = (id: number, ...lots: (Partial<AuctionRecord> & { auction_date: string | null })[]) =>
  lots.map((known, place) =>
    buildAuction({ ...lots[0], ...known, id: id + place, stone_id: id, stone_evidence: ['report'] }),
  );

/** Rubies of 2015 to 2019, which have a price index. */
const market = marketRecords(160, 1);
const withBoth = stone(
  1_000,
  {
    auction_date: '2015-05-12',
    price_final_usd: 120_000,
    price_hammer_usd: 100_000,
    price_premium_usd: 120_000,
  },
  {
    auction_date: '2018-05-12',
    price_final_usd: 240_000,
    price_hammer_usd: 200_000,
    price_premium_usd: 240_000,
  },
);
const byYear = stone(
  2_000,
  {
    gem_type: 'Emerald',
    auction_date: '1931-01-01',
    auction_date_precision: 'year',
    price_final_usd: 17_000,
    price_premium_usd: 17_000,
  },
  {
    auction_date: '2008-12-10',
    auction_date_precision: 'day',
    price_final_usd: 24_000_000,
    price_premium_usd: null,
    price_hammer_usd: 21_000_000,
  },
);
const unsoldBetween = stone(
  3_000,
  { gem_type: 'Sapphire', auction_date: '2010-06-01', price_final_usd: 90_000, auction_house: 'Bonhams' },
  { auction_date: '2012-06-01', price_final_usd: null, is_sold: false, auction_house: "Christie's" },
  { auction_date: '2010-12-01', price_final_usd: 45_000 },
  { auction_date: null, price_final_usd: 70_000 },
);
const offeredAgain = stone(
  4_000,
  { gem_type: 'Alexandrite', auction_date: '2001-06-01', price_final_usd: null, is_sold: false },
  { auction_date: '2003-06-01', price_final_usd: 5_000, is_sold: true },
);
const generated = stone(
  5_000,
  { auction_date: '2015-05-12', price_final_usd: 100, is_synthetic: true },
  { auction_date: '2018-05-12', price_final_usd: 300 },
);
const records = [...market, ...withBoth, ...byYear, ...unsoldBetween, ...offeredAgain, ...generated];

/** An index of its own: no shared lot is of a stone. */
let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

async function ask(path = '', query: Record<string, string> = {}): Promise<Body> {
  const { status, body } = await get(api.url, `/api/ext/stones${path}`, query);
  expect(status).toBe(200);
  return body;
}

const returnsOf = ({ appearances }: Body) => appearances.map(({ since_earlier }: Body) => since_earlier);

describe('/api/ext/stones/{id}', () => {
  it('has all lots of a stone, compared at hammer where both are known, beside the price index', async () => {
    const { data } = await ask('/1000');
    expect(data).toMatchObject({ stone_id: 1000, is_synthetic: false });
    expect(data.appearances.map(({ lot }: Body) => lot)).toEqual(withBoth);
    const index = await get(api.url, '/api/ext/price-index', {
      gem_name: 'Ruby',
      is_synthetic: 'false',
      base: '2015',
    });
    const { index: now, low, high } = index.body.data.periods.find(({ period }: Body) => period === '2018');
    expect(data.overall).toEqual({
      ...{ years: 3, price_basis: 'hammer', change: 1 },
      change_per_year: expect.closeTo(2 ** (365.25 / 1096) - 1, 6),
      real_change: expect.closeTo((2 * 237.805) / 251.588 - 1, 5),
      index_change: {
        ...{ from: '2015', to: '2018', note: expect.toSatisfy((note) => note === null || note !== '') },
        relative_change: expect.closeTo(now / 100 - 1, 5),
        low: expect.closeTo(low / 100 - 1, 5),
        high: expect.closeTo(high / 100 - 1, 5),
        median_change: expect.any(Number),
      },
    });
    expect(returnsOf(data)).toEqual([null, data.overall]);
  });

  it('counts calendar years where only the year of a sale is known, and compares published prices of two bases', async () => {
    const { data } = await ask('/2000');
    expect(data.overall).toMatchObject({
      years: 77,
      price_basis: 'published',
      change: 1410.764706,
      index_change: null,
    });
    expect(data.appearances[0].real_price_usd).toBeGreaterThan(17_000 * 15);
  });

  it('compares a sale with the last one that has a price and a date, and nothing with the others', async () => {
    const { data } = await ask('/3000');
    expect(data.appearances.map(({ lot }: Body) => lot.id)).toEqual([3003, 3000, 3002, 3001]);
    expect(data.overall).toMatchObject({ years: 0.5, change: -0.5, change_per_year: null });
    expect(returnsOf(data)).toEqual([null, null, data.overall, null]);
    expect((await ask('/4000')).data).toMatchObject({ overall: null });
  });

  it('has no price index of real lots for a generated stone', async () => {
    expect((await ask('/5000')).data).toMatchObject({
      is_synthetic: true,
      overall: { change: 2, index_change: null },
    });
  });

  it('an id that no stone has gets 404', async () => {
    for (const id of ['1001', '7']) {
      const { status, body } = await get(api.url, `/api/ext/stones/${id}`);
      expect([status, body.error.message]).toEqual([404, `There is no stone ${id}.`]);
    }
  });
});

describe('/api/ext/stones', () => {
  it('sorts stones, those without the figure last and equal ones by id', async () => {
    const orders = {
      '-change': [2000, 5000, 1000, 3000, 4000],
      change: [3000, 1000, 5000, 2000, 4000],
      '-years': [2000, 5000, 1000, 3000, 4000],
      years: [3000, 1000, 5000, 2000, 4000],
      '-price': [2000, 1000, 3000, 4000, 5000],
      price: [5000, 4000, 3000, 1000, 2000],
    };
    for (const [sort, ids] of Object.entries(orders)) {
      const { data, meta } = await ask('', { sort });
      expect(
        data.map(({ stone_id }: Body) => stone_id),
        sort,
      ).toEqual(ids);
      expect(meta.unsorted_stones).toBe(sort.endsWith('price') ? 0 : 1);
    }
  });

  it('has every stone of which a lot meets the filters, with all its lots, on some page', async () => {
    const request = fc.record({
      filters: fc.record(
        {
          gem_name: fc.constantFrom('Ruby', 'Sapphire', 'Emerald', 'Spinel'),
          auction_house: fc.constantFrom('Bonhams', "Christie's"),
          date_to: fc.constantFrom('2009-01-01', '2015-12-31'),
          price_min: fc.constantFrom('100', '100000'),
          resold: fc.constantFrom('true', 'false'),
          stone_id: fc.constantFrom('1000', '3000,5000'),
          is_synthetic: fc.constantFrom('true', 'false'),
        },
        { requiredKeys: [] },
      ),
      limit: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ filters, limit }) => {
        const met = records.filter((record) => record.stone_id !== null && meetsFilters(record, filters));
        const ids = new Set(met.map(({ stone_id }) => stone_id));
        const found: Body[] = [];
        for (let page = 1, pages = 1; page <= pages; page++) {
          const { data, pagination } = await ask('', {
            ...filters,
            limit: String(limit),
            page: String(page),
          });
          expect(pagination.total_records).toBe(ids.size);
          pages = pagination.total_pages;
          found.push(...data);
        }
        expect(new Set(found.map(({ stone_id }) => stone_id))).toEqual(ids);
        expect(found).toHaveLength(ids.size);
        for (const { stone_id, appearances } of found) {
          const all = records.filter((record) => record.stone_id === stone_id);
          expect(new Set(appearances.map(({ lot }: Body) => lot.id))).toEqual(
            new Set(all.map(({ id }) => id)),
          );
        }
      }),
    );
  });

  it.each<Record<string, string>>([{ resold: 'true' }, { resold: 'false' }, { stone_id: '1000,4000' }])(
    'has its lots in the list of lots: %o',
    async (filters) => {
      const { body } = await get(api.url, '/api/v1/auctions', { ...filters, sort: 'id', limit: '100' });
      const met = records.filter((record) => meetsFilters(record, filters)).toSorted((a, b) => a.id - b.id);
      expect(body.pagination.total_records).toBe(met.length);
      expect(body.data).toEqual(met.slice(0, 100));
    },
  );
});
