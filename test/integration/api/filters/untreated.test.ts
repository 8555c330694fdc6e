import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAuction } from '../../../support/build-auction.ts';
import { type Body, get } from '../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';

/** Lots of each treatment: by id 1 to 10 No heat, 11 to 20 Untreated, and so on. */
const treatments = ['No heat', 'Untreated', 'Heated', null, 'No oil', 'Minor oil'];
const records = treatments.flatMap((treatment, place) =>
  Array.from({ length: 10 }, (_, i) =>
    buildAuction({
      ...{ id: 10 * place + i + 1, treatment, gem_type: place < 4 ? 'Ruby' : 'Emerald' },
      ...{ carat: 2 + i / 20, auction_date: `2019-0${1 + (i % 9)}-12`, price_final_usd: 10_000 + 100 * i },
    }),
  ),
);

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

const list = '/api/v1/auctions';

async function ask(path: string, query: Record<string, string>): Promise<Body> {
  const { status, body } = await get(api.url, path, query);
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body;
}

const lotsOf = async (query: Record<string, string>): Promise<number> =>
  (await ask(list, query)).pagination.total_records;

describe('untreated stones', () => {
  test.each(['untreated', 'UNTREATED', 'Not treated', 'no treatment', 'non traité'])(
    'treatment=%s finds every treatment that says that none was found',
    async (treatment) => {
      expect(await lotsOf({ treatment })).toBe(30);
      const { pagination, meta } = await ask(list, { treatment, gem_name: 'ruby', origin: 'burma' });
      expect(pagination.total_records).toBe(20);
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
    const { meta } = await ask(list, { facets: 'treatment' });
    const market = await ask('/api/v1/stats/market', { group_by: 'treatment' });
    const effects = await ask('/api/ext/premia', { gem_name: 'ruby', trait: 'treatment' });
    const { reference, values } = effects.data;
    const ready: Body[] = [...meta.facets.treatment.values, ...market.data, reference, ...values];
    expect(ready).toHaveLength(5 + 5 + 3);
    for (const { lots, filter } of ready) expect(await lotsOf(filter), JSON.stringify(filter)).toBe(lots);
    expect(ready.map(({ filter }) => filter.treatment)).toContain('"Untreated"');
  });

  test('the links of a page keep the meaning of a quoted name', async () => {
    for (const [treatment, total] of [
      ['"Untreated"', 10],
      ['untreated', 30],
    ] as const) {
      const query = new URLSearchParams({ treatment, limit: '5' }).toString();
      const { headers } = await get(api.url, list, query);
      const [, next] = /<[^>]+\?([^>]+)>; rel="next"/.exec(headers.get('link')!)!;
      expect((await get(api.url, list, next)).body.pagination.total_records, next).toBe(total);
    }
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
    const { data } = await ask('/api/ext/interpret', { q: 'untreated burma ruby' });
    expect(data.filter).toEqual({ gem_name: 'Ruby', origin: 'Myanmar', treatment: 'untreated' });
    expect(data.lots).toBe(20);
  });

  test('comparables of an untreated stone have any such treatment, and name it as understood', async () => {
    const stone = { gem_name: 'ruby', carat: '2.2' };
    const of = async (treatment: string) => (await ask('/api/ext/comparables', { ...stone, treatment })).data;
    const [all, unheated, quoted] = [await of('untreated'), await of('unheated'), await of('"Untreated"')];
    const known = (data: Body) => new Set(data.lots.map((one: Body) => one.treatment));
    expect([all.stone.treatment, known(all)]).toEqual(['untreated', new Set(['No heat', 'Untreated'])]);
    expect([unheated.stone.treatment, known(unheated)]).toEqual(['No heat', new Set(['No heat'])]);
    expect([quoted.stone.treatment, known(quoted)]).toEqual(['Untreated', new Set(['Untreated'])]);
  });

  test('trait effects against untreated compare with the most frequent such treatment', async () => {
    const of = async (reference: string) =>
      (await ask('/api/ext/premia', { gem_name: 'ruby', trait: 'treatment', reference })).data.reference
        .value;
    expect(await of('untreated')).toBe('No heat');
    expect(await of('"Untreated"')).toBe('Untreated');
  });
});
