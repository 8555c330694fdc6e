import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { retries } from '../../../../ingest/retries.ts';
import { announcements } from '../../../support/announcements.ts';
import { type FaultProxy, request, startFaultProxy } from '../../../support/fault-proxy.ts';
import { outcomeOf, plainImport } from '../../../support/plain-import.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const header = 'id,title,gem_type';
const csv = (ids: Iterable<number>, title = 'a') =>
  `${header}\n${[...ids].map((id) => `${id},${title},Ruby`).join('\n')}\n`;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

let engine: FaultProxy;
let ingest: TestIngest;
beforeAll(async () => {
  engine = await startFaultProxy(inject('elasticsearchUrl').split(',')[0]!);
  ingest = await startIngest({ elasticsearchUrl: engine.url });
});
afterAll(async () => {
  await ingest?.close();
  await engine?.close();
});

/** Imports a file that replaces everything. */
const replaceAll = (name: string, content: string | Buffer, payload: object = {}) =>
  ingest.import(name, content, { mode: 'replace', min_records: 0, max_reject_rate: 1, ...payload });
const ids = async () => (await ingest.records()).map(({ id }) => id);
const titles = async () => Object.fromEntries((await ingest.records()).map(({ id, title }) => [id, title]));

async function metaOf({ elasticsearch, alias }: TestIngest): Promise<Record<string, unknown>> {
  const mappings = await elasticsearch.indices.getMapping({ index: alias });
  return Object.values(mappings)[0]!.mappings._meta!;
}

/** Stands before Elasticsearch, and on demand drops the last write of a bulk request, but confirms it. */
async function startLosingProxy() {
  const target = inject('elasticsearchUrl').split(',')[0]!;
  let loses = false;
  const server = createServer(async (incoming, outgoing) => {
    let body = await text(incoming);
    const isLossy = loses && /-write-[^/]*\/_bulk/.test(incoming.url!);
    if (isLossy) {
      loses = false;
      const isDeletion = /^{"delete".*}\n$/.test(body.slice(body.lastIndexOf('\n', body.length - 2) + 1));
      body = `${body
        .split('\n')
        .slice(0, isDeletion ? -2 : -3)
        .join('\n')}\n`;
    }
    const { method, url, headers } = incoming;
    const response = await fetch(`${target}${url}`, {
      method: method!,
      headers: { 'content-type': headers['content-type'] ?? '', accept: headers.accept ?? '' },
      ...(body && { body, method: method === 'GET' ? 'POST' : method! }),
    });
    const answer = await response.text();
    const confirmed = () => {
      const parsed = JSON.parse(answer);
      return JSON.stringify({ ...parsed, items: [...parsed.items, parsed.items[0]] });
    };
    outgoing.writeHead(response.status, {
      'content-type': response.headers.get('content-type') ?? '',
      'x-elastic-product': 'Elasticsearch',
    });
    outgoing.end(method === 'HEAD' ? '' : isLossy ? confirmed() : answer);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    losesNext() {
      loses = true;
    },
    close: () => server.close(),
  };
}

describe('imports of files', () => {
  it('valid records of a CSV file are indexed, and each invalid one is reported with its line', async () => {
    const entry = await replaceAll(
      'mixed.csv',
      `${header},carat,origin,price_final_usd,auction_date
1,A ring,Moon cheese,,,,
2,,ruby,1,,,
3,"Two
lines",ruby,2.5,Burma,3000,2020-05-12
4,Bad date,ruby,1,,,2020-13-01
`,
    );
    expect(entry).toMatchObject({
      ...{ state: 'completed', read: 4, indexed: 2, superseded: 0, rejected: 2 },
      rejected_by_code: { required: 1, bad_date: 1 },
      unknown_values: { gem_type: { 'Moon cheese': 1 } },
    });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([
      { line: 3, field: 'title', code: 'required', raw: '2,,ruby,1,,,' },
      { line: 6, field: 'auction_date', code: 'bad_date' },
    ]);
    expect(await ingest.records()).toMatchObject([
      { id: 1, gem_type: 'Moon cheese' },
      {
        ...{ id: 3, title: 'Two\nlines', gem_type: 'Ruby', origin: 'Myanmar', price_final_usd: 3000 },
        ...{ price_per_carat_usd: 1200, is_sold: true, import: entry.id },
      },
    ]);
  });

  it.each([1, 2, 3])(
    'an import leaves the counts, records and rejects of a plain loop: file %i',
    async (seed) => {
      const { csv, expected } = plainImport(1_200, seed);
      const entry = await replaceAll('generated.csv', csv);
      expect(entry).toMatchObject({ state: 'completed' });
      expect(await outcomeOf(ingest, entry)).toEqual(expected);
    },
  );

  it('an import of more than 10,000 records counts all of them', async () => {
    const entry = await replaceAll('many.csv', csv(range(1, 10_001)));
    expect(entry).toMatchObject({ indexed: 10_001, superseded: 0 });
  });

  it.each([
    ['empty.json', '[]', 'The file has no records.'],
    ['header.csv.zst', zstdCompressSync(header), 'The file has a header and no records.'],
  ])('an import of no records completes with a warning: %s', async (name, content, warning) => {
    const { data_version } = await metaOf(ingest);
    const entry = await ingest.import(name, content);
    expect(entry).toMatchObject({ state: 'completed', read: 0, indexed: 0, warning, data_version });
  });
});

describe('what readers see', () => {
  it('the index says that it is publishing until the new data version, which is announced', async () => {
    const before = await metaOf(ingest);
    const announced = announcements(ingest);
    await announced.ready;
    engine.holdWhen(request('GET', /-records-[^/]*\/_refresh/));
    const id = await ingest.enqueue({ path: await ingest.put('more.csv', csv([9_001])) });
    await expect.poll(() => engine.waiting()).toBeGreaterThan(0);
    expect(await metaOf(ingest)).toEqual({ ...before, publishing: true });
    engine.release();
    const { data_version } = await ingest.finished(id);
    expect(data_version).not.toBe(before.data_version);
    expect(await metaOf(ingest)).toMatchObject({ data_version });
    expect(await metaOf(ingest)).not.toHaveProperty('publishing');
    await announced.until(data_version);
  });

  it('an import without changes keeps the data version', async () => {
    const before = await metaOf(ingest);
    const nothing = await ingest.import('nothing.csv', `${header}\nx,no id,\n`);
    expect(nothing).toMatchObject({ state: 'completed', rejected: 1, data_version: before.data_version });
    expect(await metaOf(ingest)).toEqual(before);
  });
});

describe('replacements and deletions', () => {
  it('a replacement with too few records or too many rejects fails, and changes nothing', async () => {
    await replaceAll('old.csv', csv(range(1, 10)));
    const live = await liveIndex(ingest.elasticsearch, ingest.alias);
    const few = await ingest.import('few.csv', csv(range(1, 4)), { mode: 'replace' });
    expect(few).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/fewer than the required 5/),
    });
    const bad = await ingest.import('bad.csv', `${csv(range(1, 18))}19,,Ruby\n`, { mode: 'replace' });
    expect(bad).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/1 of 19 records were rejec/),
    });
    expect(await liveIndex(ingest.elasticsearch, ingest.alias)).toBe(live);
    expect(await ids()).toEqual(range(1, 10));
    const index = `${ingest.alias}-records-*`;
    const building = async () => Object.keys(await ingest.elasticsearch.indices.get({ index })).length;
    // The leftovers are deleted after the failure is reported.
    await expect.poll(building).toBeLessThanOrEqual(3);
  });

  it('a deletion removes the ids of its file and counts them', async () => {
    await replaceAll('lots.csv', csv(range(1, 6)));
    const entry = await ingest.import('gone.csv', 'id\n3\n3\n4\n4444\nx\n', { mode: 'delete' });
    expect(entry).toMatchObject({ read: 5, indexed: 3, superseded: 1, rejected: 1 });
    expect(await ids()).toEqual([1, 2, 5, 6]);
  });

  it('a cancelled replacement keeps the live index, and imports after it run', async () => {
    await replaceAll('old.csv', csv([1, 2]));
    engine.holdWhen(request('POST', /-write-[^/]*\/_bulk/));
    const id = await ingest.enqueue({
      path: await ingest.put('new.csv', csv(range(1, 50))),
      mode: 'replace',
    });
    await expect.poll(() => engine.waiting()).toBeGreaterThan(0);
    await ingest.session.log.change(id, ['running'], { state: 'cancelled' });
    engine.release();
    expect(await ingest.import('other.csv', csv([3]))).toMatchObject({ state: 'completed' });
    expect(await ids()).toEqual([1, 2, 3]);
    expect(await ingest.finished(id)).toMatchObject({ state: 'cancelled' });
  });
});

describe('the order of imports', () => {
  it('numbers are given once and rise, whatever Redis forgets, and jobs of producers get theirs from the worker', async () => {
    await replaceAll('old.csv', csv([1]));
    const path = await ingest.put('lots.csv', csv([1]));
    const burst = async () => {
      const own = Array.from({ length: 3 }, () => ingest.enqueue({ path }));
      const produced = [1, 2, 3].map((id) =>
        ingest.produce([{ id, title: `Lot ${id}`, gem_type: 'Ruby' }], { attempts: 1 }),
      );
      const entries = await Promise.all([...(await Promise.all(own)).map(ingest.finished), ...produced]);
      for (const entry of entries) expect(entry).toMatchObject({ state: 'completed', read: 1 });
      return entries.map(({ id }) => id);
    };
    const first = await burst();
    await ingest.redis.del(...(await ingest.redis.keys(`*${ingest.alias}*`)));
    const second = await burst();
    expect(new Set([...first, ...second]).size).toBe(12);
    expect(Math.min(...second)).toBeGreaterThan(Math.max(...first));
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('numbers are higher than those in records, even when the import log was lost', async () => {
    const { id } = await ingest.import('one.csv', csv([1, 2]));
    await ingest.elasticsearch.indices.delete({ index: `${ingest.alias}-imports` });
    const entry = await ingest.import('two.csv', csv([1, 2], 'after'));
    expect(entry.id).toBeGreaterThan(id);
    expect(entry).toMatchObject({ state: 'completed', indexed: 2, superseded: 0 });
    expect(await titles()).toMatchObject({ 1: 'after', 2: 'after' });
  });
});

describe('sums that do not add up', () => {
  it('a write that Elasticsearch confirms and loses fails an upsert and a deletion', async () => {
    const losing = await startLosingProxy();
    const own = await startIngest({ elasticsearchUrl: losing.url });
    await own.import('one.csv', csv(range(1, 5)));
    losing.losesNext();
    const reason = 'Elasticsearch confirmed 3 writes, but has made only 2. Import the file again.';
    const upsert = await own.import('lots.csv', csv(range(6, 8)));
    expect(upsert).toMatchObject({
      state: 'failed',
      reason: `The counts do not add up: ${reason}`,
      indexed: 2,
    });
    losing.losesNext();
    const deletion = await own.import('gone.csv', 'id\n1\n2\n3\n', { mode: 'delete' });
    expect(deletion).toMatchObject({ state: 'failed', reason: `The counts do not add up: ${reason}` });
    await own.close();
    await losing.close();
  });

  it.each(['upsert', 'replace'] as const)(
    'an import with more records in the index than it accepted fails: %s',
    async (mode) => {
      await replaceAll('one.csv', csv([1]));
      engine.holdWhen(request('GET', /-records-[^/]*\/_refresh/));
      const id = await ingest.enqueue({ path: await ingest.put('two.csv', csv([2, 3])), mode });
      await expect.poll(() => engine.waiting()).toBeGreaterThan(0);
      const { index } = (await ingest.session.log.find(id))!;
      const document = { id: 9_999, title: 'c', gem_type: 'Ruby', import: id, auction_day: 0 };
      await ingest.elasticsearch.index({ index: index!, id: '9999', document, refresh: true });
      engine.release();
      expect(await ingest.finished(id)).toMatchObject({
        state: 'failed',
        reason: 'The counts do not add up: 2 records accepted, but 3 indexed. Import the file again.',
      });
      if (mode === 'replace') expect(await ids()).toEqual([1]);
    },
  );

  it('a replacement whose rejects were lost fails, and is never live', async () => {
    engine.holdWhen(request('GET', /-rejects\/_refresh/));
    const path = await ingest.put('lots.csv', `${csv([2])}3,,Ruby\n`);
    const id = await ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1 });
    await expect.poll(() => engine.waiting()).toBeGreaterThan(0);
    await ingest.elasticsearch.delete({ index: `${ingest.alias}-rejects`, id: `${id}-1-0-0` });
    engine.release();
    expect(await ingest.finished(id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('2 records read, 1 accepted, 1 rejected, 0 rejects stored'),
    });
    expect(await ids()).toEqual([1]);
  });

  it('a refused record is a reject, and an import whose rejects are refused fails with the reason', async () => {
    const setPipeline = (name: string | null, index = `${ingest.alias}-rejects`) =>
      ingest.elasticsearch.indices.putSettings({
        index,
        settings: { 'index.final_pipeline': name ?? '_none' },
      });
    await setPipeline('missing', ingest.alias);
    expect(await ingest.import('lots.csv', csv([1]))).toMatchObject({
      ...{ state: 'completed', rejected: 1, rejected_by_code: { refused: 1 } },
    });
    await setPipeline(null, ingest.alias);
    await setPipeline('missing');
    expect(await ingest.import('lots.csv', `${csv([1])}2,,Ruby\n`)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining(
        'Elasticsearch refused a reject: pipeline with id [missing] does not exist',
      ),
    });
    await setPipeline(null);
  });
});

it('an import waits for the end of a write block, as Elasticsearch sets it on a full disk', async () => {
  const block = (isBlocked: boolean) =>
    ingest.elasticsearch.indices.putSettings({
      index: `${ingest.alias}-rejects`,
      settings: { 'index.blocks.read_only_allow_delete': isBlocked || null },
    });
  await block(true);
  const met = Promise.withResolvers<void>();
  const onRetry = (error: unknown) => String(error).includes('blocked by') && met.resolve();
  retries.subscribe(onRetry);
  const id = await ingest.enqueue({ path: await ingest.put('lots.csv', `${csv([1])}2,,Ruby\n`) });
  await Promise.race([met.promise, ingest.finished(id)]);
  retries.unsubscribe(onRetry);
  await block(false);
  expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1, rejected: 1 });
});
