import type { Client } from '@elastic/elasticsearch';
import { toDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import {
  mappingVersion,
  recordsIndexName,
  recordsMapping,
  recordsSettings,
} from '../../mappings/records-index.ts';

/** The fields that the index of `createLackingIndex` lacks, as if this build had added them: a published and a prepared one. */
export const lackedFields = ['image_url', 'estimates'];

/** Creates a live index of these records without `lackedFields`, like an earlier build. */
export async function createLackingIndex(
  elasticsearch: Client,
  indexAlias: string,
  records: readonly AuctionRecord[],
): Promise<string> {
  const properties = withoutLacked(recordsMapping.properties);
  const excludes = recordsMapping._source.excludes.filter((field) => !lackedFields.includes(field));
  const _meta = {
    mapping_version: mappingVersion,
    data_version: `lacking-${indexAlias}`,
    as_of: '2026-01-01T00:00:00.000Z',
  };
  const index = recordsIndexName(indexAlias, 0);
  await elasticsearch.indices.create({
    index,
    settings: structuredClone(recordsSettings) as object,
    mappings: { dynamic: 'strict', _source: { excludes }, properties, _meta } as object,
    aliases: { [indexAlias]: {} },
  });
  const operations = records.flatMap((record) => {
    return [{ index: { _id: String(record.id) } }, withoutLacked(toDocument(record))];
  });
  const { errors, items } = await elasticsearch.bulk({ index, operations, refresh: true });
  if (errors) throw new Error(JSON.stringify(items.find((item) => item.index?.error)));
  return index;
}

const withoutLacked = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !lackedFields.includes(field)));
