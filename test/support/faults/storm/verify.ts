import { expect } from 'vitest';
import type { ListedImport } from '../../../../ingest/store/import-entry.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { suggestIndexName } from '../../../../mappings/records-index.ts';
import { type Body, get } from '../../get.ts';
import { keyOf } from './imports.ts';
import { badLinesOf, type EndedImport, type Expected } from './model.ts';
import type { PlannedImport } from './plan.ts';
import type { Stage } from './stage.ts';

/** The logged imports with their planned content, oldest first. Expects that no planned import is missing. */
export async function readImports(planned: readonly PlannedImport[], stage: Stage): Promise<EndedImport[]> {
  // Where two workers log a producer's job at once, the second entry is cancelled.
  const entries = (await stage.service.ingest.session.log.list())
    .filter(({ reason }) => !reason?.endsWith('imports the same.'))
    .reverse();
  const ended: EndedImport[] = [];
  for (const entry of entries) {
    const key = await keyOf(entry, stage);
    const own = planned.find((one) => one.key === key);
    expect(own, `import ${entry.id} (${entry.source}) is none of the plan`).toBeDefined();
    ended.push({ entry, planned: own! });
  }
  const present = new Set(ended.map((one) => one.planned.key));
  expect(planned.filter(({ key }) => !present.has(key))).toEqual([]);
  return ended;
}

/** Expects that each import has completed or was cancelled by the storm, and that its counts add up. */
export function expectEnded(imports: readonly EndedImport[]): void {
  const strange = imports.filter(({ entry: { state }, planned: { kind } }) =>
    kind === 'replace, cancelled' ? !['completed', 'cancelled'].includes(state) : state !== 'completed',
  );
  expect(strange.map(({ entry, planned }) => ({ ...shown(entry), kind: planned.kind }))).toEqual([]);
  for (const { entry, planned } of imports) {
    if (entry.state !== 'completed') continue;
    const { read, indexed, superseded, rejected } = entry;
    const bad = badLinesOf(planned);
    expect({ id: entry.id, read, rejected, good: indexed + superseded }).toEqual({
      ...{ id: entry.id, read: planned.lines, rejected: bad, good: planned.lines - bad },
    });
  }
}

const shown = ({ id, state, reason, mode }: ListedImport) => ({ id, state, reason, mode });

/** Expects the data of the model from both APIs: version, records, totals and suggestions. */
export async function expectShown({ records }: Expected, { service }: Stage): Promise<void> {
  const { ingest, apis } = service;
  const { meta } = await liveMeta(ingest);
  const states = async () =>
    Promise.all(
      apis.map(async ({ url }) => {
        const { body } = await get(url, '/api/v1/auctions', 'limit=1');
        return [body.pagination?.total_records, body.meta?.data_version];
      }),
    ).catch((error) => (error as Error).message);
  const both = [records.size, meta.data_version];
  await expect.poll(states, { interval: 200 }).toEqual([both, both]);
  for (const { url } of apis) {
    expectEqual(await walk(url), records);
    await expectSuggestions(url);
  }
}

async function liveMeta({ elasticsearch, alias }: Stage['service']['ingest']) {
  const mappings = await elasticsearch.indices.getMapping({ index: alias });
  const [[index, { mappings: live }]] = Object.entries(mappings) as [[string, Body]];
  return { index, meta: live._meta as { data_version: string } };
}

async function walk(url: string): Promise<AuctionRecord[]> {
  const met: AuctionRecord[] = [];
  let cursor = '';
  do {
    const { status, body } = await get(url, '/api/v1/auctions', `sort=id&limit=100${cursor}`);
    expect(status).toBe(200);
    met.push(...body.data);
    cursor = body.meta.next_cursor ? `&cursor=${body.meta.next_cursor}` : '';
  } while (cursor);
  return met;
}

/** Shows only the first differences, because thousands of records are compared. */
function expectEqual(met: AuctionRecord[], records: Expected['records']): void {
  const plain = new Map(met.map((record) => [record.id, describeRecord(record)]));
  expect(plain.size).toBe(met.length);
  const differences = [...new Set([...plain.keys(), ...records.keys()])].flatMap((id) => {
    const expected = records.get(id) && describeRecord(records.get(id)!);
    const found = plain.get(id);
    return found === expected ? [] : [{ id, found, expected }];
  });
  expect({ different: differences.length, first: differences.slice(0, 3) }).toEqual({
    different: 0,
    first: [],
  });
}

/** Removes the flags, which depend on all records, and the time of update. */
const describeRecord = (record: AuctionRecord) =>
  JSON.stringify(
    Object.entries({ ...record, flags: [], updated_at: null }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Expects that each suggestion has as many lots as the list finds with its filter. */
async function expectSuggestions(url: string): Promise<void> {
  const found: Body[] = [];
  for (const q of ['r', 's', 'a', 'm', 'c', 'e']) {
    found.push(...(await get(url, '/api/v1/suggestions', `q=${q}&limit=50`)).body.data);
  }
  const texts = found.map(({ text }) => text);
  for (const text of ['Ruby', 'Sapphire', 'Myanmar', 'A ring']) expect(texts).toContain(text);
  for (const { text, lots, filter } of found) {
    const query = new URLSearchParams({ ...filter, limit: '1' }).toString();
    const { body } = await get(url, '/api/v1/auctions', query);
    expect({ text, lots }).toEqual({ text, lots: body.pagination.total_records });
  }
}

/** Expects that no index, alias or job is left over. */
export async function expectNothingLeft(
  imports: readonly EndedImport[],
  { live }: Expected,
  { service }: Stage,
): Promise<void> {
  const { ingest } = service;
  const { alias, elasticsearch } = ingest;
  const recordsOf = (number: number | string) => `${alias}-records-${number}`;
  expect((await liveMeta(ingest)).index).toBe(recordsOf(live));

  const leftovers = async () => {
    const aliases = await elasticsearch.indices.getAlias({ index: `${alias}-*`, expand_wildcards: 'all' });
    const indices = Object.keys(aliases);
    const records = indices.filter((index) => index.startsWith(recordsOf('')));
    const suggestions = indices.filter((index) => index.startsWith(`${alias}-suggest-`));
    const completed = imports
      .filter(({ entry, planned }) => entry.state === 'completed' && planned.kind.startsWith('replace'))
      .map(({ entry }) => recordsOf(entry.id));
    return {
      ofNoCompletedImport: records.filter((index) => !completed.includes(index)),
      tooMany: records.slice(3),
      writeAliases: Object.values(aliases)
        .flatMap((index) => Object.keys(index.aliases))
        .filter((name) => name.startsWith(`${alias}-write-`)),
      namesOfNoIndex: suggestions.filter(
        (index) => !records.some((name) => suggestIndexName(alias, name) === index),
      ),
      jobs: await openJobs(service.ingest.session),
    };
  };
  const nothing = {
    ofNoCompletedImport: [],
    tooMany: [],
    writeAliases: [],
    namesOfNoIndex: [],
    jobs: {},
  };
  await expect.poll(leftovers, { interval: 500 }).toEqual(nothing);
}

/** Imports that have not ended, by the state of their jobs. */
async function openJobs(queues: Stage['service']['ingest']['session']): Promise<Record<string, number>> {
  const states = ['waiting', 'active', 'delayed', 'prioritized', 'waiting-children'] as const;
  const counts = await queues.imports.getJobCounts(...states);
  return Object.fromEntries(Object.entries(counts).filter(([, n]) => n !== 0));
}
