import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

/** Letters with marks above and below, each of one or several characters. */
const words = ['Paraíba', 'Bảo Lộc', 'Šibenik', 'Étoile', '한국'];
const forms = ['NFC', 'NFD'] as const;
const idOf = (place: number, i: number) => 10 * place + i + 1;

let ingest: TestIngest;
let api: RunningApi;
beforeAll(async () => {
  ingest = await startIngest();
  const lots = words.flatMap((word, place) =>
    forms.map((form, i) => ({
      id: idOf(place, i),
      title: `The ${word} ring`.normalize(form),
      gem_type: 'Ruby',
      auction_house: `Maison ${word}`.normalize(form),
    })),
  );
  await ingest.import('lots.ndjson', lots.map((lot) => JSON.stringify(lot)).join('\n'));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

test.each(words)(
  '%s finds the same lots in composed and decomposed form, in files and in requests',
  async (word) => {
    const place = words.indexOf(word);
    const idsOf = async (query: Record<string, string>) => {
      const { body } = await get(api.url, '/api/v1/auctions', { ...query, sort: 'id' });
      return body.data.map(({ id }: { id: number }) => id);
    };
    const ids = [idOf(place, 0), idOf(place, 1)];
    const [composed, decomposed] = forms.map((form) => word.normalize(form)) as [string, string];
    expect(composed).not.toBe(decomposed);
    for (const typed of [composed, decomposed, composed.toUpperCase(), decomposed.toUpperCase()]) {
      expect(await idsOf({ q: typed }), typed).toEqual(ids);
      expect(await idsOf({ q: `"the ${typed} ring"` }), typed).toEqual(ids);
      expect(await idsOf({ auction_house: `maison ${typed}` }), typed).toEqual(ids);
      const { data } = (await get(api.url, '/api/v1/suggestions', { q: typed, type: 'title' })).body;
      expect(data, typed).toMatchObject([{ text: `The ${composed} ring`, lots: 2 }]);
    }
  },
);

/** Invisible characters: spaces and joiners of no width, and a byte order mark. */
const invisible = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];

test.each(invisible)(
  'the invisible character %j changes no answer, in files or in requests',
  async (mark) => {
    const hidden = (text: string) => [...text].join(mark);
    const id = 1000 + invisible.indexOf(mark);
    const title = `Lot ${id}: ${hidden('saffron')} ring`;
    const lot = {
      id: `${mark}${id}`,
      title,
      gem_type: hidden('Spinel'),
      auction_house: hidden('Maison Tarn'),
    };
    await ingest.import('hidden.ndjson', JSON.stringify(lot));
    const idsOf = async (query: Record<string, string>) => {
      const { body } = await get(api.url, '/api/v1/auctions', query);
      return body.data.map((one: { id: number }) => one.id);
    };
    for (const write of [hidden, (text: string) => text]) {
      expect(await idsOf({ q: write('saffron'), ids: String(id) })).toEqual([id]);
      expect(await idsOf({ gem_name: write('spinels'), ids: write(String(id)) })).toEqual([id]);
      expect(await idsOf({ auction_house: write('maison tarn'), ids: String(id) })).toEqual([id]);
    }
    const { body } = await get(api.url, `/api/v1/auctions/${id}`);
    expect(body.data).toMatchObject({ title, gem_type: 'Spinel', auction_house: 'Maison Tarn' });
  },
);

test('a name is found without its diacritics', async () => {
  const { body } = await get(api.url, '/api/v1/auctions', { q: 'paraiba', sort: 'id' });
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([idOf(0, 0), idOf(0, 1)]);
});
