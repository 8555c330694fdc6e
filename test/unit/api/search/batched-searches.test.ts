import { setImmediate } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import { describe, expect, test } from 'vitest';
import { batch } from '../../../../api/search/batched-searches.ts';

const neverAborted = new AbortController().signal;

/** The calls so far; the test resolves each one. */
function startBatching(timeoutMs = 60_000) {
  const calls: {
    keys: number[];
    options: { requestTimeout: number; signal: AbortSignal };
    answer: PromiseWithResolvers<(string | Error)[]>;
  }[] = [];
  const load = batch<number, string>(
    (_index, keys, options) => {
      const answer = Promise.withResolvers<(string | Error)[]>();
      calls.push({ keys, options, answer });
      return answer.promise;
    },
    { timeoutMs, maxConcurrent: 2 },
  );
  const ask = (key: number, signal: AbortSignal, index = 'lots') => load(index, key, signal);
  const finish = (place: number) => calls[place]!.answer.resolve(calls[place]!.keys.map((key) => `r${key}`));
  /** Starts two separate calls, so that further searches have to wait. */
  const fill = async () => {
    const answers: Promise<string>[] = [];
    for (const key of [1, 2]) {
      answers.push(ask(key, neverAborted));
      await endTurn();
    }
    return answers;
  };
  return { calls, ask, finish, fill };
}

/** Ends the turn of the event loop, so that its batch is sent. */
async function endTurn() {
  await setImmediate();
  await setImmediate();
}

describe('batching of searches', () => {
  test('searches that arrive while two calls are in flight are sent together, each with its own result', async () => {
    const { calls, ask, finish, fill } = startBatching();
    const answers = await fill();
    for (const key of [3, 4, 5]) {
      answers.push(ask(key, neverAborted));
      await endTurn();
    }
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]]);
    finish(1);
    expect(await answers[1]).toBe('r2');
    await endTurn();
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4, 5]]);
    finish(2);
    finish(0);
    expect(await Promise.all(answers)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  });

  test('searches of different indices are sent apart', async () => {
    const { calls, ask } = startBatching();
    for (const index of ['lots', 'names', 'lots']) ask(1, neverAborted, index);
    await endTurn();
    expect(calls.map(({ keys }) => keys)).toEqual([[1, 1], [1]]);
  });
});

describe('failures of batched searches', () => {
  test('the failure of one search does not affect the others in its batch', async () => {
    const { calls, ask, finish, fill } = startBatching();
    const answers = [...(await fill()), ask(3, neverAborted), ask(4, neverAborted)];
    finish(0);
    await answers[0];
    await endTurn();
    calls[2]!.answer.resolve([new Error('mine'), 'r4']);
    await expect(answers[2]).rejects.toThrow('mine');
    expect(await answers[3]).toBe('r4');
  });

  test('searches whose time ran out behind an earlier call time out without a call of their own', async () => {
    const timeoutMs = 300;
    const { calls, ask, fill } = startBatching(timeoutMs);
    const answers = Promise.allSettled([...(await fill()), ask(3, neverAborted)]);
    const began = performance.now();
    const waited = () => performance.now() - began;
    await expect.poll(waited).toBeGreaterThan(timeoutMs + 1);
    for (const call of calls) call.answer.reject(new errors.TimeoutError('late'));
    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(errors.TimeoutError) });
    }
    expect(calls).toHaveLength(2);
  });
});
