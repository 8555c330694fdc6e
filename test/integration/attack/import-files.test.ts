import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

// Hostile files whose reading is pure are in test/unit/ingest/source (quotes that are never closed, endless lines, bad
// encodings); formulas in CSV exports are in test/integration/api/ext/export/export.test.ts; bombs in import-bombs.test.ts.

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', 'id,title,gem_type\n1,Kept,Ruby\n');
});
afterAll(() => ingest?.close());

const header = 'id,title,gem_type\n';

/** The reason of an import that must fail and change nothing. */
async function refused(payload: Parameters<TestIngest['enqueue']>[0]): Promise<string> {
  const before = await ingest.records();
  const entry = await ingest.finished(await ingest.enqueue(payload));
  expect(entry.state).toBe('failed');
  expect(await ingest.records()).toEqual(before);
  return entry.reason!;
}

describe('the path of an import job', () => {
  it.each([
    ['climbs out', '../secret.csv', /no file|outside IMPORT_ROOT/],
    ['climbs out to a file that exists', '../../../../../../../../etc/passwd', /outside IMPORT_ROOT/],
    ['climbs out and comes back', 'x/../../../../../../../../../etc/hostname', /no file|outside IMPORT_ROOT/],
    ['is absolute', '/etc/passwd', /outside IMPORT_ROOT/],
    ['is a file of the process', '/proc/self/environ', /outside IMPORT_ROOT/],
    ['is a device', '/dev/zero', /outside IMPORT_ROOT/],
    ['has a NUL byte', 'lots.csv\0.csv', /no file/],
    ['is a folder', '.', /outside IMPORT_ROOT|not a file/],
    ['is longer than the system takes', `${'x'.repeat(4000)}.csv`, /no file/],
  ])('a path is refused when it %s', async (_what, path, reason) => {
    expect(await refused({ path, format: 'csv' })).toMatch(reason);
  });

  it('a path is refused when it is a link out of IMPORT_ROOT, or a link to a link', async () => {
    await symlink('/etc/passwd', join(ingest.importRoot, 'link.csv'));
    await symlink('link.csv', join(ingest.importRoot, 'link-to-link.csv'));
    await symlink('/etc', join(ingest.importRoot, 'folder'));
    for (const path of ['link.csv', 'link-to-link.csv', 'folder/passwd']) {
      expect(await refused({ path, format: 'csv' })).toMatch(/outside IMPORT_ROOT/);
    }
  });

  it('a path is refused when it is a pipe without a writer, a socket, a folder or a device', async () => {
    execFileSync('mkfifo', [join(ingest.importRoot, 'pipe.csv')]);
    const socket = createServer().listen(join(ingest.importRoot, 'socket.csv'));
    await mkdir(join(ingest.importRoot, 'folder.csv'));
    await symlink('/dev/zero', join(ingest.importRoot, 'zero.csv'));
    for (const path of ['pipe.csv', 'socket.csv', 'folder.csv', 'zero.csv']) {
      expect(await refused({ path })).toMatch(/is not a file|outside IMPORT_ROOT/);
    }
    socket.close();
  });
});

describe('hostile records', () => {
  const reject = async (name: string, content: string | Buffer, payload = {}) => {
    const entry = await ingest.import(name, content, payload);
    expect(entry).toMatchObject({ state: 'completed', indexed: 1 });
    const rejects = await ingest.rejectsOf(entry.id);
    expect(entry.read).toBe(entry.indexed + rejects.length);
    return rejects.map(({ line, code, field }) => ({ line, code, field }));
  };
  const good = '{"id":1,"title":"Kept","gem_type":"Ruby"}';

  it('a record with fields such as __proto__ is rejected, and no object gets another prototype', async () => {
    const lines = [
      '{"id":2,"title":"a","gem_type":"Ruby","__proto__":{"is_sold":true}}',
      '{"id":3,"title":"a","gem_type":"Ruby","constructor":{"prototype":{"polluted":1}}}',
      '{"__proto__":{"id":4,"title":"inherited","gem_type":"Ruby"}}',
      '{"id":5,"title":"a","gem_type":"Ruby","toString":"x","hasOwnProperty":1}',
      good,
    ];
    const expected = [
      { line: 1, code: 'unknown_field', field: '__proto__' },
      { line: 2, code: 'unknown_field', field: 'constructor' },
      { line: 3, code: 'required', field: 'id' },
      { line: 4, code: 'unknown_field', field: 'toString' },
    ];
    expect(await reject('keys.ndjson', `${lines.join('\n')}\n`)).toEqual(expected);
    expect(await reject('keys.json', `[${lines.join(',\n')}]`)).toEqual(expected);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('a record nested deeper than a parser can recurse costs only its own line', async () => {
    const depth = 200_000;
    const deep = `{"id":2,"title":"a","gem_type":"Ruby","lab":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const [rejected] = await reject('deep.ndjson', `${deep}\n${good}\n`);
    expect(rejected!.line).toBe(1);
    expect((await reject('deep.json', `[${deep},\n${good}]`))[0]!.line).toBe(1);
  });

  it('a record with a lone surrogate, NUL or control characters does no harm', async () => {
    const entry = await ingest.import(
      'odd-text.ndjson',
      '{"id":1,"title":"Kept","gem_type":"Ruby"}\n{"id":60,"title":"a\\ud800b","gem_type":"Ruby"}\n' +
        '{"id":61,"title":"a\\u0000b","gem_type":"Ruby"}\n{"id":62,"title":"\\u202e\\u0007","gem_type":"Ruby"}\n',
    );
    expect(entry.state).toBe('completed');
    expect(entry.read).toBe(entry.indexed + entry.rejected);
    const rejects = await ingest.rejectsOf(entry.id);
    expect(rejects.map(({ line, code, field }) => ({ line, code, field }))).toEqual([
      { line: 2, code: 'bad_encoding', field: 'title' },
    ]);
    const raw = Buffer.concat([
      Buffer.from(`${header}1,Kept,Ruby\n63,`),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
      Buffer.from(',Ruby\n'),
    ]);
    const rejected = [{ line: 3, code: 'bad_encoding', field: null }];
    expect(await reject('bytes.csv', raw, { encoding: 'utf-8' })).toEqual(rejected);
    await writeFile(join(ingest.importRoot, 'bytes.csv'), raw);
    expect(await refused({ path: 'bytes.csv' })).toMatch(/not UTF-8, and its encoding is not certain/);
  });
});

describe('the header of a file', () => {
  it.each([
    [
      'names what objects inherit',
      '__proto__,constructor,id,title,gem_type\n',
      /"__proto__" is not a known column/,
    ],
    [
      'has ten thousand columns',
      `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')},id\n`,
      /at most 1000/,
    ],
    ['is a million quotes', `${'"'.repeat(1_000_000)}\n`, /header|column/],
    ['is a line without an end', 'id,'.repeat(500_000), /columns|header/],
    ['is zeros', '\0'.repeat(100_000), /^The file is a binary file, which is not supported/],
  ])('a header is refused when it %s', async (_what, text, reason) => {
    await writeFile(join(ingest.importRoot, 'header.csv'), text);
    const told = await refused({ path: 'header.csv' });
    expect(told).toMatch(reason);
    expect(told.length).toBeLessThan(2000);
  });

  it('a header with a profile may have names such as __proto__, which give no values', async () => {
    const fields = Object.fromEntries(['id', 'title', 'gem_type'].map((name) => [name, { column: name }]));
    await ingest.put('odd.csv', '__proto__,constructor,id,title,gem_type\nx,y,987654321,Kept,Ruby\n');
    const id = await ingest.enqueue({ path: 'odd.csv', profile: { name: 'odd', fields } });
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 1, rejected: 0 });
  });
});
