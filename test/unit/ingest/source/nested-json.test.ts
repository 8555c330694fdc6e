import { describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';

const read = async (content: string) => (await readFile(content, { path: 'lots.json' })).records;

describe('JSON objects with records in an array', () => {
  it('the array is read element by element with correct line numbers, whatever surrounds it', async () => {
    const text =
      '{\n "total": 2, "tags": ["[{", "a"],\n "page": {"lots": [{"id": 9}]},\n "lots": [\n  {"id": 1},\n  {"id": 2, "labs": ["SSEF"]}\n ],\n "next": null\n}\n';
    expect(await read(text)).toMatchObject([
      { fields: { id: 1 }, line: 5 },
      { fields: { id: 2, labs: ['SSEF'] }, line: 6 },
    ]);
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
])('a file that begins with %j is refused with advice', async (text, message) => {
  await expect(readFile(Buffer.from(text, 'latin1'), { path: 'lots.csv' })).rejects.toThrow(message);
});
