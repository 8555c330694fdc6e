import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters, buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { plainRecords } from '../../../../support/plain-records.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';
import { corpus } from '../../../../support/world/world.ts';

/** One price record per year, so that there are more than one search returns. */
const yearlyRecords = Array.from({ length: 120 }, (_, i) =>
  buildAuction({
    id: 100_000 + i,
    gem_type: 'Zircon',
    auction_date: `${1900 + i}-06-15`,
    price_final_usd: 1000 + i,
  }),
);
/** A real lot among greater generated ones. */
const amongGenerated = [
  buildAuction({ id: 200_000, gem_type: 'Kunzite', price_final_usd: 900, auction_date: '2001-05-01' }),
  ...[1_000, 2_000].map((price_final_usd, i) =>
    buildAuction({
      ...{ id: 200_001 + i, gem_type: 'Kunzite', price_final_usd, is_synthetic: true },
      auction_date: `20${i}0-05-01`,
    }),
  ),
];
/** The newest day of a real sale among the shared lots. */
const newestDay = corpus.records
  .filter(({ is_synthetic, sale_status }) => !is_synthetic && sale_status !== 'listing')
  .map(({ auction_date }) => auction_date ?? '')
  .toSorted()
  .at(-1)!;
/** An index of its own: a price record of every year is in no shared data. */
let api: ApiOverRecords;

beforeAll(async () => {
  api = await startApiOver([...yearlyRecords, ...amongGenerated]);
});
afterAll(() => api?.close());

async function ask(url: string, query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(url, '/api/ext/records', query);
  expect(status, JSON.stringify(query)).toBe(200);
  return body;
}

/** All pages of a history. */
async function history(url: string, query: Record<string, string>) {
  const first = await ask(url, { ...query, limit: '40' });
  const data = [...first.data];
  for (let page = 2; page <= first.pagination.total_pages; page++) {
    data.push(...(await ask(url, { ...query, limit: '40', page: String(page) })).data);
  }
  expect(first.pagination.total_records).toBe(data.length);
  return { data, meta: first.meta };
}

describe('/api/ext/records', () => {
  it('price records agree with a comparison of every lot with every other', async () => {
    const anyRequest = fc.record({
      filters: anyFilters,
      of: fc.constantFrom('price', 'price_per_carat'),
      bands: fc.option(fc.subarray(['0-1', '1-2', '5-10', '20-'], { minLength: 1 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(anyRequest, async ({ filters, of, bands }) => {
        const all = { ...filters, ...(bands && { carat_band: bands.join() }) };
        const newest = [filters.date_to ?? '9999', newestDay].sort()[0]!;
        const plain = plainRecords(corpus.ranked(all), { of, newest });
        const { data, meta } = await history(corpus.url, { ...all, of });
        expect(data).toEqual(plain.data);
        expect(meta).toMatchObject(plain.meta);
      }),
    );
  });

  it.each<Record<string, string>>([{}, { is_synthetic: 'true' }, { is_synthetic: 'false' }])(
    'generated lots are never a price record: %o',
    async (query) => {
      const { data, meta } = await history(api.url, { gem_name: 'kunzite', of: 'price', ...query });
      const isAsked = query.is_synthetic === 'true';
      expect(data.map(({ lot }: Body) => lot.id)).toEqual(isAsked ? [] : [200_000]);
      expect(meta.excluded_synthetic_lots).toBe(query.is_synthetic === 'false' ? undefined : 2);
    },
  );

  it('price records are complete over more years than one search reads', async () => {
    const { data } = await history(api.url, { gem_name: 'zircon', of: 'price' });
    expect(data.map(({ lot }: Body) => lot.id)).toEqual(yearlyRecords.map(({ id }) => id));
    expect(data[1]).toMatchObject({ increase_usd: 1, increase: 0.001, earlier_stood_days: 365 });
    expect(data.at(-1)).toMatchObject({ is_standing: true, counts_from: '2019-06-15' });
  });

  it('a lot counts only from the last day on which it may have been sold', async () => {
    const lot = (id: number, date: string, precision: AuctionRecord['auction_date_precision'], usd: number) =>
      buildAuction({
        id,
        auction_date: date,
        auction_date_precision: precision,
        price_final_usd: usd,
        carat: 1,
      });
    const few = await startApiOver([
      lot(1, '2020-01-01', 'year', 900),
      lot(2, '2020-02-01', 'month', 500),
      lot(3, '2020-02-29', 'day', 500),
      lot(4, '2020-03-01', 'day', 500),
      lot(5, '2020-06-01', 'day', 700),
      lot(6, '2020-11-30', 'day', 800),
    ]);
    const { data, meta } = await ask(few.url, {});
    expect(data.map((step: Body) => [step.lot.id, step.counts_from, step.stood_days])).toEqual([
      // Between two days of which one is not known no days are counted.
      [2, '2020-02-29', null],
      [5, '2020-06-01', 182],
      [6, '2020-11-30', null],
      [1, '2020-12-31', null],
    ]);
    expect(data.map((step: Body) => step.earlier_stood_days)).toEqual([null, null, 182, null]);
    const [, { stood_days, earlier_stood_days }] = (
      await ask(few.url, { limit: '1', page: '2' })
    ).data.concat((await ask(few.url, { limit: '1', page: '3' })).data);
    expect([stood_days, earlier_stood_days]).toEqual([null, 182]);
    expect(data[0].equal_lots).toBe(1);
    expect(meta).toMatchObject({ as_of_date: '2020-12-31', imprecise_date_lots: 2 });
    await few.close();
  });
});
