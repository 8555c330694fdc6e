import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';
import { quoteValue } from '../../../../mappings/vocabulary/vocabulary.ts';
import { type Body, get } from '../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';

const pieces = ['Smith', 'Jones', 'Daughters', 'Vieux Marché', 'Müller', 'Co.', "O'Hara", 'Geneva', 'Fils'];
const joints = [', ', ' & ', ' ', ',', ' "', '" ', ', and '];
const anyHouse = fc
  .tuple(
    fc.constantFrom(...pieces),
    fc.array(fc.tuple(fc.constantFrom(...joints), fc.constantFrom(...pieces)), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([first, rest]) => first + rest.flat().join(''));

const named = ['Smith, Jones & Daughters', 'Smith', "Sotheby's Geneva", 'Bonhams'];
const houses = [...named, ...new Set(fc.sample(anyHouse, { numRuns: 150, seed: 48 }))];
const others = [
  { gem_type: 'pigeon blood ruby', title: 'A pigeon blood ruby of note' },
  { gem_type: 'unheated ruby', treatment: 'Unheated' },
  { gem_type: 'Moon, cheese and such' },
];

/** The records that an import makes of these. */
const records = [...houses.map((auction_house) => ({ auction_house })), ...others].map((given, place) => {
  const row = { id: place + 1, title: `Lot ${place}`, gem_type: 'Spinel', ...given };
  const normalized = normalize(row, { id: 1, created_at: '2026-01-01T00:00:00.000Z' });
  if (isRejection(normalized)) throw new Error(normalized.message);
  return normalized.record;
});

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

async function find(query: Record<string, string>): Promise<{ lots: number; filters: Body; hints: Body[] }> {
  const { pagination, meta } = await api.ask('auctions', { ...query, limit: '1' });
  return { lots: pagination.total_records, filters: meta.filters, hints: meta.hints ?? [] };
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const stored = [...new Set(records.flatMap(({ auction_house }) => auction_house ?? []))];
const lotsNamed = (house: string) =>
  records.filter(({ auction_house }) => auction_house && plain(auction_house) === plain(house)).length;

describe('names of auction houses', () => {
  test('a house with commas is found without quotes, without the lots of its parts', async () => {
    const { lots, filters, hints } = await find({ auction_house: 'smith, jones & daughters' });
    expect([lots, filters.auction_house, hints]).toEqual([1, ['smith, jones & daughters'], []]);
    expect((await find({ auction_house: 'Smith' })).lots).toBe(1);
    expect((await find({ auction_house: 'Smith,Bonhams' })).lots).toBe(2);
    expect((await find({ auction_house: 'Smith,Nobody' })).lots).toBe(1);
    expect((await find({ gem_name: 'moon, cheese and such' })).lots).toBe(1);
  });

  test('it is found so on every path, in exports too', async () => {
    const query = { auction_house: 'Smith, Jones & Daughters' };
    expect((await api.ask('stats', query)).data.lots).toBe(1);
    expect((await api.ask('stats/market', query)).data[0].lots).toBe(1);
    const address = new URL(
      `/api/ext/export/auctions?${new URLSearchParams({ ...query, format: 'csv' })}`,
      api.url,
    );
    expect((await fetch(address)).headers.get('x-total-records')).toBe('1');
  });

  test('every imported house is found by its facet filter, and as written where it begins with no quote', async () => {
    const { meta } = await api.ask('auctions', { facets: 'auction_house', limit: '1' });
    const values: Body[] = meta.facets.auction_house.values;
    expect(values.filter(({ value }) => value.includes(',')).length).toBeGreaterThan(20);
    for (const { lots, filter } of values) expect((await find(filter)).lots, filter.auction_house).toBe(lots);
    for (const house of stored) {
      expect((await find({ auction_house: quoteValue(house) })).lots, house).toBe(lotsNamed(house));
      // In a text with commas a part in quotes is an element.
      if (/,\s*"|,\s*,/.test(house)) continue;
      expect((await find({ auction_house: house })).lots, house).toBe(lotsNamed(house));
    }
  });

  test('whatever a hint offers finds lots when it is sent back as it is', async () => {
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...stored), fc.nat(), fc.boolean(), async (house, place, isQuoted) => {
        const at = 1 + (place % (house.length - 1));
        const typed = house.slice(0, at) + house.slice(at + 1);
        const hostile = /^"|,\s*"|,\s*,|,\s*$/.test(typed);
        const { hints } = await find({ auction_house: isQuoted || hostile ? quoteValue(typed) : typed });
        for (const { parameter, nearest, filter } of hints) {
          for (const value of nearest) {
            offered++;
            expect((await find({ [parameter]: value })).lots, `${typed} → ${value}`).toBeGreaterThan(0);
          }
          if (filter) expect((await find(filter)).lots).toBeGreaterThan(0);
        }
      }),
      { numRuns: 300, seed: 48 },
    );
    expect(offered).toBeGreaterThan(100);
  });
});

describe('words that an import drops from a name', () => {
  test('a saleroom is not dropped from a request, and the hint says which parameter has it', async () => {
    for (const typed of ["Sotheby's Geneva", 'sothebys geneva']) {
      const { lots, hints } = await find({ auction_house: typed });
      expect(lots).toBe(0);
      expect(hints).toMatchObject([{ parameter: 'auction_house', value: typed, nearest: ["Sotheby's"] }]);
      expect(hints[0].message).toContain("auction_house=Sotheby's&location=Geneva");
    }
    expect((await find({ auction_house: 'sothebys' })).lots).toBe(1);
  });

  test.each([
    ['pigeon blood ruby', { gem_name: 'Ruby', q: 'pigeon blood' }],
    ['unheated ruby', { gem_name: 'Ruby', treatment: 'No heat' }],
  ])('gem_name=%s names nothing, and the hint has a filter for the whole', async (gem_name, filter) => {
    const { lots, hints } = await find({ gem_name });
    expect(lots).toBe(0);
    expect(hints).toMatchObject([{ parameter: 'gem_name', value: gem_name, nearest: ['Ruby'], filter }]);
    expect((await find(hints[0].filter)).lots).toBe(1);
    expect((await find({ gem_name: 'natural ruby' })).lots).toBe(2);
  });

  test('the filter keeps the other filters of the request, and is missing where it finds no lots', async () => {
    const { hints } = await find({ gem_name: 'pigeon blood ruby', price_min: '1' });
    expect(hints[0]).not.toHaveProperty('filter');
    const { hints: kept } = await find({ gem_name: 'pigeon blood ruby', is_synthetic: 'false', q: 'note' });
    expect(kept[0].filter).toEqual({ gem_name: 'Ruby', is_synthetic: 'false', q: 'note pigeon blood' });
  });

  test('every synonym of the vocabulary is a name in a request', async () => {
    const { body } = await get(api.url, '/api/ext/vocabulary');
    const { synonyms } = body.data.gem_types.find(({ name }: Body) => name === 'Ruby');
    expect(synonyms).not.toContain('pigeon blood ruby');
    for (const synonym of synonyms) expect((await find({ gem_name: synonym })).lots, synonym).toBe(2);
  });
});
