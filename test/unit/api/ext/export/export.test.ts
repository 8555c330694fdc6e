import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Type, { type TProperties } from 'typebox';
import { describe, expect, test } from 'vitest';
import { parquetWriter } from '../../../../../api/ext/export/parquet-writer.ts';
import { csvWriter, type ExportWriter, ndjsonWriter } from '../../../../../api/ext/export/text-writers.ts';

const nullable = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
const fields = {
  name: Type.String(),
  price_usd: Type.Object({ n: Type.Integer(), median: nullable(Type.Number()) }),
  flags: Type.Array(Type.String()),
  filter: Type.Record(Type.String(), Type.String()),
};
const rows = [
  '{"name":"Ruby","price_usd":{"n":2,"median":1.5},"flags":["A","B"],"filter":{"origin":"Sri Lanka","q":"a&b"}}',
  '{"name":"=1+1","price_usd":{"n":0,"median":null},"flags":[],"filter":{}}',
];

async function bytesOf(writer: ExportWriter, ...batches: string[][]): Promise<Buffer> {
  async function* read() {
    yield* batches;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writer.write(read())) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe('CSV rows of an export', () => {
  const head = 'name,price_usd.n,price_usd.median,flags,filter\r\n';

  test('each member of an object has its own CSV column', async () => {
    const lines = "Ruby,2,1.5,A;B,origin=Sri+Lanka&q=a%26b\r\n'=1+1,0,,,\r\n";
    expect(String(await bytesOf(csvWriter(fields, false), rows))).toBe(head + lines);
  });

  test('a CSV file starts with a byte order mark on request', async () => {
    expect(String(await bytesOf(csvWriter(fields, true)))).toBe(`\uFEFF${head}`);
  });
});

test('an NDJSON row is the JSON text of its record', async () => {
  const batches = rows.map((row) => [row]);
  expect(String(await bytesOf(ndjsonWriter, ...batches))).toBe(`${rows.join('\n')}\n`);
});

describe('Parquet exports read by DuckDB', () => {
  async function read(shape: TProperties, ...batches: string[][]) {
    const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
    const file = join(folder, 'rows.parquet');
    await writeFile(file, await bytesOf(parquetWriter(shape), ...batches));
    const connection = await (await DuckDBInstance.create()).connect();
    const ask = async (sql: string) =>
      (await connection.runAndReadAll(sql.replace('FILE', `'${file}'`))).getRowObjectsJson();
    try {
      const described = await ask('DESCRIBE SELECT * FROM FILE');
      const types = Object.fromEntries(
        described.map(({ column_name, column_type }) => [column_name, column_type]),
      );
      return { types, rows: await ask('SELECT * FROM FILE') };
    } finally {
      connection.closeSync();
      await rm(folder, { recursive: true });
    }
  }

  test('Parquet columns are the CSV columns with types', async () => {
    const { types, rows: found } = await read(fields, rows);
    expect(types).toEqual({
      name: 'VARCHAR',
      'price_usd.n': 'BIGINT',
      'price_usd.median': 'DOUBLE',
      flags: 'VARCHAR[]',
      filter: 'VARCHAR',
    });
    expect(found).toEqual([
      {
        name: 'Ruby',
        'price_usd.n': '2',
        'price_usd.median': 1.5,
        flags: ['A', 'B'],
        filter: 'origin=Sri+Lanka&q=a%26b',
      },
      { name: '=1+1', 'price_usd.n': '0', 'price_usd.median': null, flags: [], filter: '' },
    ]);
  });

  test('Parquet keeps large integers, dates, times and any text', async () => {
    const shape = {
      id: Type.Integer(),
      day: nullable(Type.String({ format: 'date' })),
      at: nullable(Type.String({ format: 'date-time' })),
      is_sold: nullable(Type.Boolean()),
      title: Type.String(),
    };
    const row = {
      id: Number.MAX_SAFE_INTEGER,
      day: '1600-02-29',
      at: '2026-11-24T01:02:03.004Z',
      is_sold: false,
      title: 'Été 💎\r\n"x"',
    };
    const empty = { id: 1, day: null, at: null, is_sold: null, title: '' };
    const { types, rows: found } = await read(shape, [JSON.stringify(row)], [JSON.stringify(empty)]);
    expect(Object.values(types)).toEqual(['BIGINT', 'DATE', 'TIMESTAMP', 'BOOLEAN', 'VARCHAR']);
    expect(found[0]).toMatchObject({
      id: '9007199254740991',
      day: row.day,
      is_sold: false,
      title: row.title,
    });
    expect(new Date(`${found[0]!.at}Z`).toISOString()).toBe(row.at);
    expect(found[1]).toEqual({ ...empty, id: '1' });
  });

  test('Parquet files have every row of many batches, and of none', async () => {
    const shape = { id: Type.Integer() };
    const batches = Array.from({ length: 61 }, (_, batch) =>
      Array.from({ length: 200 }, (_, n) => JSON.stringify({ id: batch * 200 + n })),
    );
    const { rows: found } = await read(shape, ...batches);
    expect(found.map(({ id }) => Number(id))).toEqual(Array.from({ length: 12_200 }, (_, id) => id));
    expect(await read(shape)).toEqual({ types: { id: 'BIGINT' }, rows: [] });
  });
});
