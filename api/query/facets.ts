import type { estypes } from '@elastic/elasticsearch';
import type { FilterParams } from '../params/filters.ts';
import type { FacetName } from '../params/list.ts';
import { allOf, filterClauses } from './filters.ts';
import type { SearchBody } from './search-body.ts';

/** Maximum values of a facet. */
export const maxFacetValues = 100;

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
  carat_band: ['weight_min', 'weight_max'],
  year: ['date_from', 'date_to'],
  flags: ['flags'],
} as const satisfies Record<FacetName, readonly (keyof FilterParams)[]>;

/** One search that counts all facets, each without its own filters, and the lots under all filters. */
export function facetsBody(params: FilterParams, facets: readonly FacetName[]): SearchBody {
  return {
    size: 0,
    track_total_hits: false,
    request_cache: true,
    aggs: {
      ...Object.fromEntries(facets.map((facet) => [facet, facetAggregation(params, facet)])),
      lots: { filter: allOf(filterClauses(params)) },
    },
  };
}

function facetAggregation(params: FilterParams, facet: FacetName): estypes.AggregationsAggregationContainer {
  const others: FilterParams = { ...params };
  for (const name of ownFilters[facet]) delete others[name];
  const field = facet === 'lab' ? 'labs' : facet;
  return {
    filter: allOf(filterClauses(others)),
    aggs: {
      values: {
        terms: {
          field,
          size: maxFacetValues,
          shard_size: maxShardValues,
          order: [{ _count: 'desc' }, { _key: 'asc' }],
        },
      },
      total: { cardinality: { field, precision_threshold: 40_000 } },
      missing: { missing: { field } },
    },
  };
}
