import Type, { type Static, type TSchema } from 'typebox';
import { toRecord } from '../../mappings/document.ts';
import {
  type AuctionRecord,
  type RecordField,
  recordFieldNames,
  recordFields,
} from '../../mappings/record.ts';
import type { RecordHit } from '../search/search-context.ts';
import { type RawJson, rawList } from './envelope.ts';

const { id, ...others } = recordFields;
const optional = Object.fromEntries(
  Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
) as { [Name in keyof typeof others]: ReturnType<typeof Type.Optional<(typeof others)[Name]>> };

/** The fields of a record that `fields` selects; always with the id. */
export const SelectedFields = Type.Object(
  { id, ...optional },
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

/** The found records, in their order. */
export const presentRecords = (hits: readonly RecordHit[]): RawJson => rawList(hits.map(({ json }) => json));

/** The same, parsed. */
export const readRecords = (hits: readonly RecordHit[]): AuctionRecord[] =>
  hits.map(({ json }) => toRecord(JSON.parse(json)));

/** The same with only these fields, in the order of the record. */
export function presentFields(hits: readonly RecordHit[], fields: readonly RecordField[]): SelectedFields[] {
  const names = recordFieldNames.filter((name) => name === 'id' || fields.includes(name));
  return readRecords(hits).map(
    (record) => Object.fromEntries(names.map((name) => [name, record[name]])) as SelectedFields,
  );
}
