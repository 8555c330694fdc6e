import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { TProperties, TSchema } from 'typebox';
import { type CsvValue, type ExportColumn, type ExportWriter, exportColumns } from './text-writers.ts';

/** Minimum rows of a group. One group is in memory at a time, and other requests wait while it is written: about 30 ms. */
const rowsPerGroup = 2_000;

/**
 * Apache Parquet with the columns of CSV, typed: whole numbers are INT64, other numbers DOUBLE, dates DATE, times
 * TIMESTAMP in milliseconds (UTC), lists LIST, and every other value is text, compressed by Snappy.
 * @param fields of a row
 */
export function parquetWriter(fields: TProperties): ExportWriter {
  const columns = exportColumns(fields).map((column) => ({ ...column, type: columnType(column.schema) }));
  return {
    contentType: 'application/vnd.apache.parquet',
    async *write(batches) {
      const bytes = new ByteWriter();
      const root = { name: 'row', num_children: columns.length };
      const file = new ParquetWriter({
        writer: bytes,
        schema: [root, ...columns.flatMap(({ name, type }) => type.elements(name))],
        createdBy: 'Gemstone Auction Data Service',
      });
      for await (const group of groupsOf(batches)) {
        const rows = group.map((json) => JSON.parse(json));
        await file.write({
          columnData: columns.map((column) => columnData(column, rows)),
          rowGroupSize: rows.length,
        });
        yield take(bytes);
      }
      await file.finish();
      yield take(bytes);
    },
  };
}

/** The rows of batches in groups of that size or a little more; the last one is smaller. */
async function* groupsOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const rows of batches) {
    group.push(...rows);
    if (group.length < rowsPerGroup) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** The bytes written since the last call. */
function take(bytes: ByteWriter): Uint8Array {
  const written = bytes.getBytes().slice();
  bytes.index = 0;
  return written;
}

/** The storage of a column. */
interface ColumnType {
  /** The elements of the schema, which go below the root. */
  elements(name: string): SchemaElement[];
  /** A value that is not null, as the library takes it. */
  toStored(value: NonNullable<CsvValue>): unknown;
}

const leaf = (element: Omit<SchemaElement, 'name'>, toStored: ColumnType['toStored']): ColumnType => ({
  elements: (name) => [{ name, repetition_type: 'OPTIONAL', ...element }],
  toStored,
});

const text = leaf({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }, (value) => value);

const list: ColumnType = {
  elements: (name) => [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...text.elements('element'),
  ],
  toStored: (value) => value,
};

const toDate = (value: unknown) => new Date(value as string);

const types: Record<string, ColumnType> = {
  integer: leaf({ type: 'INT64' }, (value) => BigInt(value as number)),
  number: leaf({ type: 'DOUBLE' }, (value) => value),
  boolean: leaf({ type: 'BOOLEAN' }, (value) => value),
  date: leaf({ type: 'INT32', converted_type: 'DATE' }, toDate),
  'date-time': leaf(
    // Of the older converted type alone, readers do not know that it is an instant.
    {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    toDate,
  ),
  array: list,
};

/** The type of a column with this schema, null aside. */
function columnType(schema: TSchema): ColumnType {
  const { anyOf = [schema] } = schema as { anyOf?: TSchema[] };
  const [{ type, format }] = anyOf.filter((one) => (one as { type?: string }).type !== 'null') as [
    { type?: string; format?: string },
  ];
  return types[format ?? ''] ?? types[type ?? ''] ?? text;
}

function columnData({ name, readValue, type }: ExportColumn & { type: ColumnType }, rows: readonly object[]) {
  const data = rows.map((row) => {
    const value = readValue(row);
    return value === null ? null : type.toStored(value);
  });
  return { name, data, offsetIndex: false };
}
