import { errors } from '@elastic/elasticsearch';
import { describe, expect, test } from 'vitest';
import { gather } from '../../../api/search/batching.ts';
import { ClientGone } from '../../../api/search/search-context.ts';

const never = new AbortController().signal;

/** Calls that were made, each to be answered by the test. */
function startGathering({ timeoutMs = 60_000, most = 32 } = {}) {
  const calls: {
    keys: number[];
    options: { requestTimeout: number; signal: AbortSignal };
    answer: PromiseWithResolvers<(string | Error)[]>;
  }[] = [];
  const ask = gather<number, string>(
    (_index, keys, options) => {
      const answer = Promise.withResolvers<(string | Error)[]>();
      calls.push({ keys, options, answer });
      return answer.promise;
    },
    { timeoutMs, lanes: 2, most },
  );
  const land = (place: number) => calls[place]!.answer.resolve(calls[place]!.keys.map((key) => `r${key}`));
  /** Two questions that are under way, each by itself: others have to wait. */
  const fillLanes = async () => {
    const answers: Promise<string>[] = [];
    for (const key of [1, 2]) {
      answers.push(ask('lots', key, never));
      await turn();
    }
    return answers;
  };
  return { calls, ask, land, fillLanes };
}

/** The turn of the event loop ends. */
const turn = () => new Promise((end) => setImmediate(end));

describe('a question', () => {
  test('that is alone goes at the end of its turn of the event loop', async () => {
    const { calls, ask, land } = startGathering();
    const answer = ask('lots', 1, never);
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([[1]]);
    land(0);
    expect(await answer).toBe('r1');
  });

  test('goes together with those that came in the same turn', async () => {
    const { calls, ask, land } = startGathering();
    const answers = [1, 2, 3].map((key) => ask('lots', key, never));
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
    land(0);
    expect(await Promise.all(answers)).toEqual(['r1', 'r2', 'r3']);
  });

  test('goes together with all that came while two calls were in the air, each gets its own answer', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const answers = await fillLanes();
    for (const key of [3, 4, 5]) {
      answers.push(ask('lots', key, never));
      await turn();
    }
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2]]);
    land(1);
    expect(await answers[1]).toBe('r2');
    expect(calls.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4, 5]]);
    land(2);
    land(0);
    expect(await Promise.all(answers)).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  });

  test('of another index goes by itself', async () => {
    const { calls, ask } = startGathering();
    for (const index of ['lots', 'lots', 'others']) void ask(index, 1, never);
    await turn();
    expect(calls.map(({ keys }) => keys)).toEqual([[1, 1], [1]]);
  });

  test('travels with a bounded party', async () => {
    const { calls, ask, land, fillLanes } = startGathering({ most: 2 });
    const answers = await fillLanes();
    for (const key of [3, 4, 5]) void ask('lots', key, never);
    await turn();
    land(0);
    land(1);
    await answers[1];
    expect(calls.slice(2).map(({ keys }) => keys)).toEqual([[3, 4], [5]]);
  });
});

describe('one who goes away', () => {
  test('is not asked for any more', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const gone = new AbortController();
    const first = await fillLanes();
    const left = ask('lots', 3, gone.signal);
    const stays = ask('lots', 4, never);
    gone.abort();
    await expect(left).rejects.toThrow(ClientGone);
    land(0);
    await first[0];
    expect(calls[2]!.keys).toEqual([4]);
    land(2);
    expect(await stays).toBe('r4');
  });

  test('ends the call only when nobody waits for it any more', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const clients = [new AbortController(), new AbortController()];
    const first = await fillLanes();
    const left = clients.map(({ signal }, i) => ask('lots', 3 + i, signal));
    land(0);
    await first[0];
    clients[0]!.abort();
    await expect(left[0]).rejects.toThrow(ClientGone);
    expect(calls[2]!.options.signal.aborted).toBe(false);
    clients[1]!.abort();
    await expect(left[1]).rejects.toThrow(ClientGone);
    expect(calls[2]!.options.signal.aborted).toBe(true);
  });
});

describe('a failure', () => {
  const refusal = () =>
    new errors.ResponseError({
      statusCode: 400,
      body: { error: 'bad' },
      headers: {},
      warnings: null,
    } as never);

  test('of one among several is its own', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const answers = [...(await fillLanes()), ask('lots', 3, never), ask('lots', 4, never)];
    land(0);
    await answers[0];
    calls[2]!.answer.resolve([new Error('mine'), 'r4']);
    await expect(answers[2]).rejects.toThrow('mine');
    expect(await answers[3]).toBe('r4');
  });

  test('that is a refusal of all is looked for one by one', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const answers = [...(await fillLanes()), ask('lots', 3, never), ask('lots', 4, never)];
    land(0);
    await answers[0];
    calls[2]!.answer.reject(refusal());
    await expect.poll(() => calls.length).toBe(5);
    expect(calls.slice(3).map(({ keys }) => keys)).toEqual([[3], [4]]);
    calls[3]!.answer.reject(refusal());
    land(4);
    await expect(answers[2]).rejects.toThrow(errors.ResponseError);
    expect(await answers[3]).toBe('r4');
  });

  test('of any other kind is that of all', async () => {
    const { calls, ask, land, fillLanes } = startGathering();
    const answers = [...(await fillLanes()), ask('lots', 3, never), ask('lots', 4, never)];
    land(0);
    await answers[0];
    calls[2]!.answer.reject(new errors.ConnectionError('away'));
    for (const answer of answers.slice(2)) await expect(answer).rejects.toThrow('away');
  });

  test('of the call before, by time, leaves nothing of the time of those that waited for it', async () => {
    const timeoutMs = 300;
    const { calls, ask, fillLanes } = startGathering({ timeoutMs });
    const answers = Promise.allSettled([...(await fillLanes()), ask('lots', 3, never)]);
    const began = performance.now();
    const waited = () => performance.now() - began;
    await expect.poll(waited, { timeout: 20_000 }).toBeGreaterThan(timeoutMs + 1);
    for (const call of calls) call.answer.reject(new errors.TimeoutError('late'));
    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(errors.TimeoutError) });
    }
    expect(calls).toHaveLength(2);
  });
});
