import { expect, it } from 'vitest';
import { createTurns } from '../../../api/turns.ts';

const here = new AbortController().signal;
const long = 60_000;

/** A call that ends when it is told to. */
function call(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const run = () => {
    begun.push(name);
    return promise;
  };
  return { end: () => resolve(name), run };
}

it('lets no more calls run than there are places, and the oldest begin first', async () => {
  const takeTurn = createTurns(2, long);
  const begun: string[] = [];
  const calls = ['a', 'b', 'c', 'd'].map((name) => call(begun, name));
  const done = calls.map(({ run }) => takeTurn(run, here));
  expect(begun).toEqual(['a', 'b']);
  calls[1]!.end();
  expect(await done[1]).toBe('b');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  for (const { end } of calls) end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

it('hands a place on when its call fails', async () => {
  const takeTurn = createTurns(1, long);
  const failing = takeTurn(() => Promise.reject(new Error('no')), here);
  const next = takeTurn(async () => 'next', here);
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('loses no place to a client that goes away while it waits', async () => {
  const takeTurn = createTurns(1, long);
  const begun: string[] = [];
  const [first, left, next] = ['first', 'left', 'next'].map((name) => call(begun, name));
  const running = takeTurn(first!.run, here);
  const leaving = new AbortController();
  const gone = takeTurn(left!.run, leaving.signal);
  const waiting = takeTurn(next!.run, here);
  // Both at once: the place becomes free in the moment in which the client goes.
  leaving.abort();
  first!.end();
  await expect(gone).rejects.toThrow('The client went away.');
  expect(await running).toBe('first');
  next!.end();
  expect(await waiting).toBe('next');
  expect(begun).toEqual(['first', 'next']);
});

it('answers one that waits too long with 503 and when to come back', async () => {
  const takeTurn = createTurns(1, 1);
  const { end, run } = call([], 'long');
  const running = takeTurn(run, here);
  await expect(takeTurn(run, here)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  });
  end();
  await running;
  expect(await takeTurn(async () => 'again', here)).toBe('again');
});
