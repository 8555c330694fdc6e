import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { fold } from '../../../../../mappings/vocabulary/index.ts';
import { buildAuction, generateAuctions } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../../support/start-ingest.ts';

let ingest: TestIngest;
let api: RunningApi;

const lot = (id: number, title: string, gem_type: string, origin: string, auction_house = '') =>
  JSON.stringify({ id, title, gem_type, origin, auction_house });
const known = [
  lot(1_000_001, 'An important Kashmir sapphire', 'sapphire', 'Kashmir', 'christies'),
  lot(1_000_002, 'AN IMPORTANT KASHMIR SAPPHIRE', 'sapphire', 'Kashmir', "Sotheby's"),
  lot(1_000_003, 'Kashmir sapphire and diamond ring', 'sapphire', 'Kashmir'),
  lot(1_000_004, 'The Étoile "Sang de Pigeon" Ruby', 'ruby', 'Burma'),
  lot(1_000_005, `${'Paraíba tourmaline '.repeat(30)}earrings`, 'Paraiba Tourmaline', 'Brazil'),
  lot(1_000_006, 'Lot of garnets', 'Moon, cheese', 'Atlantis, lost'),
  ...Array.from({ length: 900 }, (_, i) => lot(1_002_000 + i, `Diamond ${i}`, 'diamond', 'India')),
  ...Array.from({ length: 150 }, (_, i) =>
    lot(1_001_000 + i, `${String((i * 67) % 150).padStart(3, '0')} equal quartz ${i}`, 'Quartz', 'Brazil'),
  ),
];

beforeAll(async () => {
  ingest = await startIngest();
  const wanted = [
    buildAuction({ id: 1_000_010, gem_type: 'Sapphire', origin: 'Kashmir', treatment: 'No heat' }),
    buildAuction({
      id: 1_000_011,
      gem_type: 'Ruby',
      origin: 'Myanmar',
      auction_house: "Christie's",
      carat: 20.5,
    }),
    buildAuction({ id: 1_000_012, gem_type: 'Ruby', carat: 3.99 }),
    buildAuction({ id: 1_000_013, gem_type: 'Ruby', carat: 4 }),
  ];
  const generated = [...wanted, ...generateAuctions(3000, 8)].map(
    ({ import: _, price_per_carat_usd: __, ...record }) => JSON.stringify(record),
  );
  await ingest.import('lots.ndjson', [...generated, ...known].join('\n'));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

interface Suggestion {
  text: string;
  type: string;
  lots: number;
  filter: Record<string, string>;
  matched: string;
}

async function suggest(q: string, more: Record<string, string> = {}): Promise<Suggestion[]> {
  const { status, body } = await get(api.url, '/api/v1/suggestions', { q, ...more });
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.data;
}

describe('/suggestions', () => {
  it('a synonym leads to its canonical name, and is shown as the match', async () => {
    const [first] = await suggest('burm', { type: 'origin' });
    expect(first).toMatchObject({ text: 'Myanmar', filter: { origin: 'Myanmar' }, matched: 'Burma' });
  });

  it('a title is found by the beginning of any of its words', async () => {
    const found = await suggest('kashm');
    expect(found.find(({ type }) => type === 'origin')).toMatchObject({
      text: 'Kashmir',
      matched: 'Kashmir',
    });
    const titles = await suggest('an important kashm', { type: 'title', limit: '50' });
    // Both spellings are one title, and the phrase occurs in two lots.
    expect(titles.filter(({ text }) => fold(text) === 'an important kashmir sapphire')).toEqual([
      expect.objectContaining({
        text: 'An important Kashmir sapphire',
        lots: 2,
        matched: 'An important Kashmir',
      }),
    ]);
    // The words are in another order, and the last one is incomplete.
    const [ring] = await suggest('ring kashmir diamond sapph', { type: 'title' });
    expect(ring).toMatchObject({ text: 'Kashmir sapphire and diamond ring', lots: 1 });
    expect(ring!.matched).toBe('Kashmir sapphire diamond ring');
  });

  it('case and accents do not matter, in the typed text and in names', async () => {
    const plain = await suggest('etoile');
    expect(plain[0]).toMatchObject({ text: 'The Étoile "Sang de Pigeon" Ruby', matched: 'Étoile' });
    expect(await suggest('ÉTOILE')).toEqual(plain);
    expect((await suggest('PARAI', { type: 'gem_type' }))[0]?.text).toBe('Paraíba Tourmaline');
  });

  it('matches with typos come after all exact matches', async () => {
    expect((await suggest('saphire', { type: 'gem_type' })).map(({ text }) => text)).toContain('Sapphire');
    expect((await suggest('kahsmir', { type: 'origin' }))[0]).toMatchObject({ text: 'Kashmir' });
    const found = await suggest('garn', { limit: '50' });
    const isExact = ({ text, matched }: Suggestion) =>
      [text, matched].some((shown) =>
        fold(shown)
          .split(' ')
          .some((word) => word.startsWith('garn')),
      );
    const firstTypo = found.findIndex((suggestion) => !isExact(suggestion));
    if (firstTypo !== -1) expect(found.slice(firstTypo).some(isExact)).toBe(false);
  });

  it.each([
    'a',
    'ru',
    'sun',
    'kash',
    'sapphire',
    'important kash',
    'ruby ring',
    'atl',
    'moon',
    'par',
    '12',
    'chr',
    'so',
  ])('the suggestions for "%s" have the lot counts of the list, in order, each once', async (q) => {
    const found = await suggest(q, { limit: '50' });
    expect(found.length).toBeGreaterThan(0);
    for (const { filter, lots } of found) {
      const { body } = await get(api.url, '/api/v1/auctions', filter);
      expect(body.pagination.total_records, JSON.stringify(filter)).toBe(lots);
    }
    const keys = found.map(({ type, text }) => `${type} ${fold(text)}`);
    expect(new Set(keys).size).toBe(keys.length);
    const some = await suggest(q, { limit: '3' });
    expect(some).toEqual(found.slice(0, 3));
  });

  const wordsOf = (text: string) => fold(text).split(' ');

  /** Checks the order, that a smaller limit gives the first suggestions, and that each filter finds its lots. */
  async function checkOrder(q: string, limit: number) {
    const all = await suggest(q, { limit: '50' });
    const begins = (text: string) => ` ${fold(text)}`.includes(` ${fold(q)}`);
    const typed = wordsOf(q);
    const hasWords = (text: string) =>
      typed.every((word, i) =>
        wordsOf(text).some((other) => (i === typed.length - 1 ? other.startsWith(word) : other === word)),
      );
    const ranks = all.map(({ text, matched, lots, type }) => ({
      isTypo:
        type === 'title' ? !hasWords(text) : type !== 'combination' && !begins(text) && !begins(matched),
      isTitle: type === 'title',
      isOther: type !== 'combination' && !fold(text).startsWith(fold(q)),
      lots,
      text,
    }));
    const compare = (a: (typeof ranks)[number], b: (typeof ranks)[number]) => {
      const isBefore = Number(a.isTypo) - Number(b.isTypo) || Number(a.isTitle) - Number(b.isTitle);
      // Titles are newest first (suggestion-order.test.ts).
      if (isBefore !== 0 || a.isTitle) return isBefore;
      return (
        Number(a.isOther) - Number(b.isOther) ||
        b.lots - a.lots ||
        (a.text < b.text ? -1 : Number(a.text > b.text))
      );
    };
    expect(ranks, q).toEqual(ranks.toSorted(compare));
    const first = await suggest(q, { limit: String(limit) });
    expect(first, q).toEqual(all.slice(0, limit));
    expect(new Set(all.map(({ type, text }) => `${type} ${fold(text)}`)).size).toBe(all.length);
    for (const { filter, lots } of first) {
      const { body } = await get(api.url, '/api/v1/auctions', { ...filter, limit: '1' });
      expect(body.pagination.total_records, JSON.stringify(filter)).toBe(lots);
    }
    return all.length;
  }

  it('names that begin with the text come before names whose synonyms or later words do', async () => {
    const found = await suggest('r', { type: 'gem_type', limit: '50' });
    const [ruby, ...others] = found.map(({ text }) => text);
    expect(ruby).toBe('Ruby');
    // A rose-cut stone is a diamond, of which there are more lots.
    const diamond = found.find(({ text }) => text === 'Diamond')!;
    expect(diamond.matched).toMatch(/^rose/i);
    expect(diamond.lots).toBeGreaterThan(found[0]!.lots);
    expect(others).toContain('Diamond');
  });

  it('treatments and laboratories are suggested with filters that find exactly their lots', async () => {
    const [unheated] = await suggest('unheat', { type: 'treatment' });
    expect(unheated).toMatchObject({ text: 'No heat', type: 'treatment', matched: 'Unheated' });
    const [lab] = await suggest('gub', { type: 'lab' });
    expect(lab).toMatchObject({ text: 'Gübelin', type: 'lab', filter: { lab: 'Gübelin' } });
    const [stored] = await suggest('huile', { type: 'treatment' });
    expect(stored).toMatchObject({ filter: { treatment: '"Huile mineure, traces"' } });
    for (const { filter, lots } of [unheated!, lab!, stored!]) {
      const { body } = await get(api.url, '/api/v1/auctions', filter);
      expect(body.pagination.total_records, JSON.stringify(filter)).toBe(lots);
    }
  });

  it.each([
    'equal',
    'quartz',
    'ruby',
    's',
    'im',
    'kash',
    'saphire',
    'kahsmir',
    'burma ruby',
    'sunrise ruby',
    '3 ct ruby',
    'e',
  ])(
    'suggestions for "%s" have the documented order, and a smaller limit gives the first of them',
    async (q) => {
      expect(await checkOrder(q, 10)).toBeGreaterThan(0);
    },
  );

  it('suggestions have the documented order for generated texts, with any limit', async () => {
    const word = fc.constantFrom(
      ...[
        'Kashmir',
        'burma',
        'ruby',
        'Sunrise',
        'Été',
        'important',
        'pear-shaped',
        '12.5 ct',
        'no heat',
        'sapphire',
      ],
      ...[
        'saphire',
        'christies',
        'equal',
        'garnet',
        'of',
        'Vieux Marché',
        'tourmaline',
        'Atlantis, lost',
        '3 carats',
      ],
    );
    const typed = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 40 }))
      .map(([words, length]) => words.join(' ').slice(0, length))
      .filter((q) => q.trim() !== '');
    let found = 0;
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 1, max: 12 }), async (q, limit) => {
        found += await checkOrder(q, limit);
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it.each(['rbu', 'sa', 'xub', 'bur', 'kas'])(
    'suggestions for the short text "%s" allow no typo',
    async (q) => {
      for (const { text, matched } of await suggest(q, { limit: '50' })) {
        expect(` ${fold(text)} ${fold(matched)}`).toContain(` ${q}`);
      }
    },
  );

  it.each([
    ['burma ruby', { gem_name: 'Ruby', origin: 'Myanmar' }],
    ['ruby from mogok', { gem_name: 'Ruby', origin: 'Myanmar' }],
    ['3 ct ruby', { gem_name: 'Ruby', weight_min: '3.00', weight_max: '3.99' }],
    ['unheated kashmir sapphire', { gem_name: 'Sapphire', origin: 'Kashmir', treatment: 'No heat' }],
    [
      "christie's burmese ruby 20 carats",
      {
        gem_name: 'Ruby',
        origin: 'Myanmar',
        auction_house: "Christie's",
        weight_min: '20.00',
        weight_max: '20.99',
      },
    ],
  ])('the parts of "%s" are combined in one filter, with the lot count of the list', async (q, filter) => {
    const found = await suggest(q);
    const combination = found.find(({ type }) => type === 'combination')!;
    expect(combination).toMatchObject({ filter, matched: q });
    const { body } = await get(api.url, '/api/v1/auctions', { ...combination.filter, limit: '100' });
    expect(body.pagination.total_records).toBe(combination.lots);
    expect(combination.lots).toBeGreaterThan(0);
    for (const record of body.data) {
      expect(record.gem_type).toBe(filter.gem_name);
      if ('weight_max' in filter)
        expect(Math.floor(record.carat)).toBe(Number.parseInt(filter.weight_min, 10));
    }
    expect(await suggest(q, { type: 'combination' })).toEqual([combination]);
    expect((await suggest(q, { type: 'gem_type' })).some(({ type }) => type === 'combination')).toBe(false);
  });

  it('a combination without lots, or with a word that means nothing, is not suggested', async () => {
    expect(await suggest('emerald from tibet', { type: 'combination' })).toEqual([]);
    expect(await suggest('burma ruby thing', { type: 'combination' })).toEqual([]);
    expect(await suggest('ruby', { type: 'combination' })).toEqual([]);
  });

  it('a long title is found by its whole text, but not when the end differs', async () => {
    const start = 'Paraíba tourmaline '.repeat(5).trim();
    expect((await suggest(start, { type: 'title' }))[0]?.text).toMatch(/^Paraíba tourmaline Paraíba/);
    expect(await suggest(`${start.slice(0, 80)} brooches`, { type: 'title' })).toEqual([]);
  });

  it('only the requested types are suggested, and no more than the limit', async () => {
    const found = await suggest('s', { type: 'origin,auction_house', limit: '2' });
    expect(found).toHaveLength(2);
    expect(found.every(({ type }) => type === 'origin' || type === 'auction_house')).toBe(true);
  });

  it('a text without a word, or unlike every name, gets no suggestions', async () => {
    expect(await suggest('—')).toEqual([]);
    expect(await suggest('zzzzqqqq')).toEqual([]);
  });

  it('a missing, empty or too long text is refused, and so are unknown parameters', async () => {
    for (const query of [
      '',
      'q=',
      `q=${'a'.repeat(101)}`,
      'q=a&limit=51',
      'q=a&type=stone',
      'q=a&gem_name=ruby',
    ]) {
      const { status, body } = await get(api.url, '/api/v1/suggestions', query);
      expect(status, query).toBe(400);
      expect(body.error.details, query).toHaveLength(1);
    }
  });

  it('deleted names are no longer suggested, and new names are suggested at once', async () => {
    await ingest.import('gone.csv', 'id\n1000004\n', { mode: 'delete' });
    await ingest.import('new.ndjson', lot(1_000_007, 'Quetzal emerald', 'emerald', 'Colombia'));
    // A new API process has not received earlier announcements.
    const fresh = await startApi({ INDEX_ALIAS: ingest.alias });
    const jsonOf = async (q: string) =>
      (await get(fresh.url, '/api/v1/suggestions', { q })).body.data.map(({ text }: Suggestion) => text);
    expect(await jsonOf('etoile')).toEqual([]);
    expect(await jsonOf('quetz')).toEqual(['Quetzal emerald']);
    await fresh.close();
  });

  it('the lot counts are current, however old the suggestions are', async () => {
    const { elasticsearch, alias: index } = ingest;
    // Deleted directly, because an import would have updated the suggestions.
    await elasticsearch.delete({ index, id: '1000001', refresh: true });
    await elasticsearch.delete({ index, id: '1000007', refresh: true });
    const fresh = await startApi({ INDEX_ALIAS: index });
    const { body } = await get(fresh.url, '/api/v1/suggestions', { q: 'important kashmir sapphire' });
    expect(body.data[0]).toMatchObject({ text: 'AN IMPORTANT KASHMIR SAPPHIRE', lots: 1 });
    expect((await get(fresh.url, '/api/v1/suggestions', { q: 'quetz' })).body.data).toEqual([]);
    await fresh.close();
  });

  it('titles without lots are replaced by others, still newest first', async () => {
    const { elasticsearch, alias: index } = ingest;
    const titles = async (url: string, limit: number): Promise<Suggestion[]> =>
      (await get(url, '/api/v1/suggestions', { q: 'r', type: 'title', limit: String(limit) })).body.data;
    const before = await titles(api.url, 10);
    const gone = before.slice(1, 3).map(({ text }) => text);
    const should = gone.map((title) => ({ match_phrase: { title_words: title } }));
    const { hits } = await elasticsearch.search({ index, query: { bool: { should } }, size: 10_000 });
    const operations = hits.hits.map(({ _id }) => ({ delete: { _id: _id! } }));
    await elasticsearch.bulk({ index, operations, refresh: true });
    const fresh = await startApi({ INDEX_ALIAS: index });
    const after = await titles(fresh.url, 5);
    const jsonOf = (some: Suggestion[]) => some.map(({ text }) => text);
    const left = jsonOf(before).filter((text) => !gone.some((title) => text.includes(title)));
    expect(jsonOf(after)).toEqual(left.slice(0, 5));
    for (const { filter, lots } of after) {
      const { body } = await get(fresh.url, '/api/v1/auctions', filter);
      expect(body.pagination.total_records).toBe(lots);
    }
    await fresh.close();
  });
});
