import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../../../mappings/vocabulary/index.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { wordsOf } from '../../../../support/naive-filter.ts';
import { newestFirst } from '../../../../support/plain-lists.ts';
import { startApi } from '../../../../support/start-api.ts';
import { startApiOver } from '../../../../support/start-api-over.ts';
import { suggestNames } from '../../../../support/world/suggest-names.ts';
import { corpus } from '../../../../support/world/world.ts';

interface Suggestion {
  text: string;
  type: string;
  lots: number;
  filter: Record<string, string>;
  matched: string;
}

const suggest = async (q: string, more: Record<string, string> = {}): Promise<Suggestion[]> =>
  (await corpus.ask('suggestions', { q, ...more })).data;
const lotsOf = async (filter: Record<string, string>): Promise<number> =>
  (await corpus.ask('auctions', { ...filter, limit: '1' })).pagination.total_records;

/** Whether a text has all typed words, the last of which may be incomplete. */
const says = (text: string, q: string) => {
  const words = wordsOf(text);
  return wordsOf(q).every((word, i, typed) =>
    words.some((other) => (i === typed.length - 1 ? other.startsWith(word) : other === word)),
  );
};

const dated = corpus.found({}).toSorted(newestFirst);
const spoken = dated.map(({ title }) => ` ${wordsOf(title).join(' ')} `);
/** The number of lots whose titles are suggested. */
const maxHits = 100;

/** A title in one line, as many of its words as 198 characters hold. */
function shownTitle(title: string): string {
  const [first = '', ...others] = title.trim().split(/\s+/);
  let shown = first;
  for (const word of others) {
    if (shown.length + 1 + word.length > 198) break;
    shown += ` ${word}`;
  }
  return shown;
}

/** The documented titles by a plain scan: those of the newest lots with all words, each once, with its number of lots. */
function plainTitles(q: string) {
  const newest = new Map<string, string>();
  for (const { title } of dated.filter((record) => says(record.title, q)).slice(0, maxHits)) {
    const known = newest.get(fold(title));
    // A spelling that is not all capitals is the better one.
    if (known === undefined || known === known.toUpperCase()) newest.set(fold(title), title);
  }
  return [...newest.values()].map(shownTitle).map((text) => ({
    text,
    lots: spoken.filter((words) => words.includes(` ${wordsOf(text).join(' ')} `)).length,
  }));
}

const wholeTitles = (text: string) =>
  corpus.records.map(({ title }) => title).filter((title) => shownTitle(title) === text);

/** Checks the order, that a smaller limit gives the first suggestions, and that each filter finds its lots. */
async function checkOrder(q: string, limit: number): Promise<number> {
  const all = await suggest(q, { limit: '50' });
  const begins = (text: string) => ` ${fold(text)}`.includes(` ${fold(q)}`);
  const ranks = all.map(({ text, matched, lots, type }) => ({
    // A long title is shown as its beginning, and found by all of it.
    isTypo:
      type === 'title'
        ? !wholeTitles(text).some((title) => says(title, q))
        : type !== 'combination' && !begins(text) && !begins(matched),
    isTitle: type === 'title',
    isOther: type !== 'combination' && !fold(text).startsWith(fold(q)),
    lots,
    text,
  }));
  const compare = (a: (typeof ranks)[number], b: (typeof ranks)[number]) => {
    const isBefore = Number(a.isTypo) - Number(b.isTypo) || Number(a.isTitle) - Number(b.isTitle);
    // The test of titles compares their order.
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
  for (const { filter, lots } of first) expect(await lotsOf(filter), JSON.stringify(filter)).toBe(lots);
  return all.length;
}

describe('/suggestions', () => {
  test('a synonym leads to its canonical name, and is shown as the match', async () => {
    const [first] = await suggest('burm', { type: 'origin' });
    expect(first).toMatchObject({ text: 'Myanmar', filter: { origin: 'Myanmar' }, matched: 'Burma' });
  });

  test('case and accents do not matter, in the typed text and in names', async () => {
    const plain = await suggest('etoile');
    expect(plain[0]).toMatchObject({ text: 'The Étoile "Sang de Pigeon" Ruby', matched: 'Étoile' });
    expect(await suggest('ÉTOILE')).toEqual(plain);
    expect((await suggest('PARAI', { type: 'gem_type' }))[0]?.text).toBe('Paraíba Tourmaline');
    // Too short for a typo.
    expect((await suggest('GÜB', { type: 'lab' }))[0]?.text).toBe('Gübelin');
  });

  test('a typo still finds a name, but not in a short text', async () => {
    expect((await suggest('saphire', { type: 'gem_type' })).map(({ text }) => text)).toContain('Sapphire');
    expect((await suggest('kahsmir', { type: 'origin' }))[0]).toMatchObject({ text: 'Kashmir' });
    for (const q of ['rbu', 'sa', 'xub', 'kas']) {
      for (const { text, matched } of await suggest(q, { limit: '50' })) {
        expect(` ${fold(text)} ${fold(matched)}`).toContain(` ${q}`);
      }
    }
  });

  test('title suggestions come newest first, each once, whatever is typed', async () => {
    const typed = fc
      .constantFrom(...corpus.records.map(({ title }) => title))
      .chain((title) =>
        fc
          .tuple(fc.shuffledSubarray(wordsOf(title), { minLength: 1 }), fc.integer({ min: 1, max: 12 }))
          .map(([words, length]) => words.join(' ').slice(0, length).trim()),
      );
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 1, max: 50 }), async (q, limit) => {
        const expected = plainTitles(q);
        const found = await suggest(q, { type: 'title', limit: String(limit) });
        // Titles with typos follow.
        expect(found.slice(0, expected.length).map(({ text, lots }) => ({ text, lots }))).toEqual(
          expected.slice(0, limit),
        );
      }),
      {
        examples: [
          ['12.', 1],
          ['ruby t', 2],
        ],
      },
    );
  });

  test('suggestions have the documented order and the lots of the list, with any limit', async () => {
    for (const q of ['equal', 'kash', 'saphire', '3 ct ruby', 'e', 'chr']) {
      expect(await checkOrder(q, 10), q).toBeGreaterThan(0);
    }
    const word = fc.constantFrom(
      ...['Kashmir', 'burma', 'ruby', 'Sunrise', 'Été', 'important', 'pear-shaped', '12.5 ct', 'no heat'],
      ...['sapphire', 'saphire', 'christies', 'equal', 'garnet', 'of', 'Vieux Marché', 'tourmaline'],
      ...['Atlantis, lost', '3 carats'],
    );
    const typed = fc
      .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 40 }))
      .map(([words, length]) => words.join(' ').slice(0, length))
      .filter((q) => q.trim() !== '');
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 1, max: 12 }), async (q, limit) => {
        await checkOrder(q, limit);
      }),
      { examples: [['tourmaline e', 1]] },
    );
  });

  test('a combination without lots, or with a word that means nothing, is not suggested', async () => {
    expect(await suggest('emerald from tibet', { type: 'combination' })).toEqual([]);
    expect(await suggest('burma ruby thing', { type: 'combination' })).toEqual([]);
    expect(await suggest('ruby', { type: 'combination' })).toEqual([]);
  });

  test('only the requested types are suggested, and a text without a word gets none', async () => {
    const found = await suggest('s', { type: 'origin,auction_house', limit: '2' });
    expect(found).toHaveLength(2);
    expect(found.every(({ type }) => type === 'origin' || type === 'auction_house')).toBe(true);
    expect(await suggest('—')).toEqual([]);
    expect(await suggest('zzzzqqqq')).toEqual([]);
  });

  test('lots and titles are current, however old the suggested names are', async () => {
    // Data of its own, which changes after its names were indexed.
    const titles = ['Rare ruby', 'Red ring', 'Rare ruby', 'Rose ruby'];
    const before = await startApiOver([
      ...titles.map((title, i) => buildAuction({ id: i + 1, title })),
      buildAuction({ id: 9, title: 'Quetzal emerald', gem_type: 'Emerald', origin: 'Colombia' }),
    ]);
    const names = await suggestNames(before.index);
    const ask = async (url: string, q: string) =>
      (await get(url, '/api/v1/suggestions', { q })).body.data.map(({ text, lots }: Suggestion) => [
        text,
        lots,
      ]);
    expect(await ask(before.url, 'colo')).toEqual([['Colombia', 1]]);
    const { alias, elasticsearch, index } = before.index;
    const operations = ['3', '4', '9'].map((_id) => ({ delete: { _id } }));
    await elasticsearch.bulk({ index, refresh: true, operations });
    // Another process, which knows nothing of the deleted lots.
    const after = await startApi({ INDEX_ALIAS: alias });
    expect(await ask(after.url, 'colo')).toEqual([]);
    expect(await ask(after.url, 'r')).toEqual([
      ['Ruby', 2],
      ['Red ring', 1],
      ['Rare ruby', 1],
    ]);
    await elasticsearch.indices.delete({ index: names });
    await after.close();
    await before.close();
  });
});
