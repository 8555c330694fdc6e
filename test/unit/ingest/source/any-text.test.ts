import { isUtf8 } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { openSource } from '../../../../ingest/source/open-source.ts';
import type { SourceRecord } from '../../../../ingest/source/read-batches.ts';
import type { SourceBytes } from '../../../../ingest/source/source-bytes.ts';

/** Bytes that arrive in chunks of one size. */
function arriving(content: Buffer, chunk: number): SourceBytes {
  return {
    ...{ version: { size: content.length, etag: 'a' }, position: 0 },
    async *read(start = 0, end = content.length) {
      for (let at = start; at < end; at += chunk) yield content.subarray(at, Math.min(at + chunk, end));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

const columns = ['a', 'b', 'c'];
const profile: Profile = { name: 'any', fields: {}, encoding: 'utf-8', delimiter: ',' };
const outcome = (record: SourceRecord) => [
  record.line,
  record.raw,
  'fields' in record ? Object.values(record.fields) : record.problem.code,
];

/** Reads a source at once, and again from the end of one of its batches. */
async function readTwice(path: string, content: Buffer, chunk: number, pick: number, records?: string) {
  await using source = await openSource(
    `s3://lots/${path}`,
    { profile: { ...profile, ...(records !== undefined && { records }) } },
    { objects: { open: async () => arriving(content, chunk) } as never },
  );
  const batches = await Array.fromAsync(source.batches());
  const at = pick % Math.max(1, batches.length);
  const end = source.reached();
  const rest = await Array.fromAsync(source.batches(batches[at]?.end));
  expect(rest).toEqual(batches.slice(at + 1));
  // Rows without values are counted from the beginning, wherever reading continues.
  expect(source.reached()).toEqual(end);
  return batches.flatMap(({ records }) => records.map(outcome));
}

/** A record of RFC 4180, in which an unquoted cell may have quotes within it. */
const cell = '(?:"(?:[^"]|"")*"|(?!")[^,\\n]*)';
const record = new RegExp(`${cell}(?:,${cell})*\\r?(?:\\n|$)`, 'y');

/** What a plain loop over the bytes of a CSV text reads. */
function plainLoop(text: string): unknown[] {
  const read: unknown[] = [];
  let line = 1;
  for (let at = 0; at < text.length; ) {
    record.lastIndex = at;
    const end = text.indexOf('\n', at);
    const ofLine = text.slice(at, end === -1 ? text.length : end + 1);
    const isBlank = /^[ ,\r\n]*$/.test(ofLine);
    const found = isBlank ? ofLine : record.exec(text)?.[0];
    const bytes = Buffer.from(found ?? ofLine, 'latin1');
    const raw = bytes.toString().replace(/\r?\n$/, '');
    const cells = (): string[] =>
      parse(raw, { relax_quotes: true, relax_column_count: true, record_delimiter: '\0' })[0]!;
    const result =
      isBlank || !isUtf8(bytes) ? 'bad_encoding' : found === undefined ? 'csv_syntax' : fieldsOf(cells());
    if (!isBlank && line > 1) read.push([line, raw, result]);
    line += bytes.filter((byte) => byte === 0x0a).length;
    at += bytes.length;
  }
  return read;
}

function fieldsOf(cells: string[]) {
  const isWide = cells.slice(columns.length).some((one) => one.trim() !== '');
  return cells.length < columns.length || isWide
    ? 'column_count'
    : columns.map((_, i) => cells[i]!.trim() || undefined);
}

const parts = [
  'x',
  'é'.normalize(),
  '"',
  ',',
  '\n',
  ' ',
  '""',
  ',"',
  '",',
  '",b,c\n',
  'a,b,c\n',
  '1,"2\n",3\n',
  '\xe9',
  '\r',
];
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

it('any CSV text is read like by a plain loop, however it arrives and wherever reading continues', async () => {
  const fragment = fc.array(fc.constantFrom(...parts), { minLength: 5, maxLength: 60 });
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r', 'mixed');
  await fc.assert(
    fc.asyncProperty(
      fragment,
      lineEnd,
      fc.integer({ min: 1, max: 5_000 }),
      fc.nat(),
      fc.boolean(),
      async (texts, end, chunk, pick, isPacked) => {
        const body = texts.map((text) => (text === '\xe9' ? text : latin1(text))).join('');
        // A first row of another length, so that not all rows lack the same cells.
        const lines = `a,b,c\n1,2,3\n${body.repeat(Math.ceil(20_000 / body.length))}`;
        const text =
          end === 'mixed'
            ? lines.replaceAll('\n', '\r\n').replace('\r\n', '\r')
            : lines.replaceAll('\n', end);
        const bytes = Buffer.from(text, 'latin1');
        const read = await readTwice(
          isPacked ? 'a.csv.gz' : 'a.csv',
          isPacked ? gzipSync(bytes) : bytes,
          chunk,
          pick,
        );
        const isCr = /^[^\n]*\r(?!\n)/.test(text.slice(0, 7));
        expect(read).toEqual(plainLoop(isCr ? text.replaceAll(/\r(?!\n)/g, '\n') : text));
      },
    ),
  );
});

it.each(['a.ndjson', 'a.json', 'b.json', 'sales.json'])(
  '%s is read the same however it arrives',
  async (path) => {
    const lots = Array.from({ length: 2_500 }, (_, i) => ({
      no: i,
      title: `"${'é\\'.repeat(i % 7)}]`,
      of: [{}],
    }));
    const text = {
      'a.ndjson': () => lots.map((lot) => JSON.stringify(lot)).join('\n\n'),
      'a.json': () => JSON.stringify(lots, null, 1),
      'b.json': () => JSON.stringify({ total: 2_500, lots, next: null }),
      'sales.json': () => JSON.stringify({ house: 'X', sales: [{ lots }, { lots: [] }], currency: 'EUR' }),
    }[path]!();
    const records = path === 'sales.json' ? 'sales.lots' : undefined;
    const expected = await readTwice(path, Buffer.from(text), text.length, 0, records);
    expect(expected).toHaveLength(lots.length);
    for (const chunk of [1, 7, 64, 4_097])
      expect(await readTwice(path, Buffer.from(text), chunk, chunk, records)).toEqual(expected);
  },
);
