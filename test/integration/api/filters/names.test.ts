import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';
import { quoteValue } from '../../../../mappings/vocabulary/vocabulary.ts';
import { type Body, get } from '../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';

// Lots of their own: which name is similar to which depends on all names that the index has.

const pieces = ['Smith', 'Jones', 'Daughters', 'Vieux Marché', 'Müller', 'Co.', "O'Hara", 'Geneva', 'Fils'];
const joints = [', ', ' & ', ' ', ',', ' "', '" ', ', and '];
const anyPart = fc.tuple(fc.constantFrom(...joints), fc.constantFrom(...pieces));
const anyHouse = fc
  .tuple(fc.constantFrom(...pieces), fc.array(anyPart, { minLength: 1, maxLength: 4 }))
  .map(([first, rest]) => first + rest.flat().join(''));
const houses = [
  ...['Smith, Jones & Daughters', 'Smith', "Sotheby's Geneva", 'Bonhams'],
  ...new Set(fc.sample(anyHouse, { numRuns: 80, seed: 48 })),
];

const named = [
  { gem_type: 'Ruby', origin: 'Myanmar', auction_house: "Christie's", treatment: 'No heat', labs: 'SSEF' },
  { gem_type: 'Tsavorite', origin: 'Kenya', treatment: 'Minor oil', labs: 'GIA' },
  { gem_type: 'Tsavorite', origin: 'Kenya', treatment: 'Minor oil', labs: 'GIA' },
  { gem_type: 'Demantoid' },
  { gem_type: 'Nephrite', treatment: 'Waxed, light' },
  { gem_type: 'Rubellite' },
  { gem_type: 'Sapphire', origin: 'Kashmir' },
  { gem_type: 'Padparadscha Sapphire', origin: 'Kashmir', price_final_usd: 5000 },
  { gem_type: 'Padparadscha Sapphire' },
  { gem_type: 'Pink Sapphire' },
  { gem_type: 'Cultured Pearl' },
  { gem_type: 'Moon, cheese', origin: 'Atlantis' },
  { gem_type: 'pigeon blood ruby', title: 'A pigeon blood ruby of note' },
  { gem_type: 'unheated ruby', treatment: 'Unheated' },
];

/** Letters with marks above and below, each of one or several characters. */
const words = ['Paraíba', 'Bảo Lộc', 'Šibenik', 'Étoile', '한국'];
const forms = ['NFC', 'NFD'] as const;
const written = words.flatMap((word) =>
  forms.map((form) => ({
    title: `The ${word} ring`.normalize(form),
    auction_house: `Maison ${word}`.normalize(form),
  })),
);

/** Spaces and joiners of no width, and a byte order mark. */
const invisible = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];
const hide = (text: string, mark: string) => [...text].join(mark);
const hidden = invisible.map((mark) => ({
  title: `${hide('saffron', mark)} ring`,
  gem_type: hide('Benitoite', mark),
  auction_house: hide('Maison Tarn', mark),
}));

/** The records that an import makes of these. */
const records = [...named, ...houses.map((auction_house) => ({ auction_house })), ...written, ...hidden].map(
  (given, place) => {
    const row = { title: `Lot ${place}`, gem_type: 'Spinel', carat: 2, price_final_usd: 1000, ...given };
    const normalized = normalize(
      { id: place + 1, ...row },
      { id: 1, created_at: '2026-01-01T00:00:00.000Z' },
    );
    if (isRejection(normalized)) throw new Error(normalized.message);
    return normalized.record;
  },
);

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

async function find(query: Record<string, string> | string, path = 'auctions') {
  const { pagination, meta } = await api.ask(path, query);
  return { lots: pagination?.total_records, filters: meta.filters, hints: (meta.hints ?? []) as Body[] };
}

describe('hints for names without lots', () => {
  const paths = [
    'auctions',
    'stats',
    'stats/market',
    'stats/trends',
    'rankings/top-price',
    'auctions/latest',
  ];

  test.each(paths)('%s gives a hint for a name without lots, and none for one with lots', async (path) => {
    const { hints } = await find('gem_name=garnet', path);
    expect(hints.map(({ nearest }) => nearest)).toEqual([['Tsavorite', 'Demantoid']]);
    expect((await find('gem_name=ruby&origin=none', path)).hints).toEqual([]);
    expect((await find('q=tsavorit', path)).hints).toMatchObject([{ filter: { gem_name: 'Tsavorite' } }]);
  });

  test.each([...paths, 'stats/market?group_by=origin'])(
    '%s names the varieties of a gem that have lots, with a filter',
    async (path) => {
      const [name, query = ''] = path.split('?');
      const { hints } = await find(`gem_name=sapphire&${query}`, name);
      expect(hints).toEqual([
        {
          parameter: 'gem_name',
          value: 'Sapphire',
          nearest: ['Padparadscha Sapphire', 'Pink Sapphire'],
          message:
            'gem_name "Sapphire" is that type alone. Others of its family in the data: Padparadscha Sapphire, Pink Sapphire. `filter` finds them too.',
          filter: { gem_name: 'Sapphire,Padparadscha Sapphire,Pink Sapphire' },
        },
      ]);
      expect(await find(hints[0]!.filter)).toMatchObject({ lots: 4, hints: [] });
    },
  );

  test('varieties in the data are named whatever the other filters are, which their filter keeps', async () => {
    const [hint] = (await find('gem_name=sapphire&origin=kashmir&price_min=2000')).hints;
    expect(hint).toMatchObject({
      nearest: ['Padparadscha Sapphire', 'Pink Sapphire'],
      filter: {
        gem_name: 'Sapphire,Padparadscha Sapphire,Pink Sapphire',
        origin: 'Kashmir',
        price_min: '2000',
      },
    });
    const [other] = (await find('gem_name=sapphire,pink sapphire&origin=kashmir')).hints;
    expect(other!.nearest).toEqual(['Padparadscha Sapphire']);
  });

  test.each([
    ['gem_name=rbuy', ['Ruby']],
    ['gem_name=jade', ['Nephrite']],
    ['gem_name=tourmaline', ['Rubellite']],
    ['gem_name=pearl', ['Cultured Pearl']],
    ['gem_name=moon%20chese', ['"Moon, cheese"']],
    ['origin=burm', ['Myanmar']],
    ['origin=atlantsi', ['Atlantis']],
    ['auction_house=sothbys', ["Sotheby's"]],
    ['treatment=no%20haet', ['No heat']],
    ['treatment=unheeted', ['No heat']],
    ['lab=SSFE', ['SSEF']],
    ['lab=gubelim,GIA', []],
    ['gem_name=Alexandrite', []],
  ])('the hint for %s names the similar names %j', async (query, nearest) => {
    expect((await find(query)).hints.map((hint) => hint.nearest)).toEqual([nearest]);
  });

  test.each([
    'gem_name=%22Moon%2C%20cheese%22',
    'origin=ATLANTIS&gem_name=ruby',
    'treatment=%22Waxed%2C%20light%22',
    'treatment=minor%20oil&price_min=999999999',
    'q=lot',
    'q=most+expensive',
    'q=unheated+burma+ruby+5+carat',
    'q=burma+ruby&price_min=2000',
  ])('there is no hint for %s, whose names have lots, or which no filter finds', async (query) => {
    expect((await find(query)).hints).toEqual([]);
  });

  test('each name without lots gets a hint that names choices with lots, and no other name does', async () => {
    const { hints } = await find('gem_name=ruby,rubys,Demantoid&origin=burma,kennya&lab=SSEF');
    expect(hints.map(({ value }) => value)).toEqual(['rubys', 'kennya']);
    const [garnet] = (await find('gem_name=garnets')).hints;
    expect(garnet.message).toBe('gem_name "Garnet" matches no lots. Did you mean Tsavorite or Demantoid?');
  });

  test('only five names of a request are looked up, and the response says so for the others', async () => {
    const { hints } = await find(`gem_name=${Array.from({ length: 9 }, (_, i) => `rubby${i}`).join(',')}`);
    expect(hints).toHaveLength(9);
    for (const { nearest } of hints.slice(0, 5)) expect(nearest[0]).toBe('Ruby');
    for (const { nearest, message } of hints.slice(5)) {
      expect(nearest).toEqual([]);
      expect(message).toContain('looked up for the first 5 such values');
    }
  });

  test('words that no title has get a hint with a filter that finds lots and keeps the others', async () => {
    const q = 'unheated burma ruby 2 carat';
    const filter = {
      ...{ gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat' },
      ...{ weight_min: '2.00', weight_max: '2.99' },
    };
    expect((await find({ q })).hints).toMatchObject([{ parameter: 'q', value: q, nearest: [], filter }]);
    expect((await find(filter)).lots).toBe(1);
    expect((await get(api.url, '/api/ext/interpret', { q })).body.data.filter).toEqual(filter);
    const { hints } = await find('q=burma+ruby&price_max=2000');
    expect(hints[0].filter).toEqual({ gem_name: 'Ruby', origin: 'Myanmar', price_max: '2000' });
    for (const path of ['/api/v1/suggestions', '/api/ext/interpret']) {
      expect((await get(api.url, path, { q: 'tsavorit xyzzy' })).body.meta.hints, path).toBeUndefined();
    }
  });

  test('whatever a hint offers finds lots when it is sent back as it is', async () => {
    const anyStored = fc.constantFrom(...houses);
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(anyStored, fc.nat(), fc.boolean(), async (house, place, isQuoted) => {
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
    );
    expect(offered).toBeGreaterThan(0);
  });
});

describe('names with commas and quotes', () => {
  test('every imported house is found by its facet filter, and as written where it begins with no quote', async () => {
    const { meta } = await api.ask('auctions', { facets: 'auction_house', limit: '1' });
    const values: Body[] = meta.facets.auction_house.values;
    expect(values.filter(({ value }) => value.includes(',')).length).toBeGreaterThan(20);
    for (const { value, lots, filter } of values) {
      expect((await find(filter)).lots, filter.auction_house).toBe(lots);
      // In a text with commas a part in quotes is an element.
      if (/^"|,\s*"|,\s*,/.test(value)) continue;
      expect((await find({ auction_house: value })).lots, value).toBe(lots);
    }
  });
});

describe('words that an import drops from a name', () => {
  test('a saleroom is not dropped from a request, and the hint says which parameter has it', async () => {
    const { lots, hints } = await find({ auction_house: 'sothebys geneva' });
    expect(lots).toBe(0);
    expect(hints).toMatchObject([{ parameter: 'auction_house', nearest: ["Sotheby's"] }]);
    expect(hints[0].message).toContain("auction_house=Sotheby's&location=Geneva");
    expect((await find({ auction_house: 'sothebys' })).lots).toBe(1);
  });

  test.each([
    ['pigeon blood ruby', { gem_name: 'Ruby', q: 'pigeon blood' }, 1],
    ['unheated ruby', { gem_name: 'Ruby', treatment: 'No heat' }, 2],
  ])(
    'gem_name=%s names nothing, and the hint has a filter for the whole',
    async (gem_name, filter, found) => {
      const { lots, hints } = await find({ gem_name });
      expect(lots).toBe(0);
      expect(hints).toMatchObject([{ parameter: 'gem_name', value: gem_name, nearest: ['Ruby'], filter }]);
      expect((await find(hints[0].filter)).lots).toBe(found);
    },
  );

  test('the filter keeps the other filters of the request, and is missing where it finds no lots', async () => {
    const gem_name = 'pigeon blood ruby';
    expect((await find({ gem_name, price_min: '5000' })).hints[0]).not.toHaveProperty('filter');
    const { hints } = await find({ gem_name, is_synthetic: 'false', q: 'note' });
    expect(hints[0].filter).toEqual({ gem_name: 'Ruby', is_synthetic: 'false', q: 'note pigeon blood' });
  });

  test('every synonym of the vocabulary is a name in a request', async () => {
    const { body } = await get(api.url, '/api/ext/vocabulary');
    const { synonyms } = body.data.gem_types.find(({ name }: Body) => name === 'Ruby');
    expect(synonyms).not.toContain('pigeon blood ruby');
    for (const synonym of synonyms) expect((await find({ gem_name: synonym })).lots, synonym).toBe(3);
  });
});

describe('forms of letters', () => {
  test.each(words)('%s finds the same lots composed, decomposed, in capitals and in a name', async (word) => {
    const [composed, decomposed] = forms.map((form) => word.normalize(form)) as [string, string];
    expect(composed).not.toBe(decomposed);
    for (const typed of [composed, decomposed, composed.toUpperCase(), decomposed.toUpperCase()]) {
      for (const query of [
        { q: typed },
        { q: `"the ${typed} ring"` },
        { auction_house: `maison ${typed}` },
      ]) {
        expect((await find(new URLSearchParams(query as never).toString())).lots, typed).toBe(2);
      }
      const { data } = await api.ask('suggestions', { q: typed, type: 'title' });
      expect(data, typed).toMatchObject([{ text: `The ${composed} ring`, lots: 2 }]);
    }
  });

  test.each(invisible)('the invisible character %j changes no response', async (mark) => {
    const id = String(records.length - invisible.length + invisible.indexOf(mark) + 1);
    for (const write of [(text: string) => hide(text, mark), (text: string) => text]) {
      expect((await find({ q: write('saffron'), ids: id })).lots).toBe(1);
      expect((await find({ gem_name: write('benitoites'), ids: write(id) })).lots).toBe(1);
      expect((await find({ auction_house: write('maison tarn'), ids: id })).lots).toBe(1);
    }
    const { data } = await api.ask(`auctions/${id}`);
    expect(data).toMatchObject({ gem_type: 'Benitoite', auction_house: 'Maison Tarn' });
  });
});
