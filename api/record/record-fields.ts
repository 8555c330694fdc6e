import type { Static, TProperties } from 'typebox';
import Type from 'typebox';
import {
  type AuctionRecord,
  type RecordField,
  recordFieldNames,
  recordFields,
} from '../../mappings/record.ts';
import { extension, integer, listOf, optional } from '../parameters/kinds.ts';
import type { RecordHit } from '../search/search-context.ts';

const { id, ...others } = recordFields;

/** The fields of a record that `fields` selects; always with the id. */
export const SelectedFields = Type.Object(
  { id, ...optional(others) },
  {
    $id: 'Auction',
    title: 'Auction record, or some of its fields',
    description: 'All fields are present, unless `fields` selects some; `id` always is.',
    additionalProperties: false,
    'x-extension': true,
  },
);

export type SelectedFields = Static<typeof SelectedFields>;

/** A list of records with all or some fields; one schema, since a union of both is hard to use in generated clients. */
export const RecordsOrFields = Type.Array(SelectedFields);

/** The found records in their order, with all or some fields. */
export const presentRecords = (
  hits: readonly RecordHit[],
  fields?: readonly RecordField[],
): SelectedFields[] => hits.map(({ record }) => selectFields(record, fields));

/** A record, or its id and these fields in its order. */
export function selectFields(record: AuctionRecord, fields?: readonly RecordField[]): SelectedFields {
  return select(record, fields) as SelectedFields;
}

function select<Values extends Record<RecordField, unknown>>(all: Values, fields?: readonly RecordField[]) {
  if (!fields) return all;
  const names = recordFieldNames.filter((name) => name === 'id' || fields.includes(name));
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The schemas of all fields, or of the id and these fields, in the order of the record. */
export const fieldSchemas = (fields?: readonly RecordField[]) => select(recordFields, fields) as TProperties;

/** The fields of the records to send. */
export const fieldsParam = listOf(recordFieldNames, {
  description: 'The fields to return, separated by commas; all by default. `id` is always included.',
  examples: [['title', 'price_final_usd']],
  ...extension,
});

/** The id of a record in a path. */
export const recordId = integer({
  description: 'Identifier of the record.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [9_000_000_000_000_001],
});
