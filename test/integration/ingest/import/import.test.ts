import { randomBytes } from 'node:crypto';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveIndex } from '../../../../ingest/index/live-index.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const header = 'id,title,gem_type,carat,origin,price_final_usd,auction_date';
const line = (id: number, title = `Lot ${id}`) => `${id},${title},ruby,2.5,Burma,${id * 1_000},2020-05-12`;

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

describe('imports of files', () => {
  it('valid records of a CSV file are indexed, and each invalid one is reported with its line', async () => {
    const entry = await ingest.import(
      'mixed.csv',
      `${header}\n${line(1)}\n2,,ruby,1,,,\n${line(3, '"Two\nlines, quoted"')}\n4,Bad date,ruby,1,,,2020-13-01\n${line(5)}\n`,
    );
    expect(entry).toMatchObject({
      state: 'completed',
      read: 5,
      indexed: 3,
      superseded: 0,
      rejected: 2,
      rejected_by_code: { required: 1, bad_date: 1 },
    });
    expect(await ingest.rejectsOf(entry.id)).toMatchObject([
      { line: 3, field: 'title', code: 'required', raw: '2,,ruby,1,,,' },
      { line: 6, field: 'auction_date', code: 'bad_date' },
    ]);
    const records = await ingest.records();
    expect(records.map(({ id }) => id)).toEqual([1, 3, 5]);
    expect(records[1]).toMatchObject({
      title: 'Two\nlines, quoted',
      gem_type: 'Ruby',
      origin: 'Myanmar',
      price_final_usd: 3000,
      price_per_carat_usd: 1200,
      is_sold: true,
      import: entry.id,
    });
  });

  it('NDJSON, JSON arrays and compressed files of both are imported', async () => {
    const objects = (from: number) =>
      Array.from({ length: 3 }, (_, i) => ({ id: from + i, title: `Lot ${from + i}`, gem_type: 'Spinel' }));
    const ndjson = (from: number) =>
      objects(from)
        .map((lot) => JSON.stringify(lot))
        .join('\n');
    const files: [string, string | Buffer][] = [
      ['a.ndjson', ndjson(100)],
      ['b.json', JSON.stringify(objects(200), null, 2)],
      ['c.ndjson.gz', gzipSync(ndjson(300))],
      ['d.json.zst', zstdCompressSync(JSON.stringify(objects(400)))],
      ['e.csv.gz', gzipSync(`${header}\n${line(500)}\n${line(501)}\n${line(502)}\n`)],
    ];
    for (const [name, content] of files) {
      expect(await ingest.import(name, content), name).toMatchObject({
        state: 'completed',
        read: 3,
        indexed: 3,
      });
    }
  });

  it('the later of two lines with one id is kept, and the other counts as superseded', async () => {
    const entry = await ingest.import(
      'twice.csv',
      `${header}\n${line(900, 'first')}\n${line(900, 'second')}\n`,
    );
    expect(entry).toMatchObject({ read: 2, indexed: 1, superseded: 1, rejected: 0 });
    expect((await ingest.records()).find(({ id }) => id === 900)?.title).toBe('second');
  });

  it('an import gives the data a new version, in the index and on the Redis channel', async () => {
    const before = await metaOf(ingest);
    const announced: string[] = [];
    const subscriber = ingest.redis.duplicate();
    await subscriber.subscribe(`gem-auctions:${ingest.alias}:data-version`);
    subscriber.on('message', (_channel, message) => announced.push(message));
    const entry = await ingest.import('one.csv', `${header}\n${line(950)}\n`);
    const after = await metaOf(ingest);
    subscriber.disconnect();
    expect(after.data_version).not.toBe(before.data_version);
    expect(after.data_version).toBe(entry.data_version);
    expect(JSON.parse(announced.at(-1)!).data_version).toBe(after.data_version);
  });

  it('an import without changes keeps the data version, unless a worker left an unannounced change', async () => {
    const before = await metaOf(ingest);
    const nothing = await ingest.import('nothing.csv', `${header}\nx,no id\n`);
    expect(nothing).toMatchObject({ state: 'completed', rejected: 1, data_version: before.data_version });
    expect(await metaOf(ingest)).toEqual(before);

    // Simulates a worker that stops right after its refresh.
    const { elasticsearch, alias } = ingest;
    await elasticsearch.delete({ index: (await liveIndex(elasticsearch, alias))!, id: '950', refresh: true });
    const { data_version } = await ingest.import('nothing.csv', `${header}\nx,no id\n`);
    expect(data_version).not.toBe(before.data_version);
    expect((await metaOf(ingest)).data_version).toBe(data_version);
  });

  it('a header with errors fails the import with every error, and nothing is written', async () => {
    const before = await ingest.records();
    const entry = await ingest.import('bad.csv', 'id,titel\n1,a\n');
    expect(entry).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('"titel" is not a known column'),
    });
    expect(await ingest.records()).toEqual(before);
  });

  it('an import of a file outside IMPORT_ROOT fails', async () => {
    for (const path of ['../../etc/passwd', '/etc/passwd', 'no-such-file.csv']) {
      const entry = await ingest.finished(await ingest.enqueue({ path, format: 'csv' }));
      expect(entry.state, path).toBe('failed');
      expect(entry.reason, path).toMatch(/IMPORT_ROOT/);
    }
  });

  it.each([
    ['empty.ndjson', '', 'The file has no records.'],
    ['empty.json', '[]', 'The file has no records.'],
    ['header.csv', `${header}\n`, 'The file has a header and no records.'],
    ['header.csv.gz', gzipSync(header), 'The file has a header and no records.'],
  ])('an import of no records completes with a warning: %s', async (name, content, warning) => {
    const before = await metaOf(ingest);
    const { data_version } = before;
    const entry = await ingest.import(name, content);
    expect(entry).toMatchObject({ state: 'completed', read: 0, indexed: 0, warning, data_version });
    expect(await metaOf(ingest)).toEqual(before);
  });

  it.each([
    ['PNG', '89504e470d0a1a0a0000000d49484452', /^The file is a picture \(PNG\), which is not supported/],
    ['JPEG', 'ffd8ffe000104a46494600010100', /^The file is a picture \(JPEG\), which is not supported/],
    ['unknown', '000102030405060708090a0b', /^The file is a binary file, which is not supported/],
  ])('a binary file fails with its format, and without its bytes: %s', async (_format, bytes, reason) => {
    const file = Buffer.concat([Buffer.from(bytes, 'hex'), randomBytes(2_000)]);
    for (const [name, content] of [
      ['data.bin', file],
      ['data.csv', file],
      ['data.ndjson.gz', gzipSync(file)],
    ] as const) {
      const entry = await ingest.import(name, content, { mode: 'replace' });
      expect(entry).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
      expect(entry.reason).toMatch(/^[ -~]+$/);
    }
  });

  it('values that the vocabulary does not know are counted', async () => {
    const entry = await ingest.import('odd.ndjson', '{"id":960,"title":"x","gem_type":"Moon cheese"}\n');
    expect(entry.unknown_values).toEqual({ gem_type: { 'Moon cheese': 1 } });
  });
});

async function metaOf({ elasticsearch, alias }: TestIngest): Promise<Record<string, string>> {
  const mappings = await elasticsearch.indices.getMapping({ index: alias });
  return Object.values(mappings)[0]!.mappings._meta as Record<string, string>;
}
