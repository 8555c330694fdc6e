import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyFilters, buildAuction } from '../../../../support/build-auction.ts';
import { generateSkewed } from '../../../../support/build-skewed.ts';
import { get } from '../../../../support/get.ts';
import { plainExcluded, plainStats } from '../../../../support/plain-statistics.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(generateSkewed(6000, 1));
});
afterAll(() => api?.close());

describe('/stats', () => {
  it('every number agrees with a plain computation over the same records', async () => {
    expect((await api.ask('stats')).data).toEqual(plainStats(api.meeting({})));
    for (const filters of fc.sample(anyFilters, { numRuns: 120, seed: 6 })) {
      const { data, meta } = await api.ask('stats', filters);
      const records = api.meeting(filters);
      expect(data, JSON.stringify(filters)).toEqual(plainStats(records));
      const excluded = { lots: plainExcluded(records), objects: api.leftOut(filters).length };
      const others = await Promise.all(
        ['stats/market', 'stats/trends'].map((path) => api.ask(path, filters)),
      );
      for (const found of [meta, ...others.map((other) => other.meta)]) {
        expect(found.excluded, JSON.stringify(filters)).toEqual(
          excluded.lots + excluded.objects > 0 ? expect.objectContaining(excluded) : undefined,
        );
      }
      expect(meta.synthetic_lots).toBe(records.filter((record) => record.is_synthetic).length);
    }
  });

  it('counts and sums of no lots are 0, and all other figures are null', async () => {
    const { data } = await api.ask('stats', { gem_name: 'nothing of the kind' });
    const nothing = { n: 0, min: null, max: null, mean: null, median: null, p10: null, p25: null, p75: null };
    expect(data).toMatchObject({
      lots: 0,
      sell_through_rate: null,
      total_value_usd: 0,
      total_carats: 0,
      gem_types: 0,
      first_auction_date: null,
      last_auction_date: null,
      price_usd: { ...nothing, p90: null, median_low: null, median_high: null },
    });
  });

  it('an unknown parameter is refused, and the error lists the known ones', async () => {
    const { status, body } = await get(api.url, '/api/v1/stats', 'gem=ruby&limit=5');
    expect(status).toBe(400);
    expect(body.error.details.map((problem: { parameter: string }) => problem.parameter)).toEqual([
      'gem',
      'limit',
    ]);
  });
});

describe('the interval of a median', () => {
  it('the interval of a median exists from six values on, and its ends are values', async () => {
    const lots = (n: number, gem_type: string, from: number) =>
      Array.from({ length: n }, (_, i) =>
        buildAuction({ id: from + i, gem_type, carat: 1, price_final_usd: 100 * (i + 1) }),
      );
    const few = await startApiOver([
      ...lots(5, 'Ruby', 1),
      ...lots(6, 'Emerald', 10),
      ...lots(25, 'Spinel', 20),
    ]);
    const intervalOf = async (gem_name: string) => {
      const { median_low, median_high } = (await few.ask('stats', { gem_name })).data.price_usd;
      return [median_low, median_high];
    };
    expect(await intervalOf('ruby')).toEqual([null, null]);
    expect(await intervalOf('emerald')).toEqual([100, 600]);
    // The table of Dixon and Massey: ranks 8 and 18 of 25.
    expect(await intervalOf('spinel')).toEqual([800, 1800]);
    await few.close();
  });
});

it('distinct names are counted exactly, also when there are many', async () => {
  const names = Array.from({ length: 10_500 }, (_, i) => buildAuction({ id: i + 1, gem_type: `Stone ${i}` }));
  const many = await startApiOver(names);
  const { data } = await many.ask('stats');
  expect([data.gem_types, data.origins, data.auction_houses]).toEqual([10_500, 1, 1]);
  const market = await many.ask('stats/market', 'limit=3&sort=lots');
  expect(market.meta.total_groups).toBe(10_500);
  expect(market.data.map((group: { gem_type: string }) => group.gem_type)).toEqual([
    'Stone 0',
    'Stone 1',
    'Stone 10',
  ]);
  await many.close();
});
