import Type, { type Static, type TSchema } from 'typebox';
import { toRecord } from '../../mappings/document.ts';
import { AuctionRecord, type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';
import type { RecordHit } from '../search/search-context.ts';
import { type RawJson, rawList } from './raw-json.ts';

const { id, ...others } = recordFields;
const optional = Object.fromEntries(
  Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema as TSchema)]),
) as { [Name in keyof typeof others]: ReturnType<typeof Type.Optional<(typeof others)[Name]>> };

/** Some fields of a record, as `fields` asks for them; the id always. */
export const SelectedFields = Type.Object(
  { id, ...optional },
  {
    $id: 'SelectedFields',
    title: 'Some fields of an auction record',
    additionalProperties: false,
    'x-extension': true,
  },
);

export type SelectedFields = Static<typeof SelectedFields>;

/** A list of records, whole or some fields of them. */
export const RecordsOrFields = Type.Array(Type.Union([AuctionRecord, SelectedFields]));

/** Records as they were found, in their order. */
export const presentRecords = (hits: readonly RecordHit[]): RawJson => rawList(hits.map(({ json }) => json));

/** The same, read. */
export const readRecords = (hits: readonly RecordHit[]): AuctionRecord[] =>
  hits.map(({ json }) => toRecord(JSON.parse(json)));

/** The same with these fields only, in the order of the record. */
export function presentFields(hits: readonly RecordHit[], fields: readonly RecordField[]): SelectedFields[] {
  const names = recordFieldNames.filter((name) => name === 'id' || fields.includes(name));
  return readRecords(hits).map(
    (record) => Object.fromEntries(names.map((name) => [name, record[name]])) as SelectedFields,
  );
}
