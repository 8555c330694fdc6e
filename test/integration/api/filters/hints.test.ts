import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { startApiProcess } from '../../../support/api-process.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

let index: TestIndex;
let api: RunningApi;

const lots = [
  { gem_type: 'Ruby', origin: 'Myanmar', auction_house: "Christie's", treatment: 'No heat', labs: ['SSEF'] },
  {
    gem_type: 'Tsavorite',
    origin: 'Kenya',
    auction_house: "Sotheby's",
    treatment: 'Minor oil',
    labs: ['GIA'],
  },
  {
    gem_type: 'Tsavorite',
    origin: 'Kenya',
    auction_house: "Sotheby's",
    treatment: 'Minor oil',
    labs: ['GIA'],
  },
  { gem_type: 'Demantoid', origin: null, auction_house: null, treatment: null, labs: [] },
  { gem_type: 'Nephrite', origin: null, auction_house: null, treatment: 'Waxed, light', labs: [] },
  { gem_type: 'Rubellite', origin: null, auction_house: null, treatment: null, labs: [] },
  { gem_type: 'Cultured Pearl', origin: null, auction_house: null, treatment: null, labs: [] },
  { gem_type: 'Moon, cheese', origin: 'Atlantis', auction_house: null, treatment: null, labs: [] },
];

beforeAll(async () => {
  index = await createTestIndex(
    lots.map((lot, i) => buildAuction({ id: i + 1, price_final_usd: 1000, ...lot })),
  );
  api = await startApi({ INDEX_ALIAS: index.alias });
});
afterAll(async () => {
  await api?.close();
  await index?.remove();
});

const paths = ['auctions', 'stats', 'stats/market', 'stats/trends', 'rankings/top-price', 'auctions/latest'];

async function hintsOf(query: string, path = 'auctions') {
  const { status, body } = await get(api.url, `/api/v1/${path}`, query);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.meta.hints as
    | { parameter: string; value: string; message: string; nearest: string[] }[]
    | undefined;
}

describe('hints for names without lots', () => {
  it.each([
    ['gem_name=rubys', ['Ruby']],
    ['gem_name=rbuy', ['Ruby']],
    ['gem_name=garnet', ['Tsavorite', 'Demantoid']],
    ['gem_name=jade', ['Nephrite']],
    ['gem_name=tourmaline', ['Rubellite']],
    ['gem_name=pearl', ['Cultured Pearl']],
    ['gem_name=moon%20chese', ['"Moon, cheese"']],
    ['origin=burm', ['Myanmar']],
    ['origin=atlantsi', ['Atlantis']],
    ['auction_house=sothbys', ["Sotheby's"]],
    ['treatment=no%20haet', ['No heat']],
    ['lab=SSFE', ['SSEF']],
    ['treatment=unheeted', ['No heat']],
    ['lab=gubelim,GIA', []],
    ['gem_name=Benitoite', []],
  ])('every path gives a hint for %s with the similar names %j', async (query, nearest) => {
    for (const path of paths) {
      const hints = await hintsOf(query, path);
      expect(hints, path).toHaveLength(1);
      expect(hints![0]!.nearest, path).toEqual(nearest);
    }
  });

  it.each([
    'gem_name=%22Moon%2C%20cheese%22',
    'gem_name=ruby',
    'origin=atlantis',
    'origin=ATLANTIS&gem_name=ruby',
    'treatment=%22Waxed%2C%20light%22',
    'treatment=minor%20oil&price_min=999999999',
    'gem_name=ruby&origin=none',
    'lab=gia&gem_name=ruby',
    'price_min=999999999',
  ])('there are no hints for %s, whose names have lots', async (query) => {
    for (const path of paths) expect(await hintsOf(query, path), path).toBeUndefined();
  });

  it('each name without lots gets a hint, and no other name does', async () => {
    const hints = await hintsOf('gem_name=ruby,rubys,Demantoid&origin=burma,kennya&lab=SSEF');
    expect(hints!.map(({ value }) => value)).toEqual(['rubys', 'kennya']);
  });

  it('the suggested names in hints lead to lots', async () => {
    const [hint] = (await hintsOf('gem_name=garnets'))!;
    for (const name of hint!.nearest) {
      const { body } = await get(api.url, '/api/v1/auctions', { gem_name: name });
      expect(body.pagination.total_records).toBeGreaterThan(0);
    }
    expect(hint!.message).toBe('gem_name "Garnet" matches no lots. Did you mean Tsavorite or Demantoid?');
  });

  it('only five names of a request are looked up, and the response says so for the others', async () => {
    const hints = (await hintsOf(`gem_name=${Array.from({ length: 9 }, (_, i) => `rubby${i}`).join(',')}`))!;
    expect(hints).toHaveLength(9);
    for (const { nearest } of hints.slice(0, 5)) expect(nearest[0]).toBe('Ruby');
    for (const { nearest, message } of hints.slice(5)) {
      expect(nearest).toEqual([]);
      expect(message).toContain('looked up for the first 5 such values');
    }
  });
});

/** Unknown values of 200 characters in short words, which need the most name searches. */
const unknownValues = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${from} ${i} ${'fancy vivd a b '.repeat(20)}`.slice(0, 199)).join(
    ',',
  );

test('60 requests of 70 long unknown values each leave /healthz responsive, and every value is named', async () => {
  const api = await startApiProcess({ INDEX_ALIAS: index.alias, RATE_LIMIT_MAX: '0' });
  const requests = Array.from({ length: 60 }, (_, i) =>
    get(api.url, '/api/v1/auctions', { gem_name: unknownValues(i, 50), origin: unknownValues(i, 20) }),
  );
  let isOver = false;
  const answers = Promise.all(requests).finally(() => {
    isOver = true;
  });
  let healthy = 0;
  while (!isOver) {
    const { ok } = await fetch(`${api.url}/healthz`);
    if (ok) healthy++;
  }
  // No request delays the others for long, even on a slow machine.
  expect(healthy).toBeGreaterThan(60);
  for (const { status, body } of await answers) {
    expect(status).toBe(200);
    expect(body.meta.hints).toHaveLength(70);
  }
  expect(await api.stop()).toBe(0);
});

describe('hints for words that no title has', () => {
  test.each([
    ['saphire', undefined],
    ['tsavorit', { gem_name: 'Tsavorite' }],
    ['burma ruby', { gem_name: 'Ruby', origin: 'Myanmar' }],
    [
      'unheated burma ruby 2 carat',
      {
        ...{ gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat' },
        ...{ weight_min: '2.00', weight_max: '2.99' },
      },
    ],
    ['unheated burma ruby 5 carat', undefined],
  ])('q=%s gets a hint with the filter %j, which finds lots', async (q, filter) => {
    for (const path of paths) {
      const hints = await hintsOf(new URLSearchParams({ q }).toString(), path);
      if (filter) expect(hints, path).toMatchObject([{ parameter: 'q', value: q, nearest: [], filter }]);
      else expect(hints, path).toBeUndefined();
    }
    if (filter === undefined) return;
    const { body } = await get(api.url, '/api/v1/auctions', filter);
    expect(body.pagination.total_records).toBeGreaterThan(0);
    expect((await get(api.url, '/api/ext/interpret', { q })).body.data.filter).toEqual(filter);
  });

  test('the filter keeps the other filters of the request', async () => {
    const filter = { gem_name: 'Ruby', origin: 'Myanmar', price_max: '2000' };
    expect(await hintsOf('q=burma+ruby&price_max=2000')).toMatchObject([{ parameter: 'q', filter }]);
    expect(await hintsOf('q=burma+ruby&price_min=2000')).toBeUndefined();
  });

  test('there is no hint where titles have the words, nor at paths whose q is another parameter', async () => {
    expect(await hintsOf('q=lot')).toBeUndefined();
    expect(await hintsOf('q=most+expensive')).toBeUndefined();
    for (const path of ['/api/v1/suggestions', '/api/ext/interpret']) {
      const { body } = await get(api.url, path, { q: 'tsavorit xyzzy' });
      expect(body.meta.hints, path).toBeUndefined();
    }
  });
});
