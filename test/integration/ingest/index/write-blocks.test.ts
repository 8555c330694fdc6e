import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retries } from '../../../../ingest/errors.ts';
import { importsIndex } from '../../../../ingest/store/import-log.ts';
import { rejectsIndex } from '../../../../ingest/store/rejects.ts';
import { startRescuer } from '../../../support/stalled-worker.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest({ worker: false });
});
afterEach(() => ingest.close());

/** Sets or removes a block on an index. */
const block = (index: string, name: string, isBlocked: boolean) =>
  ingest.elasticsearch.indices.putSettings({
    index,
    settings: { [`index.blocks.${name}`]: isBlocked || null },
  });

const indices: [string, (alias: string) => string][] = [
  ['the rejects', rejectsIndex],
  ['the import log', importsIndex],
];
// Elasticsearch sets the first on a full disk (429), and operators set the second (403).
const blocks = ['read_only_allow_delete', 'write'];
const cases = indices.flatMap(([name, indexOf]) => blocks.map((kind) => [kind, name, indexOf] as const));

describe('write blocks on indices', () => {
  it.each(cases)(
    'an import waits for the end of the block %s on the index of %s, and uses up no attempt',
    async (kind, _, indexOf) => {
      const index = indexOf(ingest.alias);
      await ingest.put('lots.csv', 'id,title,gem_type\n1,a,Ruby\n2,,Ruby\n');
      await ingest.session.rejects.prepare();
      const id = await ingest.enqueue({ path: 'lots.csv' });
      await block(index, kind, true);
      await startRescuer(ingest.environment);
      const met = Promise.withResolvers<void>();
      const onRetry = (error: unknown) => String(error).includes('blocked by') && met.resolve();
      retries.subscribe(onRetry);
      await Promise.race([met.promise, ingest.finished(id)]);
      retries.unsubscribe(onRetry);
      await block(index, kind, false);
      const entry = await ingest.finished(id);
      expect(entry).toMatchObject({ state: 'completed', read: 2, indexed: 1, rejected: 1 });
      const job = (await ingest.session.imports.getJob(entry.job_id))!;
      await expect
        .poll(async () => (await ingest.session.imports.getJob(entry.job_id))!.isCompleted())
        .toBe(true);
      const [batch] = Object.keys((await job.getChildrenValues()) ?? {});
      const batchJob = await ingest.session.batches.getJob(batch!.split(':').at(-1)!);
      // Attempts are counted when they end, including the successful one.
      expect(batchJob!.attemptsMade).toBe(1);
    },
  );
});
