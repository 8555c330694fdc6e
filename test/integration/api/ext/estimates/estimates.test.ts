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
      // The unsold lot counts as two thirds, as the prices of two of three sold lots are known.
      with_unsold: { n: 2.6667, unsold_weight: 0.666667, below: { lots: 0.6667, share: 0.25 }, gap: null },
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

describe('unsold lots beside sold lots whose hammer price is not known', () => {
  /** Hammer prices of eight of twelve sold lots; nine lots are unsold. */
  const hammers = [600, 900, 1_100, 1_500, 1_900, 2_300, 2_700, 4_000];
  let api: ApiOverRecords;
  beforeAll(async () => {
    const known = hammers.map((price_hammer_usd, i) => ({ id: 1 + i, price_hammer_usd }));
    const premium = [1, 2, 3, 4].map((i) => ({
      ...{ id: 10 + i, price_premium_usd: 1_500, price_basis: 'premium' as const },
    }));
    const unsold = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((i) => ({
      ...{ id: 20 + i, sale_status: 'unsold' as const, price_final_usd: null },
    }));
    const lots = [...known, ...premium, ...unsold];
    const hidden = { id: 40, ...estimates, price_premium_usd: 1_500, price_basis: 'premium' as const };
    const late = { id: 41, sale_status: 'unsold' as const, price_final_usd: null };
    const alone = { id: 42, sale_status: 'unsold' as const, price_final_usd: null };
    api = await startApiOver([
      ...lots.map((lot) => buildAuction({ ...estimates, auction_date: '2019-03-01', ...lot })),
      buildAuction({ ...hidden, auction_date: '2020-03-01' }),
      buildAuction({ ...estimates, ...late, auction_date: '2020-03-01' }),
      buildAuction({ ...estimates, ...alone, auction_date: '2021-03-01' }),
    ]);
  });
  afterAll(() => api?.close());
  const ask = async (query: string): Promise<Body> => (await get(api.url, '/api/ext/estimates', query)).body;

  it('they count by the share of the sold lots whose price is known, as in a plain computation', async () => {
    // Two thirds of the prices are known, so nine unsold lots count as six.
    const ratios = [...Array<number>(6).fill(-Infinity), ...hammers.map((price) => price / 1_000)];
    const { with_unsold, below } = (await ask('year=2019')).data;
    expect(with_unsold).toMatchObject({ n: 14, unsold_weight: 0.666667, gap: null });
    for (const [place, test] of [
      ['below', (ratio: number) => ratio < 1],
      ['within', (ratio: number) => ratio >= 1 && ratio <= 2],
      ['above', (ratio: number) => ratio > 2],
    ] as const) {
      const lots = ratios.filter(test).length;
      expect(with_unsold[place]).toMatchObject({ lots, share: Math.round((1e6 * lots) / 14) / 1e6 });
    }
    // The same from the rates: of 21 offered lots 9 are unsold, and a quarter of the sold ones are below.
    expect(below.share).toBe(0.25);
    expect(with_unsold.below.share).toBeCloseTo((9 + 12 * 0.25) / 21, 6);
    const at = (rank: number) =>
      ratios[Math.floor(rank)]! + (rank % 1) * (ratios[Math.ceil(rank)]! - ratios[Math.floor(rank)]!);
    expect(with_unsold.price_to_low).toMatchObject({ p25: null, median: at(6.5), median_low: null });
    expect(with_unsold.price_to_low.p75).toBeCloseTo(at(9.75), 6);
  });

  it('there are no figures with unsold lots, and a reason, where no price of a sold lot is known', async () => {
    const { n, with_unsold } = (await ask('year=2020')).data;
    expect(n).toBe(0);
    expect(with_unsold).toMatchObject({ n: 0, unsold_weight: null, gap: 'no_known_prices' });
    for (const place of ['below', 'within', 'above']) expect(with_unsold[place].share).toBeNull();
  });

  it('all lots are below where none sold', async () => {
    const { with_unsold } = (await ask('year=2021')).data;
    expect(with_unsold).toMatchObject({ n: 1, unsold_weight: 1, below: { lots: 1, share: 1 }, gap: null });
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
