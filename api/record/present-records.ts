import type { AuctionRecord, RecordField } from '../../mappings/record.ts';
import type { RecordHit } from '../search/search-context.ts';
import { RawJson, type StoredJson } from '../search/stored-records.ts';
import { type SelectedFields, selectFields } from './record-fields.ts';

/** One record, with all or some fields. */
export const presentRecord = (json: StoredJson, fields?: readonly RecordField[]): RawJson | SelectedFields =>
  fields ? selectFields(JSON.parse(json), fields) : new RawJson(json);

/** The found records in their order, with all or some fields. */
export const presentRecords = (hits: readonly RecordHit[], fields?: readonly RecordField[]) =>
  fields ? presentFields(hits, fields) : new RawJson(`[${hits.map(({ json }) => json).join(',')}]`);

/** The found records, parsed. */
export const readRecords = (hits: readonly RecordHit[]): AuctionRecord[] =>
  hits.map(({ json }) => JSON.parse(json));

/** The found records with only these fields. */
export const presentFields = (hits: readonly RecordHit[], fields: readonly RecordField[]): SelectedFields[] =>
  readRecords(hits).map((record) => selectFields(record, fields));
