import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failImport } from '../../../../ingest/import/process.ts';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { deleteIndices, liveIndex } from '../../../../ingest/index/live-index.ts';
import { recordsIndexName } from '../../../../mappings/records-index.ts';
import { startRescuer, startStalledWorker } from '../../../support/stalled-worker.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (ids: Iterable<number>, title = 'a') =>
  `id,title,gem_type\n${[...ids].map((id) => `${id},${title},Ruby`).join('\n')}\n`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest({ worker: false });
});
afterEach(() => ingest.close());

const ids = async () => (await ingest.records()).map(({ id }) => id);
const live = () => liveIndex(ingest.elasticsearch, ingest.alias);
const indexOf = (id: number) => recordsIndexName(ingest.alias, id);
const enqueue = async (name: string, content: string, mode?: 'replace' | 'delete') =>
  ingest.enqueue({ path: await ingest.put(name, content), ...(mode && { mode }) });
const aliasesOf = async () =>
  Object.values(await ingest.elasticsearch.indices.getAlias({ index: `${ingest.alias}-records-*` })).flatMap(
    ({ aliases }) => Object.keys(aliases),
  );

/** Whether a request moves the live alias to an index that an import built. */
const movesAlias = ({ path, body }: { path: string; body?: unknown }) =>
  path === '/_aliases' &&
  JSON.stringify(body).includes(`"alias":"${ingest.alias}","is_write_index":true`) &&
  !JSON.stringify(body).includes(`"index":"${indexOf(0)}"`);

describe('workers paused while publishing a replacement', () => {
  it('a paused worker does not take the alias back from a newer import', async () => {
    const stale = await startStalledWorker(ingest.environment, movesAlias);
    const first = await enqueue('first.csv', csv(range(1, 5)), 'replace');
    await stale.stalled;
    await startRescuer(ingest.environment);
    expect(await ingest.finished(first)).toMatchObject({ state: 'completed', indexed: 5 });
    const second = await enqueue('second.csv', csv(range(1, 9)), 'replace');
    expect(await ingest.finished(second)).toMatchObject({ state: 'completed', indexed: 9 });

    expect(await stale.goOn()).toMatchObject({ status: 'rejected' });
    await stale.close();
    expect(await live()).toBe(indexOf(second));
    expect(await ids()).toEqual(range(1, 9));
    expect(await ingest.session.log.find(first)).toMatchObject({ state: 'completed' });
    expect(await ingest.session.log.find(second)).toMatchObject({ state: 'completed' });
    expect((await aliasesOf()).filter((name) => name.includes('-write-'))).toEqual([]);
  });

  it('a paused worker does not delete an index that a rollback made live', async () => {
    await startRescuer(ingest.environment);
    const imports = [];
    for (const last of [3, 4, 5]) {
      imports.push(await enqueue(`${last}.csv`, csv(range(1, last)), 'replace'));
      await ingest.finished(imports.at(-1)!);
    }
    // The deletion and the live index on which it decided were right when it was stopped.
    const [oldest, , newest] = imports.map((id) => indexOf(id!));
    await rollBack(ingest.session, oldest);
    await expect(deleteIndices(ingest.elasticsearch, ingest.alias, newest!, [oldest!])).rejects.toThrow(
      'switched',
    );
    expect(await live()).toBe(oldest);
    expect(await ids()).toEqual([1, 2, 3]);
  });
});

describe('workers paused during a bulk request', () => {
  it('a late bulk request restores no deleted record, even when Elasticsearch forgot the deletion', async () => {
    const isBulk = ({ path }: { path: string }) => path.includes('-write-') && path.endsWith('/_bulk');
    const stale = await startStalledWorker(ingest.environment, isBulk);
    const upsert = await enqueue('lots.csv', csv(range(1, 300)));
    await stale.stalled;
    await startRescuer(ingest.environment);
    expect(await ingest.finished(upsert)).toMatchObject({ state: 'completed', indexed: 300 });
    const index = (await live())!;
    // Removes the deletion markers at once, as a flush and a restart would.
    await ingest.elasticsearch.indices.putSettings({ index, settings: { index: { gc_deletes: '0ms' } } });
    const deletion = await enqueue('gone.csv', `id\n${range(1, 200).join('\n')}\n`, 'delete');
    expect(await ingest.finished(deletion)).toMatchObject({ state: 'completed', indexed: 200 });
    await ingest.elasticsearch.indices.flush({ index });

    await stale.goOn();
    await stale.close();
    await ingest.elasticsearch.indices.refresh({ index });
    expect(await ids()).toEqual(range(201, 300));
  });
});

describe('imports whose worker and queue are lost while publishing', () => {
  it.each(['replace', undefined] as const)(
    'an import that loses its worker and the queue while publishing completes: mode %s',
    async (mode) => {
      const endsAccess = ({ path, body }: { path: string; body?: unknown }) =>
        path === '/_aliases' &&
        JSON.stringify(body).includes(`"remove":{"index":"${indexOf(0)}","alias":"${ingest.alias}-write-`);
      const stale = await startStalledWorker(ingest.environment, mode ? movesAlias : endsAccess);
      const id = await enqueue('lots.csv', csv(range(1, 50)), mode);
      await stale.stalled;
      expect(await ingest.session.log.find(id)).toMatchObject({ state: 'publishing', indexed: 50 });
      await ingest.redis.del(...(await ingest.redis.keys(`*${ingest.alias}*`)));
      await startRescuer(ingest.environment);
      expect(await ingest.finished(id)).toMatchObject({ state: 'completed', read: 50, indexed: 50 });
      expect(await ids()).toEqual(range(1, 50));
      await stale.goOn();
      await stale.close();
      expect(await ids()).toEqual(range(1, 50));
      expect(await ingest.session.log.find(id)).toMatchObject({ state: 'completed' });
    },
  );
});

describe('workers that lost their import', () => {
  it('a worker that lost its import does not fail it', async () => {
    const stale = await startStalledWorker(ingest.environment, movesAlias);
    const id = await enqueue('lots.csv', csv(range(1, 5)), 'replace');
    await stale.stalled;
    const entry = (await ingest.session.log.find(id))!;
    await ingest.session.log.change(id, ['publishing'], { owner: 'another worker' });
    await failImport(entry, 'It looked so.', ingest.session, entry.owner);
    expect(await ingest.session.log.find(id)).toMatchObject({ state: 'publishing' });
    await startRescuer(ingest.environment);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
  });

  it('a worker that ends a run late does not fail the import after its retry', async () => {
    const stale = await startStalledWorker(ingest.environment, movesAlias);
    const id = await enqueue('lots.csv', csv(range(1, 5)), 'replace');
    await stale.stalled;
    const entry = (await ingest.session.log.find(id))!;
    await failImport(entry, 'It looked so.', ingest.session, entry.owner);
    await ingest.session.log.change(id, ['failed'], { state: 'waiting', run: entry.run + 1 });
    await failImport(entry, 'It looked so.', ingest.session, entry.owner);
    expect(await ingest.session.log.find(id)).toMatchObject({ state: 'waiting', run: entry.run + 1 });
    await ingest.session.log.change(id, ['waiting'], { state: 'cancelled' });
  });
});
