import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, get } from '../../../../support/get.ts';
import { corpus } from '../../../../support/world/world.ts';

const path = '/api/ext/vocabulary';

/** The parameter of the list for each vocabulary. */
const parameters = {
  gem_types: 'gem_name',
  origins: 'origin',
  auction_houses: 'auction_house',
  treatments: 'treatment',
  labs: 'lab',
  object_types: 'object_type',
};

/** Quotes the value, so that its commas do not separate names. */
const quoted = (text: string) => `"${text}"`;

let data: Body;
beforeAll(async () => {
  data = (await get(corpus.url, path)).body.data;
});

describe('/api/ext/vocabulary', () => {
  test('every known name is listed once, with its synonyms and its family or region', () => {
    expect(Object.keys(data)).toEqual(Object.keys(parameters));
    for (const names of Object.values<Body[]>(data)) {
      expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
      expect(names.length).toBeGreaterThan(10);
    }
    const named = (list: string, name: string) => data[list].find((known: Body) => known.name === name);
    expect(named('gem_types', 'Tsavorite')).toMatchObject({ family: 'Garnet', lots: 20 });
    expect(named('origins', 'Myanmar')).toMatchObject({ region: 'Southeast Asia' });
    expect(named('origins', 'Myanmar').synonyms).toEqual(expect.arrayContaining(['Burma', 'Mogok']));
  });

  test.each(Object.entries(parameters))(
    'the lot counts of %s equal those of the list filtered by %s, also for synonyms',
    async (list, parameter) => {
      const names: Body[] = data[list];
      const withLots = names.filter(({ lots }) => lots > 0);
      expect(withLots.length).toBeGreaterThan(0);
      const none = names.find(({ lots }) => lots === 0)!;
      for (const { name, synonyms, lots } of [...withLots, none]) {
        // The parameter for object types accepts only canonical names.
        const texts = list === 'object_types' ? [name] : [name, ...synonyms.slice(0, 3)].map(quoted);
        for (const text of texts) {
          const { body } = await get(corpus.url, '/api/v1/auctions', { [parameter]: text });
          expect(body.pagination.total_records, `${parameter}=${text}`).toBe(lots);
        }
      }
    },
  );
});
