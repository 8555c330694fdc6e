import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (records: number, title: string) =>
  `id,title,gem_type\n${Array.from({ length: records }, (_, i) => `${i + 1},${title},Ruby`).join('\n')}\n`;

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

/** Reads constantly while `work` runs, and returns every distinct state of the data that a reader saw. */
async function statesSeenDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const states = new Set<string>();
  let working = true;
  const readers = [1, 2, 3].map(async () => {
    while (working) states.add(await stateNow());
  });
  await work();
  working = false;
  await Promise.all(readers);
  return states;
}

/** The number of records that a reader finds, and their imports. */
async function stateNow(): Promise<string> {
  const { hits, aggregations } = await ingest.elasticsearch.search<
    unknown,
    { titles: { buckets: { key: number }[] } }
  >({
    index: ingest.alias,
    size: 0,
    track_total_hits: true,
    aggs: { titles: { terms: { field: 'import' } } },
  });
  const total = typeof hits.total === 'number' ? hits.total : hits.total!.value;
  return `${total} records of imports ${aggregations!.titles.buckets.map(({ key }) => key).join(', ')}`;
}

describe('constant reads during imports', () => {
  it('readers see the old or the new data during a replacement, never none, a part, or both', async () => {
    const first = await ingest.import('first.csv', csv(6_000, 'first'), { mode: 'replace' });
    let second = first;
    const states = await statesSeenDuring(async () => {
      second = await ingest.import('second.csv', csv(9_000, 'second'), { mode: 'replace' });
    });
    expect(second.state).toBe('completed');
    expect([...states]).toEqual([
      `6000 records of imports ${first.id}`,
      `9000 records of imports ${second.id}`,
    ]);
  });

  it('readers see the later or the earlier data during a rollback', async () => {
    const states = await statesSeenDuring(async () => {
      const { config, elasticsearch, redis, log } = ingest.session;
      await rollBack({ config, elasticsearch, redis, log });
      await stateNow();
    });
    expect([...states].map((state) => state.slice(0, 12))).toEqual(['9000 records', '6000 records']);
  });

  it('readers see an upsert only when it is complete', async () => {
    const states = await statesSeenDuring(() => ingest.import('third.csv', csv(12_000, 'third')));
    expect([...states].map((state) => state.slice(0, 13))).toEqual(['6000 records ', '12000 records']);
  });
});
