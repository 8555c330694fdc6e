import type { estypes } from '@elastic/elasticsearch';
import Type, { type Static, type TSchema } from 'typebox';
import { toRecord } from '../../mappings/document.ts';
import { AuctionRecord, type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';

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

type Hits = estypes.SearchHit<Partial<AuctionRecord>>[];

/** The records of a search's hits, in their order. */
export function presentRecords(hits: Hits): AuctionRecord[] {
  return hits.map((hit) => toRecord(hit._source!));
}

/** The same with these fields only, in the order of the record. */
export function presentFields(hits: Hits, fields: readonly RecordField[]): SelectedFields[] {
  const names = recordFieldNames.filter((name) => name === 'id' || fields.includes(name));
  return presentRecords(hits).map(
    (record) => Object.fromEntries(names.map((name) => [name, record[name]])) as SelectedFields,
  );
}
