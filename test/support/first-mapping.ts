import type { Client } from '@elastic/elasticsearch';
import { recordsMapping, recordsSettings } from '../../mappings/records-index.ts';

/** The live index as the first version of the mapping had it: strict, and without `hedonic`. */
export async function createFirstIndex(elasticsearch: Client, indexAlias: string): Promise<string> {
  const index = `${indexAlias}-records-0`;
  const { hedonic: _since2, ...properties } = recordsMapping.properties;
  const excludes = recordsMapping._source.excludes.filter((field) => field !== 'hedonic');
  await elasticsearch.indices.create({
    index,
    settings: structuredClone(recordsSettings) as object,
    mappings: {
      ...{ dynamic: 'strict', _source: { excludes }, properties: properties as never },
      _meta: { mapping_version: 1, data_version: `first-${indexAlias}`, as_of: '2026-01-01T00:00:00.000Z' },
    },
    aliases: { [indexAlias]: {} },
  });
  return index;
}
