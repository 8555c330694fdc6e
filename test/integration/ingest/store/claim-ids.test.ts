import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimIds, prepareIdentities } from '../../../../ingest/store/claim-ids.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
  await prepareIdentities(ingest.elasticsearch, ingest.alias);
});
afterAll(() => ingest.close());

const claim = (ids: [id: number, key: string, line: number][], from: { import: number; batch: number }) =>
  claimIds(
    ingest.elasticsearch,
    ingest.alias,
    ids.map(([id, key, line]) => ({ id, key, line })),
    from,
  );

describe('claimIds', () => {
  it('two keys with one id are found in one batch, across batches and across imports', async () => {
    const first = await claim(
      [
        [1, 'a', 2],
        [1, 'b', 3],
      ],
      { import: 10, batch: 0 },
    );
    expect([...first.collisions]).toEqual([[1, 'a']]);
    expect((await claim([[1, 'b', 900]], { import: 10, batch: 1 })).collisions.get(0)).toBe('a');
    expect((await claim([[1, 'b', 2]], { import: 11, batch: 0 })).collisions.get(0)).toBe('a');
    expect((await claim([[1, 'a', 2]], { import: 12, batch: 0 })).collisions.size).toBe(0);
  });

  it('of many workers that claim one id at the same time, exactly one gets it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => claim([[50, `key ${i}`, i]], { import: 20, batch: i })),
    );
    expect(outcomes.filter(({ collisions }) => collisions.size === 0)).toHaveLength(1);
  });

  it('all rows of a key except one are counted, in any order and number of batch runs', async () => {
    const batches = [0, 1, 2].map((batch) =>
      Array.from({ length: 4 }, (_, i): [number, string, number] => [60, 'same', batch * 4 + i]),
    );
    const run = () => Promise.all(batches.map((rows, batch) => claim(rows, { import: 30, batch })));
    const count = (outcomes: Awaited<ReturnType<typeof run>>) =>
      outcomes.reduce((sum, { repeated }) => sum + repeated.length, 0);
    expect(count(await run())).toBe(11);
    expect(count(await run())).toBe(11);
  });

  it('each import counts from zero, and does not affect later imports', async () => {
    await claim([[70, 'k', 5]], { import: 40, batch: 0 });
    expect((await claim([[70, 'k', 5]], { import: 41, batch: 3 })).repeated).toEqual([]);
    expect((await claim([[70, 'k', 9]], { import: 40, batch: 1 })).repeated).toEqual([]);
    expect((await claim([[70, 'k', 8]], { import: 41, batch: 4 })).repeated).toEqual([
      { key: 'k', line: 8, repeats_line: 5 },
    ]);
  });
});
