import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { csvWriter, ndjsonWriter } from '../../../../api/present/export.ts';

const fields = {
  name: Type.String(),
  price_usd: Type.Object({ n: Type.Integer(), median: Type.Union([Type.Number(), Type.Null()]) }),
  flags: Type.Array(Type.String()),
  filter: Type.Record(Type.String(), Type.String()),
};
const rows = [
  '{"name":"Ruby","price_usd":{"n":2,"median":1.5},"flags":["A","B"],"filter":{"origin":"Sri Lanka","q":"a&b"}}',
  '{"name":"=1+1","price_usd":{"n":0,"median":null},"flags":[],"filter":{}}',
];

describe('a row in CSV', () => {
  test('has a column for each member of an object', () => {
    const { head, write } = csvWriter(fields, false);
    expect(head).toBe('name,price_usd.n,price_usd.median,flags,filter\r\n');
    expect(write(rows)).toBe("Ruby,2,1.5,A;B,origin=Sri+Lanka&q=a%26b\r\n'=1+1,0,,,\r\n");
  });

  test('follows a byte order mark where one is asked for', () => {
    expect(csvWriter(fields, true).head).toBe(`\uFEFF${csvWriter(fields, false).head}`);
  });
});

test('a row in NDJSON is its JSON text', () => {
  expect(ndjsonWriter.head + ndjsonWriter.write(rows)).toBe(`${rows.join('\n')}\n`);
});
