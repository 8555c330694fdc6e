import { describe, expect, test } from 'vitest';
import { type Body, get } from '../../../support/get.ts';
import { corpus } from '../../../support/world/world.ts';

/** The shared lots have ten of each treatment: spessartines unheated, untreated, heated and unknown, tsavorites by oil. */
const gems = 'spessartine,tsavorite';
const list = '/api/v1/auctions';

async function ask(path: string, query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(corpus.url, path, { gem_name: gems, ...query });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}
const lotsOf = async (query: Record<string, string>): Promise<number> =>
  (await ask(list, query)).pagination.total_records;

describe('untreated stones', () => {
  test.each(['untreated', 'UNTREATED', 'Not treated', 'no treatment', 'non traité'])(
    'treatment=%s finds every treatment that says that none was found',
    async (treatment) => {
      const { pagination, meta } = await ask(list, { treatment });
      expect(pagination.total_records).toBe(30);
      expect(meta.filters.treatment).toEqual(['untreated']);
      expect(meta.hints).toBeUndefined();
      expect((await ask('/api/v1/stats', { treatment })).data.lots).toBe(30);
    },
  );

  test('a quoted name is the stored one alone, and a list may have both', async () => {
    expect(await lotsOf({ treatment: '"Untreated"' })).toBe(10);
    expect(await lotsOf({ treatment: '"not treated"' })).toBe(10);
    expect(await lotsOf({ treatment: 'untreated,Heated' })).toBe(40);
    expect(await lotsOf({ treatment: '"Untreated",minor oil' })).toBe(20);
  });

  test('the filters of facets, groups and trait effects find exactly their lots', async () => {
    const gem = { gem_name: 'spessartine' };
    const { meta } = await ask(list, { ...gem, facets: 'treatment' });
    const market = await ask('/api/v1/stats/market', { ...gem, group_by: 'treatment' });
    const { reference, values } = (await ask('/api/ext/premia', { ...gem, trait: 'treatment' })).data;
    const ready: Body[] = [...meta.facets.treatment.values, ...market.data, reference, ...values];
    expect(ready.length).toBeGreaterThan(8);
    for (const { lots, filter } of ready) expect(await lotsOf(filter), JSON.stringify(filter)).toBe(lots);
    expect(ready.map(({ filter }) => filter.treatment)).toContain('"Untreated"');
  });

  test.each([list, '/api/v1/stats', '/api/v1/stats/market', '/api/v1/rankings/top-price'])(
    'treatment=none at %s has a hint that it is unknown and offers untreated',
    async (path) => {
      const { meta } = await ask(path, { treatment: 'none' });
      expect(meta.hints).toMatchObject([{ parameter: 'treatment', value: 'none', nearest: ['untreated'] }]);
      expect(meta.hints[0].message).toContain('unknown');
      expect(await lotsOf({ treatment: 'none' })).toBe(10);
    },
  );

  test('a misspelled untreated is offered as the value that finds all of them', async () => {
    const { meta } = await ask(list, { treatment: 'untreatd' });
    expect(meta.hints[0].nearest[0]).toBe('untreated');
  });

  test('a phrase means all of them', async () => {
    const { body } = await get(corpus.url, '/api/ext/interpret', { q: 'untreated spessartine' });
    expect(body.data.filter).toEqual({ gem_name: 'Spessartine', treatment: 'untreated' });
    expect(body.data.lots).toBe(20);
  });
});
