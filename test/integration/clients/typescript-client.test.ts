import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { createClient, GemAuctionsError, type Lot } from '../../../clients/typescript/src/client.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';

/** An index of its own, whose values the types and the pages of the client are compared with. */
let index: TestIndex;
const running: RunningApi[] = [];

beforeAll(async () => {
  index = await createTestIndex(
    Array.from({ length: 250 }, (_, place) =>
      buildAuction({
        id: place + 1,
        gem_type: place < 240 ? 'Ruby' : 'Jet',
        price_final_usd: 1000 + place,
        carat: 1 + place / 100,
        auction_house: place < 100 ? 'Holt, Sons & Co.' : "Christie's",
        auction_date: `${2000 + Math.floor(place / 25)}-05-12`,
        stone_id: place + 1 === 7 ? 7 : null,
      }),
    ),
  );
});
afterAll(async () => {
  for (const api of running) await api.close();
  await index?.remove();
});

let clients = 0;

/** A client with its own address, and the statuses of its responses. */
async function startClient(settings: Record<string, string> = {}, maxWaitS?: number) {
  const api = await startApi({ INDEX_ALIAS: index.alias, TRUST_PROXY: '127.0.0.1/32', ...settings });
  running.push(api);
  const statuses: number[] = [];
  const address = `203.0.113.${++clients}`;
  const send: typeof fetch = async (url, init) => {
    const response = await fetch(url, { ...init, headers: { 'X-Forwarded-For': address } });
    statuses.push(response.status);
    return response;
  };
  const wait = maxWaitS === undefined ? {} : { maxWaitS };
  return { client: createClient(`${api.url}/`, { fetch: send, ...wait }), statuses };
}

const errorOf = async (call: Promise<unknown>) => {
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(GemAuctionsError);
  return error as GemAuctionsError;
};

describe('the TypeScript client', () => {
  test('an export of the client is the response itself', async () => {
    const { client } = await startClient();
    const file = await client.exportAuctions({ format: 'csv', fields: ['title'] });
    expect(await file.text()).toMatch(/^id,title\r\n/);
  });

  test('a list parameter of the client takes several values, or one that has a comma', async () => {
    const { client } = await startClient();
    const total = async (house: string | string[]) =>
      (await client.listAuctions({ auction_house: house, limit: 1 })).pagination.total_records;
    expect(await total(['"Holt, Sons & Co."'])).toBe(100);
    expect(await total('christies')).toBe(150);
    expect(await total(['christies', '"Holt, Sons & Co."'])).toBe(250);
  });

  test('a record of the client has all fields, or those that `fields` chooses', async () => {
    const { client } = await startClient();
    const whole = (await client.listAuctions({ limit: 1 })).data[0]!;
    expectTypeOf(whole).toExtend<Lot>();
    expect(whole.price_final_usd).toBeTypeOf('number');

    const some = (await client.listAuctions({ limit: 1, fields: ['title'] })).data[0]!;
    expectTypeOf(some).toEqualTypeOf<{ id: number; title: string }>();
    expect(Object.keys(some).sort()).toEqual(['id', 'title']);

    const chosen: ('title' | 'origin')[] = ['origin'];
    const unknown = (await client.getAuction(1, { fields: chosen })).data;
    expectTypeOf(unknown.title).toEqualTypeOf<string | undefined>();
    expect(unknown).toEqual({ id: 1, origin: 'Myanmar' });

    const [top] = (await client.listTopPrices({ limit: 1, fields: ['carat'] })).data;
    expectTypeOf(top!).toEqualTypeOf<{ rank: number; id: number; carat: number | null }>();
    expect(top).toEqual({ rank: 1, id: 250, carat: 3.49 });

    const [group] = (await client.listMarketGroups({ group_by: 'gem_type', fields: ['lots'] })).data;
    expectTypeOf(group!.lots).toEqualTypeOf<number>();
    expectTypeOf(group!.gem_type).toEqualTypeOf<string | undefined>();
    expect(group).toEqual({ gem_type: 'Ruby', lots: 240 });

    const [period] = (await client.listTrendPeriods({ fields: ['lots'] })).data;
    expectTypeOf(period!).toEqualTypeOf<{ period: string; lots: number }>();
    expect(period).toEqual({ period: '2000', lots: 25 });
  });

  test('the client waits as long as the rate limit demands, and continues', async () => {
    const { client, statuses } = await startClient({ RATE_LIMIT_MAX: '1', RATE_LIMIT_WINDOW_S: '3' });
    const ids = await Array.fromAsync(client.allAuctions(), ({ id }) => id);
    expect(new Set(ids).size).toBe(250);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses).toContain(429);
  });

  test('the client throws a longer wait as an error with retryAfter, and every problem of a request as details', async () => {
    const { client, statuses } = await startClient({ RATE_LIMIT_MAX: '2', RATE_LIMIT_WINDOW_S: '600' }, 5);
    const refused = await errorOf(client.listAuctions({ price_min: 5, price_max: 4, weight_min: -1 }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', retryAfter: undefined });
    expect(refused.details.map(({ parameter }) => parameter).sort()).toEqual(['price_min', 'weight_min']);
    expect(refused.message).toBe(refused.details.map(({ message }) => message).join('\n'));
    expect((await client.getAuction(1)).data).toMatchObject({ id: 1, gem_type: 'Ruby' });
    const limited = await errorOf(client.getAuction(1));
    expect(limited).toMatchObject({ status: 429, code: 'rate_limited', details: [] });
    expect(limited.retryAfter).toBeGreaterThan(5);
    expect(statuses).toEqual([400, 200, 429]);
  });

  test('a signal cancels a request of the client, and its wait for the rate limit', async () => {
    const { client, statuses } = await startClient({ RATE_LIMIT_MAX: '1', RATE_LIMIT_WINDOW_S: '600' }, 1000);
    await expect(client.getStats({}, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(statuses).toEqual([]);
    await client.getStats();
    const abort = new AbortController();
    const waiting = client.getStats({}, { signal: abort.signal });
    await expect.poll(() => statuses).toEqual([200, 429]);
    abort.abort(new Error('no longer needed'));
    await expect(waiting).rejects.toThrow('no longer needed');
  });

  test('a failed connection is an error with the code no_response that names the address', async () => {
    // Nothing listens on port 1.
    const error = await errorOf(createClient('http://127.0.0.1:1').getStats());
    expect(error).toMatchObject({ code: 'no_response', status: 0, details: [] });
    expect(error.message).toContain('http://127.0.0.1:1');
    expect(error.cause).toBeInstanceOf(TypeError);
    const incomplete = await errorOf(createClient('auctions.example').getStats());
    expect(incomplete.message).toContain('auctions.example');
  });

  test('a connection that fails in the middle of a body has no_response, or the reason of the signal', async () => {
    const torn = new TypeError('terminated');
    const start = (stream: ReadableStreamDefaultController) => stream.error(torn);
    const proxy: typeof fetch = async () => new Response(new ReadableStream({ start }));
    const client = createClient('http://127.0.0.1:1', { fetch: proxy });
    expect(await errorOf(client.getStats())).toMatchObject({ code: 'no_response', status: 0, cause: torn });
    const reason = new Error('no longer needed');
    const abort = new AbortController();
    const cut = createClient('http://127.0.0.1:1', {
      fetch: async () => {
        abort.abort(reason);
        return proxy('');
      },
    });
    await expect(cut.getStats({}, { signal: abort.signal })).rejects.toBe(reason);
  });

  test('a response that is not from the service is an error with the code invalid_response', async () => {
    for (const status of [200, 502]) {
      const proxy: typeof fetch = async () => new Response('<html>', { status });
      const client = createClient('http://127.0.0.1:1', { fetch: proxy });
      expect(await errorOf(client.getStats())).toMatchObject({ status, code: 'invalid_response' });
    }
  });
});

/** Misspelled parameters and fields do not compile; `tsc` checks this function, which is never called. */
export async function misspelled(client: ReturnType<typeof createClient>) {
  // @ts-expect-error There is no such parameter.
  await client.listAuctions({ gem_nme: 'ruby' });
  // @ts-expect-error There is no such field.
  await client.listAuctions({ fields: ['titel'] });
  // @ts-expect-error `q` is required.
  await client.listSuggestions();
  const { data } = await client.getAuction(1, { fields: ['title'] });
  // @ts-expect-error The field was not chosen.
  return data.origin;
}
