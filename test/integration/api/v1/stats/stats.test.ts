import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpiOfMonth } from '../../../../../mappings/us-cpi.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { type Body, get } from '../../../../support/get.ts';
import { plainExcluded, plainStats } from '../../../../support/plain-statistics.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { corpus } from '../../../../support/world/world.ts';

describe('/stats', () => {
  test('every number agrees with a plain computation over the same records', async () => {
    expect((await corpus.ask('stats')).data).toEqual(plainStats(corpus.meeting({})));
    await fc.assert(
      fc.asyncProperty(anyFilters, async (filters) => {
        const { data, meta } = await corpus.ask('stats', filters);
        const records = corpus.meeting(filters);
        expect(data).toEqual(plainStats(records));
        const excluded = {
          lots: plainExcluded(records),
          objects: corpus.leftOut(filters, 'objects').length,
          hand_picked: corpus.leftOut(filters, 'hand_picked').length,
        };
        const isAny = Object.values(excluded).some((lots) => lots > 0);
        expect(meta.excluded).toEqual(isAny ? expect.objectContaining(excluded) : undefined);
        expect(meta.synthetic_lots).toBe(records.filter((record) => record.is_synthetic).length);
      }),
    );
  });

  test('the interval of a median exists from six values on, and its ends are values', async () => {
    const intervalOf = async (gem_name: string) => {
      const { median_low, median_high } = (await corpus.ask('stats', { gem_name })).data.price_usd;
      return [median_low, median_high];
    };
    expect(await intervalOf('peridot')).toEqual([null, null]);
    expect(await intervalOf('zircon')).toEqual([100, 600]);
    // The table of Dixon and Massey: ranks 8 and 18 of 25.
    expect(await intervalOf('tanzanite')).toEqual([800, 1800]);
  });
});

describe('sell-through rates', () => {
  /** Every rate in a body, at any depth. */
  function ratesIn(body: unknown): unknown[] {
    if (typeof body !== 'object' || body === null) return [];
    return Object.entries(body).flatMap(([name, value]) =>
      name === 'sell_through_rate' ? [value] : ratesIn(value),
    );
  }

  const facets = 'facets=gem_type,origin,auction_house,treatment,carat_band,year,flags,object_type,lab';
  /** More of a path's requests than one without further parameters. */
  const queries: Record<string, string[]> = {
    '/api/v1/stats/market': [
      ...['gem_type', 'origin', 'carat_band', 'treatment', 'auction_house,year'].map(
        (by) => `group_by=${by}`,
      ),
      'sort=-sell_through_rate',
    ],
    '/api/ext/estimates': ['', 'group_by=auction_house,year', 'basis=premium'],
    '/api/v1/stats/trends': ['', 'interval=quarter', 'interval=month'],
    '/api/v1/auctions': [facets],
    '/api/ext/comparables': ['carat=3.5'],
  };

  async function exported(path: string): Promise<unknown[]> {
    const response = await fetch(`${corpus.url}${path}?format=ndjson&gem_name=amber`);
    return (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  test('the rate of 6 sold and 4 unsold lots beside listings and unknown ones is 0.6 on every path', async () => {
    const document: Body = await (await fetch(`${corpus.url}/api/v1/openapi.json`)).json();
    const telling = new Set<string>();
    for (const [path, { get: operation }] of Object.entries<Body>(document.paths)) {
      const isFiltered = operation.parameters?.some(({ $ref }: Body) => $ref?.endsWith('gem_name'));
      // A feed has lots, and no rate.
      if (!isFiltered || path.startsWith('/api/ext/feed/')) continue;
      for (const query of queries[path] ?? ['']) {
        const bodies = path.startsWith('/api/ext/export/')
          ? await exported(path)
          : [(await get(corpus.url, path, `gem_name=amber&${query}`)).body];
        const rates = bodies.flatMap(ratesIn);
        if (rates.length > 0) telling.add(path);
        expect([path, query, ...new Set(rates)]).toEqual([path, query, ...(rates.length > 0 ? [0.6] : [])]);
      }
    }
    expect([...telling].sort()).toEqual([
      '/api/ext/estimates',
      '/api/ext/export/market',
      '/api/ext/export/trends',
      '/api/v1/stats',
      '/api/v1/stats/market',
      '/api/v1/stats/trends',
    ]);
  });
});

describe('the price basis and dollars of a request', () => {
  const ask = async (path: string, query: string): Promise<Body> =>
    (await get(corpus.url, path, `gem_name=opal&${query}`)).body;

  test('prices of the chosen basis are counted, and the others are counted as left out', async () => {
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

  test('the history of price records compares real dollars', async () => {
    const nominal = await ask('/api/ext/records', 'of=price');
    expect(nominal.data.map(({ lot }: Body) => lot.id)).toEqual([22_301, 22_303, 22_304]);
    const { data } = await ask('/api/ext/records', 'of=price&dollars=real&base=2020-05');
    const [first, ...others] = data;
    const inBase = (usd: number, month: string) => (usd * cpiOfMonth('2020-05')!) / cpiOfMonth(month)!;
    expect(first.value_usd).toBeCloseTo(inBase(100_000, '1980-05'), 3);
    expect(others).toEqual([]);
    const hammer = await ask('/api/ext/records', 'of=price&dollars=real&base=2020-05&basis=hammer');
    expect(hammer.data.map(({ lot }: Body) => lot.id)).toEqual([22_301, 22_302]);
    const [old, last] = [inBase(90_000, '1980-05'), inBase(150_000, '1990-05')];
    expect(hammer.data[1].increase_usd).toBeCloseTo(last - old, 3);
    expect(hammer.data[1].increase).toBeCloseTo(last / old - 1, 6);
  });

  test('an unknown basis, and a base that is no published month of real dollars, is refused', () =>
    expectRefused(corpus.url, '/api/v1/stats', [
      ['base=2015-01', 'base', 'conflict'],
      ['dollars=real&base=2025-10', 'base', 'not_allowed'],
      ['dollars=real&base=1912-12', 'base', 'not_allowed'],
      ['dollars=real&base=2015-13', 'base', 'wrong_type'],
      ['basis=net', 'basis', 'not_allowed'],
      ['dollars=euro', 'dollars', 'not_allowed'],
    ]));
});
