import type { Client } from '@elastic/elasticsearch';
import { recordsMapping, recordsSettings } from '../../mappings/records-index.ts';

/** The live index as the first version of the mapping had it. */
export const createFirstIndex = (elasticsearch: Client, indexAlias: string) =>
  createFormerIndex(elasticsearch, indexAlias, 1);

const addedSince4 = [
  ...['sale_status', 'labs', 'report_numbers', 'object_type', 'updated_at'],
  ...['price_hammer_usd', 'price_hammer_usd_source', 'price_premium_usd', 'price_premium_usd_source'],
];

const addedSince7 = ['hedonic_of'];

const addedSince6 = ['duplicate_of', 'duplicate_keys', ...addedSince7];

/** The fields that version 5 and later ones added. */
const addedSince5 = ['amounts', 'estimates', ...addedSince6];

/** The live index as version 4 of the mapping had it: strict, and without what came later. */
export const createFourthIndex = (elasticsearch: Client, indexAlias: string) =>
  createIndex(elasticsearch, indexAlias, 4, mappingWithout(addedSince5));

/** The same as version 5 had it. */
export const createFifthIndex = (elasticsearch: Client, indexAlias: string) =>
  createIndex(elasticsearch, indexAlias, 5, mappingWithout(addedSince6));

/** The same as version 6 had it. */
export const createSixthIndex = (elasticsearch: Client, indexAlias: string) =>
  createIndex(elasticsearch, indexAlias, 6, mappingWithout(addedSince7));

function mappingWithout(added: readonly string[]) {
  const properties = Object.fromEntries(
    Object.entries(recordsMapping.properties).filter(([field]) => !added.includes(field)),
  );
  const excludes = recordsMapping._source.excludes.filter((field) => !added.includes(field));
  return { dynamic: 'strict', _source: { excludes }, properties };
}

/** The live index as a version before 4 of the mapping had it: strict, and the first without `hedonic`. */
export async function createFormerIndex(
  elasticsearch: Client,
  indexAlias: string,
  version: 1 | 2 | 3,
): Promise<string> {
  const rest = Object.fromEntries(
    Object.entries(recordsMapping.properties).filter(
      ([field]) => ![...addedSince4, ...addedSince5].includes(field),
    ),
  );
  const shown = { index: false, doc_values: false } as const;
  const { hedonic, ...others } = {
    ...(rest as Omit<typeof recordsMapping.properties, 'labs' | 'amounts' | 'estimates' | 'hedonic_of'>),
    lab: recordsMapping.properties.labs,
    estimate_low_usd: { type: 'double', ...shown },
    estimate_high_usd: { type: 'double', ...shown },
    price_basis: { type: 'keyword', ...shown },
  };
  const hasMoments = version > 1;
  const properties = hasMoments ? { ...others, hedonic } : others;
  const excludes = recordsMapping._source.excludes.filter(
    (field) => !addedSince5.includes(field) && (hasMoments || field !== 'hedonic'),
  );
  return createIndex(elasticsearch, indexAlias, version, {
    dynamic: 'strict',
    _source: { excludes },
    properties,
  });
}

async function createIndex(
  elasticsearch: Client,
  indexAlias: string,
  version: number,
  mapping: object,
): Promise<string> {
  const index = `${indexAlias}-records-0`;
  await elasticsearch.indices.create({
    index,
    settings: structuredClone(recordsSettings) as object,
    mappings: {
      ...mapping,
      _meta: {
        mapping_version: version,
        data_version: `first-${indexAlias}`,
        as_of: '2026-01-01T00:00:00.000Z',
      },
    },
    aliases: { [indexAlias]: {} },
  });
  return index;
}
