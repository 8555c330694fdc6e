import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';
import { fiftyPhrases } from '../../../../unit/api/filters/phrase/fifty-phrases.ts';

const path = '/api/ext/interpret';

/**
 * Every name that the misspelled phrases mean; Myanmar has more lots than similar names. An index of its own, because a word
 * is corrected only where no title has it.
 */
const named: Partial<AuctionRecord>[] = [
  { gem_type: 'Ruby', origin: 'Myanmar', object_type: 'ring', auction_house: "Sotheby's" },
  {
    gem_type: 'Ruby',
    origin: 'Myanmar',
    object_type: 'bracelet',
    title: 'The Rign of Kings, a Burmese ruby',
  },
  { gem_type: 'Emerald', origin: 'Colombia', object_type: 'bracelet' },
  { gem_type: 'Ruby', origin: null, object_type: null, title: 'The Price of Peace' },
  { gem_type: 'Sapphire', origin: 'Kashmir', object_type: null, carat: 5.5 },
  { gem_type: 'Padparadscha Sapphire', origin: 'Sri Lanka', object_type: null, title: '10.15 mm' },
];

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(named.map((lot, i) => buildAuction({ id: i + 1, ...lot })));
});
afterAll(() => api?.close());

async function meaningOf(q: string) {
  const { status, body } = await get(api.url, path, { q });
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.data;
}

describe('/api/ext/interpret', () => {
  test('all fifty sample phrases are understood, and the lot counts equal those of the list', async () => {
    for (const { typed, filter, q } of fiftyPhrases) {
      const meaning = await meaningOf(typed);
      expect({ filter: meaning.filter, q: meaning.q }, typed).toEqual({ filter, q });
      const request = { ...meaning.filter, ...(q === null ? {} : { q }) };
      const list = await get(api.url, '/api/v1/auctions', request);
      expect(list.body.pagination.total_records, typed).toBe(meaning.lots);
    }
  });

  test('words that no title has are named, and the list finds nothing with them and says so', async () => {
    expect(await meaningOf('asdfgh')).toMatchObject({
      filter: {},
      q: 'asdfgh',
      unknown: ['asdfgh'],
      lots: 0,
    });
    expect(await meaningOf('kings asdfgh ruby')).toMatchObject({ q: 'kings asdfgh', unknown: ['asdfgh'] });
    expect(await meaningOf('padparadscha 10.15 mm')).toMatchObject({ q: '10.15 mm', unknown: [], lots: 1 });
    expect(await meaningOf('kings 9.85 mm')).toMatchObject({ q: 'kings 9.85 mm', unknown: ['9.85'] });
    const hintOf = async (q: string) => {
      const { body } = await get(api.url, '/api/v1/auctions', { q });
      expect(body.data).toEqual([]);
      return body.meta.hints;
    };
    expect(await hintOf('asdfgh')).toEqual([
      {
        parameter: 'q',
        value: 'asdfgh',
        message: 'q "asdfgh" matches no lots. No title has "asdfgh".',
        nearest: [],
      },
    ]);
    expect(await hintOf('kings asdfgh ruby')).toMatchObject([{ filter: { gem_name: 'Ruby', q: 'kings' } }]);
  });

  test('a word that occurs in a title is not corrected', async () => {
    expect(await meaningOf('rign')).toMatchObject({ filter: {}, q: 'rign', lots: 1, corrections: [] });
  });

  test('a question is answered with what it asks for, and titles with words of questions stay findable', async () => {
    const meaning = await meaningOf('what is a 5.5 ct kashmir saphire worth');
    expect(meaning).toMatchObject({ asks_for: 'value', carat: 5.5, q: null, lots: 1 });
    expect(meaning.filter).toMatchObject({ gem_name: 'Sapphire', origin: 'Kashmir' });
    expect(await meaningOf('most expensive')).toMatchObject({
      asks_for: 'records',
      filter: {},
      q: null,
      lots: 6,
    });
    const title = await meaningOf('The Price of Peace ruby');
    expect(title).toMatchObject({ asks_for: 'lots', carat: null, q: 'Price Peace', lots: 1 });
  });
});
