import type { estypes } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import Type from 'typebox';
import { type FieldName, fieldNames, namedFields } from '../../../mappings/named-fields.ts';
import { filterClauses } from '../../filters/filter-clauses.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import {
  GroupFilter,
  publishedValue,
  spellings,
  termOf,
  writeGroupFilter,
} from '../../filters/grouped-fields.ts';
import { extension, listOf } from '../../parameters/kinds.ts';
import { allOf, cachedFigures } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';

/** Maximum values of a facet. */
const maxFacetValues = 100;

/** Maximum values per shard: counts are exact for fields with fewer values. */
const maxShardValues = 10_000;

/** The filters on the facets without names; a named one has its parameter. */
const ownFilters = {
  carat_band: ['carat_band', 'weight_min', 'weight_max'],
  year: ['year', 'date_from', 'date_to'],
  flags: ['flags'],
} as const satisfies Record<string, readonly (keyof FilterParams)[]>;

type OwnFacet = keyof typeof ownFilters;

/** The filters of a request without those on the field of a facet, which is counted without them. */
function otherFilters(params: FilterParams, facet: FacetName): FilterParams {
  const others = { ...params };
  const own =
    facet in namedFields ? [namedFields[facet as FieldName].parameter] : ownFilters[facet as OwnFacet];
  for (const name of own) delete others[name];
  return others;
}

function facetAggregation(params: FilterParams, facet: FacetName): estypes.AggregationsAggregationContainer {
  const others = otherFilters(params, facet);
  const field = termOf(facet);
  const names = spellings(facet);
  return {
    filter: allOf(filterClauses(others)),
    aggs: {
      values: {
        terms: {
          field,
          size: maxFacetValues,
          shard_size: maxShardValues,
          order: [{ _count: 'desc' }, { _key: 'asc' }],
          collect_mode: 'breadth_first',
        },
        ...(names && { aggs: names }),
      },
      total: { cardinality: { field, precision_threshold: 40_000 } },
      missing: { missing: { field } },
    },
  };
}

/** The Elasticsearch response to `facetsBody`, for one facet. */
interface FacetAggregate {
  values: { buckets: { key: string | number; doc_count: number }[] };
  total: { value: number };
  missing: { doc_count: number };
}

const Facet = Type.Object(
  {
    total_values: Type.Integer({
      minimum: 0,
      description: 'Number of distinct values, including those not listed.',
    }),
    missing: Type.Integer({ minimum: 0, description: 'Number of lots without a value.' }),
    values: Type.Array(
      Type.Object(
        {
          value: Type.Union([Type.String(), Type.Integer()]),
          lots: Type.Integer({ minimum: 1 }),
          filter: GroupFilter,
        },
        { additionalProperties: false },
      ),
      { maxItems: 100, description: 'Most lots first, then by value.' },
    ),
  },
  { $id: 'Facet', title: 'Values of a field, counted', additionalProperties: false, 'x-extension': true },
);

/** `meta.facets`: the values and counts, by field. */
export const Facets = Type.Record(Type.String(), Facet, {
  description: 'The values of the requested fields; each field is counted without its own filter.',
  'x-extension': true,
});

export type Facets = Static<typeof Facets>;

/** A published facet: its values by number of lots, each with the parameters of the list that find its lots. */
function presentFacet(
  name: FacetName,
  { values, total, missing }: FacetAggregate,
  params: FilterParams,
): Static<typeof Facet> {
  const others = otherFilters(params, name);
  const counted = values.buckets.map((bucket) => {
    const value = publishedValue(name, bucket.key, bucket);
    return { value, lots: bucket.doc_count, filter: writeGroupFilter(others, { [name]: value }) };
  });
  return {
    total_values: total.value,
    missing: missing.doc_count,
    values: counted.sort((a, b) => b.lots - a.lots || (a.value < b.value ? -1 : 1)),
  };
}

/** The fields whose values can be counted for a list. */
export const facetNames = [...fieldNames, ...(Object.keys(ownFilters) as OwnFacet[])];

type FacetName = (typeof facetNames)[number];

/** The fields to count values of. */
export const facetsParam = listOf(facetNames, {
  description: `Counts the values of these fields in \`meta.facets\`, each without its own filter (${fieldNames.map((name) => namedFields[name].parameter).join(', ')}, carat_band and the weights, year and the dates, flags): the 100 values with the most lots. Each value has a \`filter\` that finds its lots.`,
  examples: [['gem_type', 'origin']],
  ...extension,
});

/**
 * Counts all facets in one search, each without its own filters, and the lots under all filters. Spellings that differ in case
 * or accents alone are one value, as they are in a filter.
 */
export async function countFacets(search: SearchContext, params: FilterParams, facets: FacetName[]) {
  const { lots, ...counted } = await search.aggregate<
    { lots: { doc_count: number } } & Record<string, unknown>
  >({
    ...cachedFigures,
    aggs: {
      ...Object.fromEntries(facets.map((facet) => [facet, facetAggregation(params, facet)])),
      lots: { filter: allOf(filterClauses(params)) },
    },
  });
  return {
    lots: lots.doc_count,
    facets: Object.fromEntries(
      facets.map((name) => [name, presentFacet(name, counted[name] as FacetAggregate, params)]),
    ),
  };
}
