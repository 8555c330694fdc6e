import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rollBack } from '../../../../ingest/index/index-history.ts';
import { countWrites, liveIndex } from '../../../../ingest/index/live-index.ts';
import { checkMigration } from '../../../../ingest/index/migrate.ts';
import { toDocument } from '../../../../mappings/document.ts';
import { mappingVersion, suggestIndexName } from '../../../../mappings/records-index.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { createLackingIndex, lackedFields } from '../../../support/lacking-index.ts';
import { documents, enqueueMigration, prepared, whenIs } from '../../../support/migrate.ts';
import { runCommand } from '../../../support/run-cli.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const csv = (records: number, title = 'Lot') =>
  `id,title,gem_type,carat,price_final_usd,auction_date\n${Array.from(
    { length: records },
    (_, i) => `${i + 1},${title},Ruby,2,${1_000 + i},2020-05-01`,
  ).join('\n')}\n`;

let ingest: TestIngest;
beforeEach(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', csv(1_200));
});
afterEach(() => ingest.close());

const live = async () => (await liveIndex(ingest.elasticsearch, ingest.alias))!;
const migrate = async () => ingest.finished(await enqueueMigration(ingest));
const goBack = () => rollBack(ingest.session);
const indices = async () =>
  Object.keys(await ingest.elasticsearch.indices.get({ index: `${ingest.alias}-records-*` })).sort();

describe('migrations of the search index', () => {
  it('a migration keeps every record with its version and its import', async () => {
    const [first, before] = [await live(), await documents(ingest)];
    const entry = await migrate();
    expect(entry).toMatchObject({
      ...{ state: 'completed', mode: 'replace', read: 1_200, indexed: 1_200, superseded: 0, rejected: 0 },
      ...{
        index: await live(),
        migration: { from: first, from_version: mappingVersion, to_version: mappingVersion },
      },
    });
    expect(await documents(ingest)).toEqual(before);
    expect(await prepared(ingest)).toMatchObject({ count: 1_200 });
    expect(await indices()).toEqual([first, await live()]);
  });

  it('later imports overwrite migrated records, and earlier imports do not', async () => {
    const [earlier] = await ingest.session.log.list();
    await migrate();
    const entry = await ingest.import('later.csv', csv(10, 'Later'));
    expect(entry).toMatchObject({ state: 'completed', indexed: 10, superseded: 0 });
    expect((await ingest.records()).filter(({ title }) => title === 'Later')).toHaveLength(10);
    expect(await prepared(ingest)).toMatchObject({ count: 1_200 });
    expect((await documents(ingest)).at(-1)).toMatchObject({ import: earlier!.id });
  });

  it('a rollback undoes a migration; imports then continue, and it can be repeated', async () => {
    const first = await live();
    await migrate();
    await goBack();
    expect(await live()).toBe(first);
    expect(await ingest.import('more.csv', csv(1_300))).toMatchObject({ state: 'completed', indexed: 1_300 });
    expect(await migrate()).toMatchObject({ state: 'completed', indexed: 1_300 });
    expect(await prepared(ingest)).toMatchObject({ count: 1_300 });
  });

  it('a migration builds the suggestions of the new index, and a rollback restores the old ones', async () => {
    const names = async () => {
      const index = suggestIndexName(ingest.alias, await live());
      const { hits } = await ingest.elasticsearch.search<{ text: string }>({ index, size: 1_000 });
      return hits.hits.map(({ _source }) => _source!.text).sort();
    };
    await migrate();
    const migrated = await names();
    expect(migrated).not.toEqual([]);
    await goBack();
    expect(await names()).toEqual(migrated);
  });

  it('a second command follows a running migration instead of starting another', async () => {
    const { batches, log } = ingest.session;
    await batches.pause();
    const id = await enqueueMigration(ingest);
    await whenIs(ingest, id, ({ planned }) => planned);
    const second = runCommand(['migrate', '--json', '--detach'], ingest.environment);
    expect(JSON.parse((await second).stdout)).toMatchObject({ id, state: 'running' });
    await batches.resume();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed' });
    expect((await log.list()).filter(({ job }) => job.name === 'migrate')).toHaveLength(1);
  });
});

describe('failed migrations', () => {
  /** Runs a migration, and disturbs it after it was planned. */
  async function disturbed(disturb: (id: number) => Promise<unknown>) {
    const before = await live();
    const { batches } = ingest.session;
    await batches.pause();
    const id = await enqueueMigration(ingest);
    await whenIs(ingest, id, ({ planned }) => planned);
    await disturb(id);
    await batches.resume();
    const entry = await ingest.finished(id);
    expect(await live()).toBe(before);
    // The leftovers are deleted after the end is reported.
    await expect.poll(indices).toEqual([before]);
    return entry;
  }
  const write = async (index: string, id: number, version?: number) =>
    ingest.elasticsearch.index({
      ...{ index, id: String(id), document: toDocument(buildAuction({ id })) },
      ...(version && { version, version_type: 'external_gte' as const }),
    });

  it('a migration fails, and the live index stays, when the live index is written to during the copy', async () => {
    const entry = await disturbed(async () => write(await live(), 5_000));
    expect(entry).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('was written to during the migration'),
    });
    // A retry copies the current state of the index.
    const { code, stdout } = await runCommand(['retry', String(entry.id), '--json'], ingest.environment);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, run: 2, read: 1_201, indexed: 1_201 });
  });

  it('a migration fails, and the live index stays, when the new index has an extra record', async () => {
    const entry = await disturbed(async (id) => write(`${ingest.alias}-records-${id}`, 5_000));
    expect(entry).toMatchObject({ state: 'failed', reason: expect.stringContaining('counts do not add up') });
  });

  it('a migration fails, and the live index stays, when the new index has a newer record', async () => {
    const far = Number.MAX_SAFE_INTEGER;
    const entry = await disturbed(async (id) => write(`${ingest.alias}-records-${id}`, 7, far));
    expect(entry).toMatchObject({ state: 'failed', reason: expect.stringContaining('Record 7 could not') });
  });

  it('a cancelled migration leaves the live index in place', async () => {
    const entry = await disturbed((id) => ingest.session.log.change(id, ['running'], { state: 'cancelled' }));
    expect(entry.state).toBe('cancelled');
  });

  it('a migration fails, and the live index stays, when records are missing in the new index', async () => {
    const from = await live();
    const entry = await migrate();
    await goBack();
    await ingest.elasticsearch.delete({ index: entry.index!, id: '3', refresh: true });
    const writes = await countWrites(ingest.elasticsearch, [from]);
    const again = { ...entry, migration: { ...entry.migration!, writes } };
    await expect(checkMigration(again, ingest.session)).rejects.toThrow(
      'The new index has 1199 records, but the live one has 1200. Run gem-auctions migrate again.',
    );
  });

  it('a migration fails, and the live index stays, when the worker builds another mapping version', async () => {
    const other = await enqueueMigration(ingest, mappingVersion + 1);
    expect(await ingest.finished(other)).toMatchObject({
      ...{ state: 'failed', reason: expect.stringContaining(`has mapping version ${mappingVersion}`) },
    });
  });
});

describe('an index that lacks a field', () => {
  const lots = Array.from({ length: 1_200 }, (_, i) =>
    buildAuction({ id: i + 1, carat: 2, price_final_usd: 1_000 + i, treatment: 'unheated' }),
  );

  it('imports fail until the migrate command has added the field; a second run finds nothing to do', async () => {
    const lacking = await startIngest();
    const { elasticsearch, alias, environment } = lacking;
    const first = await createLackingIndex(elasticsearch, alias, lots);
    expect(await lacking.import('more.csv', csv(1))).toMatchObject({
      state: 'failed',
      reason: `${first} lacks the fields ${lackedFields.join(', ')}. Run gem-auctions migrate, then import again.`,
    });
    expect(await prepared(lacking)).toMatchObject({ count: 0 });

    const { code, stdout, stderr } = await runCommand(['migrate'], environment);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1,200 records read'),
    });
    const index = (await liveIndex(elasticsearch, alias))!;
    expect(stdout).toContain(`${index} is live. The live index before was ${first}.`);
    expect(stderr).toContain(`migration to version ${mappingVersion} of the mapping`);
    expect(await prepared(lacking)).toMatchObject({ count: 1_200 });
    const { created_at: updated_at } = (await lacking.session.log.list())[0]!;
    const completed = lots.map((lot) => ({ ...lot, treatment: 'No heat', updated_at }));
    expect(await lacking.records()).toEqual(completed);

    const again = await runCommand(['migrate', '--json'], environment);
    expect({ ...again, stdout: JSON.parse(again.stdout) }).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: { state: 'nothing_to_do', index, mapping_version: mappingVersion },
    });
    const listed = JSON.parse((await runCommand(['indices', '--json'], environment)).stdout);
    expect(listed).toMatchObject([
      { index, live: true, records: 1_200 },
      { index: first, live: false, records: 1_200 },
    ]);
    expect(await lacking.import('more.csv', csv(1))).toMatchObject({ state: 'completed', indexed: 1 });
    await lacking.close();
  });
});

describe('an index migrated by a newer build', () => {
  it('an older build does not write to the index, because its records would lack fields', async () => {
    const newer = await startIngest();
    await newer.import('lots.csv', csv(1));
    const index = (await liveIndex(newer.elasticsearch, newer.alias))!;
    const _meta = {
      mapping_version: mappingVersion + 1,
      data_version: 'newer',
      as_of: '2026-01-01T00:00:00Z',
    };
    await newer.elasticsearch.indices.putMapping({ index, _meta });
    await newer.put('more.csv', csv(5));
    const id = await newer.enqueue({ path: 'more.csv' });
    const job = () => newer.session.imports.getJob(`import-${id}`);
    await expect.poll(async () => (await job())?.isDelayed()).toBe(true);
    expect((await newer.session.log.find(id))!.state).toBe('waiting');
    expect(await newer.records()).toHaveLength(1);
    const { code, stderr } = await runCommand(['migrate'], newer.environment);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Use the newer build'),
    });
    await newer.close();
  });
});
