import { describe, expect, test } from 'vitest';
import { createAnswerCache } from '../../../api/endpoint/response-cache.ts';
import { ClientGone } from '../../../api/search/search-context.ts';

const patient = () => undefined;
const acquire = async () => () => undefined;
const sized = (bytes: number) => async () => ({ body: Buffer.alloc(bytes, 'x') });

describe('the cache of answers', () => {
  test('forgets those not read for longest when their bytes are too many', async () => {
    const cache = createAnswerCache(100_000);
    const ask = (key: string) => cache.answer(key, sized(10_000), { keep: true, onGone: patient, acquire });
    for (let key = 0; key < 9; key++) await ask(String(key));
    expect((await ask('0')).origin).toBe('hit');
    for (let key = 9; key < 12; key++) await ask(String(key));
    expect((await ask('0')).origin).toBe('hit');
    expect((await ask('1')).origin).toBe('miss');
  });

  test('does not keep what would take too much of it alone', async () => {
    const cache = createAnswerCache(100_000);
    const ask = () => cache.answer('large', sized(50_000), { keep: true, onGone: patient, acquire });
    await ask();
    expect((await ask()).origin).toBe('miss');
  });

  test('counts compressed forms too, and makes each once', async () => {
    const cache = createAnswerCache(1_000_000);
    const { rendered } = await cache.answer('a', sized(10_000), { keep: true, onGone: patient, acquire });
    const before = rendered.byteLength();
    const [one, other] = await Promise.all([rendered.encoded('br'), rendered.encoded('br')]);
    expect(one.body).toBe(other.body);
    expect(rendered.byteLength()).toBe(before + one.body.length);
  });

  test('ends the making only when the last who waits has gone', async () => {
    const cache = createAnswerCache(0);
    let making: AbortSignal | undefined;
    const make = (signal: AbortSignal) => {
      making = signal;
      return new Promise<never>(() => undefined);
    };
    const leaves: (() => void)[] = [];
    const onGone = (leave: () => void) => void leaves.push(leave);
    const answers = [1, 2].map(() => cache.answer('a', make, { keep: false, onGone, acquire }));
    await expect.poll(() => leaves).toHaveLength(2);
    leaves[0]!();
    await expect(answers[0]).rejects.toThrow(ClientGone);
    expect(making!.aborted).toBe(false);
    leaves[1]!();
    await expect(answers[1]).rejects.toThrow(ClientGone);
    expect(making!.aborted).toBe(true);
  });

  test('does not remember failures', async () => {
    const cache = createAnswerCache(100_000);
    const options = { keep: true, onGone: patient, acquire };
    const failing = async () => {
      throw new Error('no');
    };
    await expect(cache.answer('a', failing, options)).rejects.toThrow('no');
    expect((await cache.answer('a', sized(5), options)).origin).toBe('miss');
  });

  test('needs no place for what is there, and waits behind no client that asks for the same', async () => {
    const cache = createAnswerCache(100_000);
    const never = () => new Promise<never>(() => undefined);
    const options = { keep: true, onGone: patient };
    let released = 0;
    const counted = async () => () => {
      released++;
    };
    void cache.answer('a', sized(5), { ...options, acquire: never });
    expect((await cache.answer('a', sized(5), { ...options, acquire: counted })).origin).toBe('miss');
    expect(released).toBe(1);
    expect((await cache.answer('a', sized(5), { ...options, acquire: never })).origin).toBe('hit');
  });

  test('gives a place back that it waited for while another made the answer', async () => {
    const cache = createAnswerCache(100_000);
    const place = Promise.withResolvers<() => void>();
    const options = { keep: true, onGone: patient };
    const waiting = cache.answer('a', sized(5), { ...options, acquire: () => place.promise });
    await cache.answer('a', sized(5), { ...options, acquire });
    const released = Promise.withResolvers<void>();
    place.resolve(released.resolve);
    expect((await waiting).origin).toBe('hit');
    await released.promise;
  });
});
