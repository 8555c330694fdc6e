import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { writeAlias } from '../../../../ingest/index/index-roles.ts';
import { listRecordsIndices, liveIndex } from '../../../../ingest/index/live-index.ts';
import { rejectsIndex, rejectsMapping } from '../../../../ingest/store/rejects.ts';
import { mappingVersion, recordsIndexName, suggestIndexName } from '../../../../mappings/records-index.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { createLackingIndex, lackedFields } from '../../../support/lacking-index.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (ids: Iterable<number>, title = 'a') =>
  `id,title,gem_type\n${[...ids].map((id) => `${id},${title},Ruby`).join('\n')}\n`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest({ worker: { reconcileEveryMs: 300 } });
});
afterEach(() => ingest.close());

const ids = async () => (await ingest.records()).map(({ id }) => id);
const live = async () => (await liveIndex(ingest.elasticsearch, ingest.alias))!;
const replaceBy = (last: number) =>
  ingest.import(`${last}.csv`, csv(range(1, last)), { mode: 'replace', min_records: 1 });
const indexNames = async () =>
  Object.keys(
    await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-*`, expand_wildcards: 'all' }),
  );

describe('rollbacks', () => {
  it('a rollback makes the previously live index live, also after another rollback', async () => {
    const a = await replaceBy(3);
    const b = await replaceBy(4);
    expect(await rollBack(ingest.session)).toMatchObject({ from: b.index, to: a.index });
    const c = await replaceBy(5);
    expect(await rollBack(ingest.session)).toMatchObject({ from: c.index, to: a.index });
    expect(await ids()).toEqual([1, 2, 3]);
    // The replaced index can be named, and a second rollback leads to the one before it.
    expect(await rollBack(ingest.session, b.index)).toMatchObject({ from: a.index, to: b.index });
    expect(await rollBack(ingest.session)).toMatchObject({ to: a.index });
  });

  it('two concurrent rollbacks go back one step, not two', async () => {
    for (const last of [3, 4, 5]) await replaceBy(last);
    const { indices } = ingest.elasticsearch;
    const updateAliases = indices.updateAliases.bind(indices);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    indices.updateAliases = (async (params: never) => {
      if (++waiting === 2) both.resolve();
      await both.promise;
      return updateAliases(params);
    }) as typeof indices.updateAliases;
    const outcomes = await Promise.allSettled([rollBack(ingest.session), rollBack(ingest.session)]);
    indices.updateAliases = updateAliases as typeof indices.updateAliases;
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await ids()).toEqual(range(1, 4));
  });

  it('a rollback to an index that was never live is refused, and that index is deleted', async () => {
    await replaceBy(3);
    await ingest.put('few.csv', csv([1]));
    const cancelled = await ingest.enqueue({ path: 'few.csv', mode: 'replace', min_records: 5 });
    expect(await ingest.finished(cancelled)).toMatchObject({ state: 'failed' });
    // Simulates a worker that was stopped while it created the index.
    const leftover = recordsIndexName(ingest.alias, cancelled);
    await expect.poll(indexNames).not.toContain(leftover);
    await ingest.elasticsearch.indices.create({ index: leftover });
    await expect(rollBack(ingest.session, leftover)).rejects.toThrow(/cannot be made live|There is no index/);
    await expect.poll(indexNames).not.toContain(leftover);
  });
});

describe('replacements cancelled at the last moment', () => {
  it('a cancelled replacement leaves no index that a rollback could make live', async () => {
    const first = await replaceBy(3);
    await ingest.put('new.csv', csv(range(1, 9)));
    const { log } = ingest.session;
    await ingest.session.imports.pause();
    const id = await ingest.enqueue({ path: 'new.csv', mode: 'replace' });
    const index = recordsIndexName(ingest.alias, id);
    await ingest.session.imports.resume();
    // The cancellation may come at any moment before the alias is moved.
    for (;;) {
      const entry = (await log.find(id))!;
      if (entry.state !== 'waiting' && entry.planned) break;
    }
    const cancelled = await log.change(id, ['running'], { state: 'cancelled' });
    if (!cancelled) return expect((await ingest.finished(id)).state).toBe('completed');
    await expect.poll(indexNames).not.toContain(index);
    expect(await live()).toBe(first.index);
    await expect(rollBack(ingest.session)).rejects.toThrow('There is no earlier index to roll back to');
    await expect(rollBack(ingest.session, index)).rejects.toThrow(`There is no index "${index}"`);
    expect(await ids()).toEqual([1, 2, 3]);
  });
});

describe('a lost live index', () => {
  it('an upsert without a live index fails and says how to continue; a rollback restores the alias', async () => {
    await replaceBy(3);
    const index = await live();
    await ingest.elasticsearch.indices.deleteAlias({ index, name: ingest.alias });
    const entry = await ingest.import('more.csv', csv([4]));
    expect(entry).toMatchObject({ state: 'failed', reason: expect.stringContaining('rollback --to INDEX') });
    expect((await listRecordsIndices(ingest.elasticsearch, ingest.alias)).map(({ role }) => role)).toEqual([
      'kept',
    ]);
    const { code, stdout } = await runCommand(['rollback'], ingest.environment);
    expect(stdout).toContain(`${index} is live again`);
    expect(code).toBe(0);
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'completed' });
    expect(await ids()).toEqual([1, 2, 3, 4]);
  });

  it('a deleted live index is not recreated empty, but a replacement creates a new one', async () => {
    await ingest.import('lots.csv', csv(range(1, 5)));
    await ingest.elasticsearch.indices.delete({ index: await live() });
    expect(await ingest.import('more.csv', csv([9]))).toMatchObject({ state: 'failed' });
    expect(await ingest.import('gone.csv', 'id\n1\n', { mode: 'delete' })).toMatchObject({ state: 'failed' });
    expect(await replaceBy(2)).toMatchObject({ state: 'completed' });
    expect(await ids()).toEqual([1, 2]);
  });
});

describe('an alias on two indices', () => {
  it('imports and commands refuse an alias on two indices, and name both', async () => {
    await replaceBy(3);
    const index = await live();
    const other = recordsIndexName(ingest.alias, 4_000_000);
    await ingest.elasticsearch.indices.create({ index: other, aliases: { [ingest.alias]: {} } });
    const reason = `points to more than one index (${[index, other].sort().join(', ')})`;
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(reason),
    });
    await expect(rollBack(ingest.session)).rejects.toThrow(reason);
    await ingest.elasticsearch.indices.delete({ index: other });
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'completed' });
  });
});

describe('an index of a newer mapping', () => {
  it('an import into an index of a newer mapping waits, and continues with a newer worker', async () => {
    await replaceBy(3);
    const index = await live();
    const { mappings } = (await ingest.elasticsearch.indices.getMapping({ index }))[index]!;
    const setVersion = (mapping_version: number) =>
      ingest.elasticsearch.indices.putMapping({ index, _meta: { ...mappings._meta, mapping_version } });
    await setVersion(99);
    await ingest.put('more.csv', csv([4]));
    const id = await ingest.enqueue({ path: 'more.csv' });
    const job = () => ingest.session.imports.getJob(`import-${id}`);
    await expect.poll(async () => (await job())?.isDelayed()).toBe(true);
    expect((await ingest.session.log.find(id))!.state).toBe('waiting');
    // The state that a worker of a newer build finds.
    await setVersion(mappings._meta!.mapping_version as number);
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1 });
  });
});

describe('an index of an older mapping', () => {
  it('an import into an index of an older mapping fails with advice, until all data is replaced', async () => {
    const { index } = await replaceBy(3);
    const { mappings } = (await ingest.elasticsearch.indices.getMapping({ index: index! }))[index!]!;
    const _meta = { ...mappings._meta, mapping_version: mappingVersion - 1 };
    await ingest.elasticsearch.indices.putMapping({ index: index!, _meta });
    const reason =
      `${index} has version ${mappingVersion - 1} of the mapping, and this build needs version ${mappingVersion}. ` +
      'Import all files again, the first with --replace.';
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'failed', reason });
    await replaceBy(3);
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'completed', indexed: 1 });
  });

  it('an import into an index that lacks a field fails with advice, until all data is replaced', async () => {
    const index = await createLackingIndex(ingest.elasticsearch, ingest.alias, [buildAuction({ id: 1 })]);
    const reason = `${index} lacks the fields ${lackedFields.join(', ')}. Import all files again, the first with --replace.`;
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'failed', reason });
    await replaceBy(3);
    expect(await ingest.import('more.csv', csv([4]))).toMatchObject({ state: 'completed', indexed: 1 });
  });
});

describe('an index of rejects from an older build', () => {
  it('missing fields are added to an older index of rejects', async () => {
    const older = await startIngest();
    const { raw: _since, ...properties } = rejectsMapping.properties;
    const index = rejectsIndex(older.alias);
    await older.elasticsearch.indices.create({ index, mappings: { dynamic: 'strict', properties } });
    const entry = await older.import('bad.csv', 'id,title,gem_type\n1,,Ruby\n');
    expect(entry).toMatchObject({ state: 'completed', rejected: 1 });
    expect(await older.rejectsOf(entry.id)).toMatchObject([{ raw: '1,,Ruby' }]);
    await older.close();
  });
});

describe('leftovers of killed workers', () => {
  it('write aliases and suggestion indices of killed workers are removed', async () => {
    const { id, index } = await replaceBy(3);
    const alias = writeAlias(ingest.alias, { id, run: 1 });
    await ingest.elasticsearch.indices.updateAliases({
      actions: [{ add: { index: index!, alias, is_hidden: true } }],
    });
    const left = suggestIndexName(ingest.alias, recordsIndexName(ingest.alias, 4_000_000));
    await ingest.elasticsearch.indices.create({ index: left });
    await expect.poll(indexNames).not.toContain(left);
    expect(await indexNames()).toContain(suggestIndexName(ingest.alias, index!));
    const aliases = async () =>
      Object.keys((await ingest.elasticsearch.indices.getAlias({ index: index! }))[index!]!.aliases).sort();
    await expect.poll(aliases).toEqual([ingest.alias, `${ingest.alias}-live-1`]);
    expect(await ids()).toEqual([1, 2, 3]);
  });
});
