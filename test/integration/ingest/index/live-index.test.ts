import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { listRecordsIndices, liveIndex } from '../../../../ingest/index/live-index.ts';
import { mappingVersion, recordsIndexName, suggestIndexName } from '../../../../mappings/records-index.ts';
import type { SuggestionDocument } from '../../../../mappings/suggest-index.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (ids: Iterable<number>, gem = 'Ruby') =>
  `id,title,gem_type\n${[...ids].map((id) => `${id},a,${gem}`).join('\n')}\n`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest?.close());

const ids = async () => (await ingest.records()).map(({ id }) => id);
const live = async () => (await liveIndex(ingest.elasticsearch, ingest.alias))!;
const replaceBy = (last: number, gem?: string) =>
  ingest.import(`${last}.csv`, csv(range(1, last), gem), { mode: 'replace', min_records: 1 });
const upsert = () => ingest.import('more.csv', csv([9]));
const recordsIndices = async () =>
  Object.keys(await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-records-*` })).sort();
const adviceToReplace = 'Import all files again, the first with --replace.';

describe('rollbacks', () => {
  it('a rollback goes back one step at a time, also after another rollback, and two indices are kept', async () => {
    for (const last of [1, 2]) await replaceBy(last);
    const [a, b] = [await replaceBy(3), await replaceBy(4)];
    expect(await recordsIndices()).toHaveLength(3);
    expect(await rollBack(ingest.session)).toMatchObject({ from: b.index, to: a.index });
    const c = await replaceBy(5);
    expect(await rollBack(ingest.session)).toMatchObject({ from: c.index, to: a.index });
    expect(await ids()).toEqual([1, 2, 3]);
    // The replaced index can be named.
    expect(await rollBack(ingest.session, c.index)).toMatchObject({ from: a.index, to: c.index });
    expect(await ids()).toEqual([1, 2, 3, 4, 5]);
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
});

describe('a live index that was changed by hand', () => {
  beforeEach(() => replaceBy(3).then(() => {}));

  it('an upsert without a live alias fails and says how to continue; a rollback restores the alias', async () => {
    const index = await live();
    await ingest.elasticsearch.indices.deleteAlias({ index, name: ingest.alias });
    const reason = expect.stringContaining('rollback --to INDEX');
    expect(await upsert()).toMatchObject({ state: 'failed', reason });
    const roles = (await listRecordsIndices(ingest.elasticsearch, ingest.alias)).map(({ role }) => role);
    expect(roles).not.toContain('live');
    await rollBack(ingest.session, index);
    expect(await upsert()).toMatchObject({ state: 'completed' });
    expect(await ids()).toEqual([1, 2, 3, 9]);
  });

  it('a deleted live index is not recreated empty, but a replacement creates a new one', async () => {
    await ingest.elasticsearch.indices.delete({ index: await live() });
    expect(await upsert()).toMatchObject({ state: 'failed' });
    expect(await replaceBy(2)).toMatchObject({ state: 'completed' });
    expect(await ids()).toEqual([1, 2]);
  });

  it('imports and rollbacks refuse an alias on two indices, and name both', async () => {
    const index = await live();
    const other = recordsIndexName(ingest.alias, 4_000_000);
    await ingest.elasticsearch.indices.create({ index: other, aliases: { [ingest.alias]: {} } });
    const reason = `points to more than one index (${[index, other].sort().join(', ')})`;
    expect(await upsert()).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    await expect(rollBack(ingest.session)).rejects.toThrow(reason);
    await ingest.elasticsearch.indices.delete({ index: other });
    expect(await upsert()).toMatchObject({ state: 'completed' });
  });

  it('an import into an index of a newer or an older mapping fails with advice', async () => {
    const index = await live();
    const { mappings } = (await ingest.elasticsearch.indices.getMapping({ index }))[index]!;
    const setVersion = (mapping_version: number) =>
      ingest.elasticsearch.indices.putMapping({ index, _meta: { ...mappings._meta, mapping_version } });
    await setVersion(99);
    const newer = `${index} has version 99 of the mapping, unknown to this worker. Run workers of the newer build only, and retry the import.`;
    for (const entry of [await upsert(), await replaceBy(3)])
      expect(entry).toMatchObject({ state: 'failed', reason: newer });
    await setVersion(mappingVersion - 1);
    const reason = `${index} has version ${mappingVersion - 1} of the mapping, and this build needs version ${mappingVersion}. ${adviceToReplace}`;
    expect(await upsert()).toMatchObject({ state: 'failed', reason });
    expect(await replaceBy(3)).toMatchObject({ state: 'completed' });
  });
});

describe('suggested names', () => {
  /** Every suggested name, with its weight. */
  async function names(): Promise<[string, number][]> {
    const { hits } = await ingest.elasticsearch.search<SuggestionDocument>({
      ...{ index: suggestIndexName(ingest.alias, await live()), size: 1_000 },
    });
    const found = hits.hits.map(({ _source }) => _source!);
    return found.map(({ text, suggest }): [string, number] => [text, suggest[0]!.weight]).sort();
  }

  it('each name is stored once and follows every import and rollback; an index deleted by hand is rebuilt', async () => {
    await ingest.import(
      'one.csv',
      'id,title,gem_type,origin\n1,A,ruby,Burma\n2,B,Ruby,Mogok\n3,C,Spinel,\n',
      {
        ...{ mode: 'replace', min_records: 1 },
      },
    );
    const before = await names();
    expect(before).toEqual([
      ['Myanmar', 65],
      ['Ruby', 65],
      ['Spinel', 64],
    ]);
    await ingest.import('gone.csv', 'id\n3\n', { mode: 'delete' });
    expect((await names()).map(([text]) => text)).toEqual(['Myanmar', 'Ruby']);
    await replaceBy(2, 'Opal');
    expect((await names()).map(([text]) => text)).toEqual(['Opal']);
    await rollBack(ingest.session);
    await ingest.elasticsearch.indices.delete({ index: suggestIndexName(ingest.alias, await live()) });
    await upsert();
    expect((await names()).map(([text]) => text)).toEqual(['Myanmar', 'Ruby']);
  });
});
