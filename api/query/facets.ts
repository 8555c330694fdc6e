import type { estypes } from '@elastic/elasticsearch';
import type { FilterParams } from '../params/filters.ts';
import type { FacetName } from '../params/list.ts';
import { allOf, filterClauses, filterNames } from './filters.ts';
import { spellings, termOf } from './grouped-field.ts';
import { cachedFigures, type SearchBody } from './search-body.ts';

/** Maximum values of a facet. */
const maxFacetValues = 100;

/** Maximum values per shard: counts are exact for fields with fewer values. */
const maxShardValues = 10_000;

/** The filters that the values of a facet set; the facet is counted without them. */
const ownFilters = {
  gem_type: ['gem_name'],
  origin: ['origin'],
  auction_house: ['auction_house'],
  treatment: ['treatment'],
  lab: ['lab'],
  object_type: ['object_type'],
  carat_band: ['carat_band', 'weight_min', 'weight_max'],
  year: ['year', 'date_from', 'date_to'],
  flags: ['flags'],
} as const satisfies Record<FacetName, readonly (keyof FilterParams)[]>;

/**
 * One search that counts all facets, each without its own filters, and the lots under all filters. Spellings that differ in
 * case or accents alone are one value, as they are in a filter.
 */
export function facetsBody(params: FilterParams, facets: readonly FacetName[]): SearchBody {
  return {
    ...cachedFigures,
    aggs: {
      ...Object.fromEntries(facets.map((facet) => [facet, facetAggregation(params, facet)])),
      lots: { filter: allOf(filterClauses(params)) },
    },
  };
}

/** The filters of a request without those of a facet. */
export function otherFilters(params: FilterParams, facet: FacetName): FilterParams {
  const others: FilterParams = Object.fromEntries(filterNames.map((name) => [name, params[name]]));
  for (const name of ownFilters[facet]) delete others[name];
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
