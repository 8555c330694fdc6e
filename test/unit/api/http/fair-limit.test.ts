import { expect, it } from 'vitest';
import { createFairLimit } from '../../../../api/http/limits.ts';

const timeoutMs = 60_000;
const staysConnected = () => undefined;

/** Records the order in which places are given; `release` frees one of them. */
function recordStarts(limit: ReturnType<typeof createFairLimit>) {
  const started: string[] = [];
  const releases = new Map<string, () => void>();
  return {
    started,
    ask(name: string, onDisconnect: (leave: () => void) => void = staysConnected) {
      const asked = limit.acquire(name[0]!, onDisconnect).then((release) => {
        started.push(name);
        releases.set(name, release);
      });
      return asked;
    },
    async release(name: string) {
      releases.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

it('waiting clients take turns for their maxConcurrent places, each with its oldest request first', async () => {
  const { started, ask, release } = recordStarts(
    createFairLimit({ maxConcurrent: 1, maxConcurrentPerClient: 1, timeoutMs }),
  );
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name);
  await expect.poll(() => started).toEqual(['a1']);
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await release(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

it('maxConcurrent places stay free for other clients', async () => {
  const { started, ask, release } = recordStarts(
    createFairLimit({ maxConcurrent: 4, maxConcurrentPerClient: 2, timeoutMs }),
  );
  for (const name of ['a1', 'a2', 'a3', 'b1']) void ask(name);
  await expect.poll(() => started).toEqual(['a1', 'a2', 'b1']);
  await release('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await release('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('a client that disconnects while it waits uses up no place', async () => {
  const { started, ask, release } = recordStarts(
    createFairLimit({ maxConcurrent: 1, maxConcurrentPerClient: 1, timeoutMs }),
  );
  let leave: (() => void) | undefined;
  void ask('a1');
  const gone = ask('b1', (callback) => {
    leave = callback;
  });
  void ask('c1');
  await expect.poll(() => started).toEqual(['a1']);
  // The place becomes free at the moment when the client disconnects.
  leave!();
  const freed = release('a1');
  await expect(gone).rejects.toThrow('The client disconnected.');
  await freed;
  expect(started).toEqual(['a1', 'c1']);
});

it('a request that waits too long gets 503 with Retry-After', async () => {
  const limit = createFairLimit({ maxConcurrent: 1, maxConcurrentPerClient: 1, timeoutMs: 20 });
  const release = await limit.acquire('a', staysConnected);
  const waiting = limit.acquire('b', staysConnected);
  await expect(waiting).rejects.toMatchObject({ code: 'overloaded', headers: { 'Retry-After': '1' } });
  release();
  expect(limit.pending()).toBe(0);
  (await limit.acquire('b', staysConnected))();
});
