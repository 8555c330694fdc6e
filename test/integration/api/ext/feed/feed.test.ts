import { Readable } from 'node:stream';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import FeedParser, { type Item } from 'feedparser';
import { describe, expect, test } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { buildAuction } from '../../../../support/build-auction.ts';
import { startApiOver } from '../../../../support/start-api-over.ts';
import { corpus } from '../../../../support/world/world.ts';

/** What JSON Feed 1.1 requires of the members that a feed has here, and of all others that their names are known. */
const jsonFeed = {
  type: 'object',
  required: ['version', 'title', 'items'],
  additionalProperties: false,
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string', minLength: 1 },
    home_page_url: { type: 'string', format: 'uri' },
    feed_url: { type: 'string', format: 'uri' },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'content_text'],
        additionalProperties: false,
        properties: {
          id: { type: 'string', minLength: 1 },
          url: { type: 'string', format: 'uri' },
          title: { type: 'string' },
          content_text: { type: 'string', minLength: 1 },
          date_modified: { type: 'string', format: 'date-time' },
          date_published: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
};
const ajv = new Ajv({ allErrors: true });
addFormats.default(ajv);
const isJsonFeed = ajv.compile(jsonFeed);

const follow = (format: 'atom' | 'json', query: string | Record<string, string> = '', init?: RequestInit) =>
  fetch(`${corpus.url}/api/ext/feed/auctions.${format}?${new URLSearchParams(query)}`, init);

async function readJson(query: string | Record<string, string>, url = corpus.url) {
  const response = await fetch(`${url}/api/ext/feed/auctions.json?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  const feed = (await response.json()) as { title: string; items: Record<string, string>[] };
  expect(isJsonFeed(feed), JSON.stringify(isJsonFeed.errors)).toBe(true);
  return feed;
}

/** The feed as an independent parser reads it. */
async function readAtom(text: string) {
  const parser = new FeedParser({ feedurl: corpus.url });
  Readable.from([text]).pipe(parser);
  const items: Item[] = [];
  for await (const item of parser) items.push(item);
  return { meta: parser.meta, items };
}

const idOf = ({ id }: AuctionRecord) => `urn:gem-auctions:lot:${id}`;
const newest = (time: 'auction_date' | 'updated_at') => (a: AuctionRecord, b: AuctionRecord) => {
  const [x, y] = [a[time] ?? '', b[time] ?? ''];
  return x === y ? b.id - a.id : x < y ? 1 : -1;
};

describe('feeds', () => {
  test('a feed has the 50 newest lots of any filter, in both formats', async () => {
    const filters = fc.constantFrom<Record<string, string>>(
      {},
      { gem_name: 'ruby' },
      { gem_name: 'sapphire,emerald', price_min: '10000' },
      { origin: 'Myanmar', is_sold: 'true' },
      { q: 'nothing has this' },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = corpus.found(filter).toSorted(newest('auction_date')).slice(0, 50).map(idOf);
        const { items } = await readJson(filter);
        expect(items.map(({ id }) => id)).toEqual(expected);
        const response = await follow('atom', filter);
        expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
        const atom = await readAtom(await response.text());
        expect(atom.items.map(({ guid }) => guid)).toEqual(expected);
        expect(atom.items.map(({ summary }) => summary)).toEqual(items.map((item) => item.content_text));
      }),
      { numRuns: 5 },
    );
  });

  test('an entry has the title, one line of facts, and the address of its lot', async () => {
    const { title, items } = await readJson({ ids: '20001' });
    expect(title).toBe('Gemstone auctions: 20001');
    expect(items).toMatchObject([{ id: 'urn:gem-auctions:lot:20001', title: 'The “Sunrise” Ruby' }]);
    expect(items[0]!.url).toMatch(/\/\?lot=20001$/);
    expect(items[0]!.content_text).toMatch(/^Ruby, 25\.59 ct, .*sold US\$30,335,698/);
  });

  test('texts with markup, quotes and control characters arrive as they are', async () => {
    const title = 'A <b>"ruby"</b> & ]]> 💎\u0007 end';
    // An index of its own, because no other test wants such a title.
    const api = await startApiOver([buildAuction({ id: 1, title })]);
    const { items } = await readJson('', api.url);
    const text = await (await fetch(`${api.url}/api/ext/feed/auctions.atom`)).text();
    const atom = await readAtom(text);
    await api.close();
    expect(items[0]!.title).toBe('A <b>"ruby"</b> & ]]> 💎 end');
    expect(text).toContain('A <b>"ruby"</b> & ');
    expect(atom.items).toHaveLength(1);
  });

  test('by=updated has the lots that were written last', async () => {
    const expected = corpus.found({}).toSorted(newest('updated_at')).slice(0, 50);
    const { items } = await readJson('by=updated');
    expect(items.map(({ id, date_modified }) => [id, date_modified])).toEqual(
      expected.map((record) => [idOf(record), record.updated_at]),
    );
  });

  test('an entry without a known day has no publication date', async () => {
    const entryOf = async (precision: string) => {
      const lot = corpus.records.find((record) => record.auction_date_precision === precision)!;
      const { items } = await readJson({ ids: String(lot.id) });
      return { entry: items[0]!, day: lot.auction_date! };
    };
    const [known, unknown] = [await entryOf('day'), await entryOf('year')];
    expect(known.entry.date_published).toBe(`${known.day}T00:00:00Z`);
    expect(unknown.entry.date_published).toBeUndefined();
    expect(unknown.entry.content_text).toContain(`, ${unknown.day.slice(0, 4)}, an invented lot`);
  });

  test.each(['atom', 'json'] as const)('a reader of %s that has the feed gets 304', async (format) => {
    const first = await follow(format, 'gem_name=ruby', {
      headers: { accept: 'application/atom+xml, application/feed+json' },
    });
    expect(first.status).toBe(200);
    expect(first.headers.get('content-disposition')).toBeNull();
    await first.arrayBuffer();
    const again = await follow(format, 'gem_name=ruby', {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('a mistake is named, and a format that is not there is refused', async () => {
    const wrong = await follow('json', 'by=price&gem=ruby');
    expect(wrong.status).toBe(400);
    const { error } = (await wrong.json()) as { error: { details: { parameter: string }[] } };
    expect(error.details.map(({ parameter }) => parameter).sort()).toEqual(['by', 'gem']);
    const asking = async (format: 'atom' | 'json', accept: string) =>
      (await follow(format, 'gem_name=ruby', { headers: { accept } })).status;
    expect(await asking('atom', 'application/json')).toBe(406);
    expect(await asking('atom', 'text/xml')).toBe(200);
    expect(await asking('json', 'application/json')).toBe(200);
  });
});
