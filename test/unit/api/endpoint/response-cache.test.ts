import { describe, expect, test } from 'vitest';
import { createResponseCache } from '../../../../api/endpoint/response-cache.ts';

const acquire = async () => () => undefined;
const sized = (bytes: number) => async () => ({ body: Buffer.alloc(bytes, 'x'), isStable: true });

describe('the response cache', () => {
  test('the least recently read responses are removed when the cache exceeds its bytes', async () => {
    const cache = createResponseCache(100_000);
    const ask = (key: string) => cache.get(key, sized(7_000), { keep: true, acquire });
    for (let key = 0; key < 8; key++) await ask(String(key));
    expect((await ask('0')).origin).toBe('hit');
    for (let key = 8; key < 11; key++) await ask(String(key));
    expect((await ask('0')).origin).toBe('hit');
    expect((await ask('1')).origin).toBe('miss');
  });

  test('a response that would take too much of the cache is not kept', async () => {
    const cache = createResponseCache(100_000);
    const ask = () => cache.get('large', sized(50_000), { keep: true, acquire });
    await ask();
    expect((await ask()).origin).toBe('miss');
  });

  test('the compressed form of a response is made once', async () => {
    const cache = createResponseCache(41_000);
    const { response } = await cache.get('a', sized(2_000), { keep: true, acquire });
    const [one, other] = await Promise.all([response.body.encode('br'), response.body.encode('br')]);
    expect(one.body).toBe(other.body);
  });

  test('a cached response needs no place, and does not wait behind a client with the same request', async () => {
    const cache = createResponseCache(100_000);
    const never = () => new Promise<never>(() => undefined);
    const options = { keep: true };
    let released = 0;
    const counted = async () => () => {
      released++;
    };
    void cache.get('a', sized(5), { ...options, acquire: never });
    expect((await cache.get('a', sized(5), { ...options, acquire: counted })).origin).toBe('miss');
    expect(released).toBe(1);
    expect((await cache.get('a', sized(5), { ...options, acquire: never })).origin).toBe('hit');
  });

  test('a place is released when another request made the response during the wait for it', async () => {
    const cache = createResponseCache(100_000);
    const place = Promise.withResolvers<() => void>();
    const options = { keep: true };
    const waiting = cache.get('a', sized(5), { ...options, acquire: () => place.promise });
    await cache.get('a', sized(5), { ...options, acquire });
    const released = Promise.withResolvers<void>();
    place.resolve(released.resolve);
    expect((await waiting).origin).toBe('hit');
    await released.promise;
  });
});
