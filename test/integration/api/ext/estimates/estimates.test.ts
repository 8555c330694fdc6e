import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuction } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

const estimates = { estimate_low_usd: 1_000, estimate_high_usd: 2_000 };

describe('/api/ext/estimates', () => {
  let api: ApiOverRecords;
  beforeAll(async () => {
    api = await startApiOver([
      buildAuction({ id: 1, ...estimates, price_hammer_usd: 1_000, price_premium_usd: 2_001 }),
      buildAuction({ id: 2, ...estimates, price_hammer_usd: 2_000 }),
      buildAuction({ id: 3, ...estimates, price_premium_usd: 999, price_basis: 'premium' }),
      buildAuction({ id: 4, ...estimates, sale_status: 'unsold', price_final_usd: null }),
      buildAuction({ id: 5, ...estimates, sale_status: 'listing', price_final_usd: null }),
      buildAuction({ id: 6, estimate_low_usd: 1_000 }),
      buildAuction({ id: 7, estimate_low_usd: 0, estimate_high_usd: 5 }),
    ]);
  });
  afterAll(() => api?.close());
  const ask = async (query: string): Promise<Body> => (await get(api.url, '/api/ext/estimates', query)).body;

  it('hammer prices are compared with estimates, and the response counts the lots left out', async () => {
    const { data, meta } = await ask('');
    expect(data).toMatchObject({
      ...{ lots: 4, sold_lots: 3, unsold_lots: 1, n: 2, sell_through_rate: 0.75 },
      ...{ below: { lots: 0 }, within: { lots: 2, share: 1 }, above: { lots: 0 } },
      price_to_low: { median: 1.5, p25: 1.25, median_low: null },
      with_unsold: { n: 3, below: { lots: 1 }, price_to_low: { median: 1, p25: null, p75: 1.5 } },
      groups: [{ estimate_band: '1000-5000', lots: 4 }],
    });
    expect(meta).toMatchObject({
      left_out: { lots: 1, reason: 'their hammer price is not known' },
      ...{ lots_without_estimates: 2, total_groups: 1, ungrouped_lots: 0 },
    });
  });

  it('prices with buyer’s premium are compared separately', async () => {
    const { data, meta } = await ask('basis=premium');
    expect(data).toMatchObject({ n: 2, below: { lots: 1 }, within: { lots: 0 }, above: { lots: 1 } });
    expect(meta.left_out.lots).toBe(1);
  });

  it('published prices are refused, because they mix both bases', async () => {
    const { status, body } = await get(api.url, '/api/ext/estimates', 'basis=published');
    expect([status, body.error.details[0].allowed]).toEqual([400, ['hammer', 'premium']]);
  });

  it('the figures are null when no lot matches', async () => {
    const { data } = await ask('year=1999');
    expect(data).toMatchObject({ lots: 0, n: 0, groups: [], below: { share: null, low: null } });
    expect(data.price_to_low.median).toBeNull();
  });
});

const file = new URL('../../../../../../shared/data/christies_lots_dev.csv', import.meta.url);

it.skipIf(!existsSync(file))('estimate shares agree with those published for Christie’s lots', async () => {
  interface Row {
    title: string;
    estimate_min: string;
    estimate_max: string;
    price_local: string;
  }
  const { data: rows } = Papa.parse<Row>(readFileSync(file, 'utf8'), { header: true, skipEmptyLines: true });
  const amount = (text: string) => (text === '' ? null : Math.round(Number(text)));
  const api = await startApiOver(
    rows.map((row, place) =>
      buildAuction({
        id: place + 1,
        title: row.title || 'Untitled',
        estimate_low_usd: amount(row.estimate_min),
        estimate_high_usd: amount(row.estimate_max),
        price_premium_usd: amount(row.price_local),
        price_basis: 'premium',
      }),
    ),
  );
  const { data } = (await get(api.url, '/api/ext/estimates', 'basis=premium')).body;
  expect(data.n).toBe(16_757);
  expect([data.below.share, data.within.share, data.above.share].map((share) => share.toFixed(3))).toEqual([
    '0.059',
    '0.317',
    '0.624',
  ]);
  expect(data.price_to_low.median).toBeCloseTo(1.72, 2);
  await api.close();
});
