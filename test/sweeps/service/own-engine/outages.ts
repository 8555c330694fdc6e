import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stack } from '../../../../local/start-stack.ts';
import { type FaultProxy, startFaultProxy } from '../../../support/fault-proxy.ts';
import { generatedLots } from '../../../support/generated-lots.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

/** Four batches, so that at least one is done when the outage begins. */
const lots = generatedLots(4_000, 50);
/** Delay of each request, so that an outage begins in the middle of an import. */
const slowedByMs = 50;

/** @param started returns the servers, which these tests may break */
export function describeOutages(started: () => Stack): void {
  let stack: Stack;
  let engine: FaultProxy;
  let ingest: TestIngest;

  /** Resolves when some batches are done and others are not. */
  async function inTheMiddle(id: number): Promise<void> {
    for (;;) {
      const entry = await ingest.session.log.find(id);
      if (entry?.state === 'running' && entry.index !== undefined) return;
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

  describe('an import during an outage', () => {
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

    it('an import completes without help after Elasticsearch is killed and restarted', async () => {
      await ingest.put('lots.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'lots.csv' });
      await inTheMiddle(id);
      await stack.elasticsearch.kill('SIGKILL');
      await stack.elasticsearch.restart();
      await expectWhole(id);
    });

    it('an import completes without help after Redis is killed and restarts from its append-only file', async () => {
      await ingest.put('again.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'again.csv' });
      await inTheMiddle(id);
      await stack.redis.kill('SIGKILL');
      await stack.redis.restart();
      await expectWhole(id);
    });

    it('an import completes without help after Redis loses all data', async () => {
      await ingest.put('third.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'third.csv' });
      await inTheMiddle(id);
      await ingest.redis.flushall();
      await expectWhole(id);
    });

    it('an import completes after the disk of Elasticsearch was full', async () => {
      await ingest.put('fourth.csv', lots.csv);
      const id = await ingest.enqueue({ path: 'fourth.csv' });
      await inTheMiddle(id);
      const block = (on: boolean) =>
        ingest.elasticsearch.indices.putSettings({
          index: ingest.alias,
          // Elasticsearch sets this block at the flood-stage watermark.
          settings: { index: { blocks: { read_only_allow_delete: on || null } } } as object,
        });
      await block(true);
      const refused = () =>
        ingest.elasticsearch.index({ index: ingest.alias, document: { id: 1, title: 'x' } });
      await expect(refused()).rejects.toThrow(/cluster_block_exception/);
      await block(false);
      await expectWhole(id);
    });
  });
}
