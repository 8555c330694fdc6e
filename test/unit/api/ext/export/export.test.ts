import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Type, { type TProperties } from 'typebox';
import { describe, expect, test } from 'vitest';
import { parquetWriter } from '../../../../../api/ext/export/parquet-writer.ts';
import type { ExportWriter } from '../../../../../api/ext/export/text-writers.ts';

const nullable = (schema: Type.TSchema) => Type.Union([schema, Type.Null()]);
async function bytesOf(writer: ExportWriter, batches: string[][]): Promise<Buffer> {
  async function* read() {
    yield* batches;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of writer.write(read())) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe('Parquet exports read by DuckDB', () => {
  async function read(shape: TProperties, ...batches: string[][]) {
    const folder = await mkdtemp(join(tmpdir(), 'parquet-'));
    const file = join(folder, 'rows.parquet');
    await writeFile(file, await bytesOf(parquetWriter(shape), batches));
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
    expect(Object.values(types)).toEqual([
      ...['BIGINT', 'DATE', 'TIMESTAMP WITH TIME ZONE', 'BOOLEAN', 'VARCHAR'],
    ]);
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
