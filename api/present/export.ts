import { type RecordField, recordFieldNames } from '../../mappings/record.ts';
import type { RecordHit } from '../search/search-context.ts';
import { type CsvValue, csvLine } from './csv.ts';
import { presentFields, readRecords } from './records.ts';

/** Writes records in a format. */
export interface ExportWriter {
  contentType: string;
  /** The text before the records. */
  head: string;
  write(hits: readonly RecordHit[]): string;
}

/** The writer of a format, for all fields or some. The columns have the names and order of the JSON fields. */
export function exportWriter(
  format: 'csv' | 'ndjson',
  fields: readonly RecordField[] | undefined,
): ExportWriter {
  if (format === 'ndjson') {
    return {
      contentType: 'application/x-ndjson; charset=utf-8',
      head: '',
      write: (hits) =>
        fields
          ? presentFields(hits, fields)
              .map((record) => `${JSON.stringify(record)}\n`)
              .join('')
          : hits.map(({ json }) => `${json}\n`).join(''),
    };
  }
  const columns = recordFieldNames.filter((name) => !fields || name === 'id' || fields.includes(name));
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: csvLine(columns),
    write: (hits) =>
      readRecords(hits)
        .map((record) => csvLine(columns.map((name) => record[name] as CsvValue)))
        .join(''),
  };
}
