import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stack } from '../../../../local/start-stack.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { generatedLots } from '../../../support/generated-lots.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

/** Four batches: one is done when something happens. */
const lots = generatedLots(4_000, 50);
/** What each request takes longer, so that an outage meets an import of few batches in the middle. */
const slowedByMs = 50;

/** @param started the engine, which may be broken in every way */
export function describeOutages(started: () => Stack): void {
  let stack: Stack;
  let engine: FaultProxy;
  let ingest: TestIngest;

  /** Waits until batches are being worked on, so that what happens next happens in the middle. */
  async function inTheMiddle(id: number): Promise<void> {
    for (;;) {
      const job = await ingest.session.imports.getJob(`import-${id}`);
      const { processed = 0, unprocessed = 0 } =
        (await job?.getDependenciesCount({ processed: true, unprocessed: true })) ?? {};
      if (processed > 0) return expect(unprocessed).toBeGreaterThan(0);
      await pause(5);
    }
  }

  async function expectWhole(id: number): Promise<void> {
    const entry = await ingest.finished(id);
    expect(entry).toMatchObject({ state: 'completed', read: lots.read, rejected: lots.badLines.length });
    expect(entry.indexed).toBe(lots.ids.size);
    expect(entry.indexed + entry.superseded + entry.rejected).toBe(lots.read);
    expect((await ingest.rejectsOf(id)).map(({ line }) => line)).toEqual(lots.badLines);
    const { count } = await ingest.elasticsearch.count({
      index: ingest.alias,
      query: { term: { import: id } },
    });
    expect(count).toBe(lots.ids.size);
  }

  describe('an import goes on by itself', () => {
    beforeAll(async () => {
      stack = started();
      engine = await startFaultProxy(stack.elasticsearchUrl);
      engine.delay(slowedByMs);
      ingest = await startIngest({
        ...{ elasticsearchUrl: engine.url, redisUrl: stack.redisUrl },
        worker: { reconcileEveryMs: 1_000 },
      });
    });
    afterAll(async () => {
      engine?.delay(0);
      await ingest?.close();
      await engine?.close();
    });

    it('when Elasticsearch is killed and comes back', async () => {
      await ingest.put('lots.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'lots.csv' });
      await inTheMiddle(id);
      await stack.nodes[0]!.kill('SIGKILL');
      await stack.nodes[0]!.restart();
      await expectWhole(id);
    });

    it('when Redis is killed and comes back with its append-only file', async () => {
      await ingest.put('again.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'again.csv' });
      await inTheMiddle(id);
      await stack.redis.kill('SIGKILL');
      await stack.redis.restart();
      await expectWhole(id);
    });

    it('when Redis loses everything', async () => {
      await ingest.put('third.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'third.csv' });
      await inTheMiddle(id);
      await ingest.redis.flushall();
      await expectWhole(id);
    });

    it('when the disk of Elasticsearch is full for a while, and no attempt of a job is lost to it', async () => {
      await ingest.put('fourth.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'fourth.csv' });
      await inTheMiddle(id);
      const block = (on: boolean) =>
        ingest.elasticsearch.indices.putSettings({
          index: ingest.alias,
          // What Elasticsearch itself sets at the flood-stage watermark.
          settings: { index: { blocks: { read_only_allow_delete: on || null } } } as object,
        });
      await block(true);
      const refused = () =>
        ingest.elasticsearch.index({ index: ingest.alias, document: { id: 1, title: 'x' } });
      await expect(refused()).rejects.toThrow(/cluster_block_exception/);
      const active = await ingest.session.batches.getActive();
      await block(false);
      await expectWhole(id);
      for (const { id: jobId } of active) {
        expect((await ingest.session.batches.getJob(jobId!))?.attemptsMade ?? 1).toBe(1);
      }
    });
  });
}
