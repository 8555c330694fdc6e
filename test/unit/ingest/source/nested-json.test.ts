import { mkdtemp, readFile as readBytes, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainFile } from '../../../../ingest/source/plain-file.ts';
import { readFile } from './read-file.ts';

const read = async (content: string) => (await readFile(content, { path: 'lots.json' })).records;

describe('JSON objects with records in an array', () => {
  it('the array is read element by element with correct line numbers, whatever surrounds it', async () => {
    const text =
      '{\n "total": 2, "tags": ["[{", "a"],\n "page": {"lots": [{"id": 9}]},\n "lots": [\n  {"id": 1},\n  {"id": 2, "labs": ["SSEF"]}\n ],\n "next": null\n}\n';
    expect(await read(text)).toMatchObject([
      { fields: { id: 1 }, text: { line: 5 } },
      { fields: { id: 2, labs: ['SSEF'] }, text: { line: 6 } },
    ]);
  });

  it('many records may stand on one line', async () => {
    const lots = Array.from({ length: 30_000 }, (_, i) => ({ id: i + 1, title: 'Ruby ring of some length' }));
    const records = await read(JSON.stringify({ lots, total: lots.length }));
    expect(records.map((record) => 'fields' in record && record.fields.id)).toEqual(lots.map(({ id }) => id));
  });

  it('a file of one object per line is read as lines, even when the objects contain arrays', async () => {
    const line = (id: number) => JSON.stringify({ id, stones: [{ carat: 1 }, { carat: 2 }] });
    expect(await read(`${line(1)}\n${line(2)}\n`)).toMatchObject([
      { fields: { id: 1 } },
      { fields: { id: 2 } },
    ]);
  });

  it.each([
    ['{"lots": [{"id": 1}], "offers": [{"id": 2}]}', /several arrays of objects/],
    [
      `{"lots": [{"id": 1}], "more": ["${'x'.repeat(2 ** 20)}"], "offers": [{"id": 2}]}`,
      /several arrays|More than/,
    ],
    ['{"lots": [{"id": 1}', /not closed/],
  ])('the JSON file %s is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

it.each([
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /1997 to 2003.*save the sheet as CSV/],
  ['%PDF-1.7', /PDF document/],
  ['PAR1', /Parquet file.*export it as CSV or NDJSON/],
  ['BZh91AY', /bzip2.*gzip or zstd/],
  ['\xef\xbb\xbf<?xml version="1.0"?>', /XML document/],
  ['<!DOCTYPE html>', /web page/],
  ['\xff\xfeR\x00\x00\xd8R\x00', /begins as UTF-16, but has invalid characters/],
])('a file that begins with %j is refused with advice', async (text, message) => {
  const folder = await mkdtemp(join(tmpdir(), 'refused-'));
  const path = join(folder, 'lots.csv');
  await writeFile(path, Buffer.from(text, 'latin1'));
  await expect(plainFile(path, join(folder, 'copy'))).rejects.toThrow(message);
  await rm(folder, { recursive: true });
});

it('a UTF-16 file is read as UTF-16 whatever encoding its profile names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'utf-16-'));
  const path = join(folder, 'lots.csv');
  await writeFile(path, Buffer.from('\uFEFFid,title\n1,Bague émeraude\n', 'utf16le'));
  const plain = await readBytes(await plainFile(path, join(folder, 'copy')));
  const profile = { name: 'mine', fields: { title: { column: 'title' } }, encoding: 'windows-1252' as const };
  const { records } = await readFile(plain, { path: 'lots.csv', profile });
  expect(records).toMatchObject([{ fields: { title: 'Bague émeraude' }, text: { line: 2 } }]);
  await rm(folder, { recursive: true });
});
