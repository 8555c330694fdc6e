import type { FilterParams } from '../params/filters.ts';
import type { FacetName } from '../params/list.ts';
import type { writeGroupFilter } from '../params/write-filters.ts';
import { otherFilters } from './facets.ts';
import { publishedValue } from './grouped-field.ts';

/** The Elasticsearch response to `facetsBody`, for one facet. */
export interface FacetAggregate {
  values: { buckets: { key: string | number; doc_count: number }[] };
  total: { value: number };
  missing: { doc_count: number };
}

/**
 * A facet of a request with these filters: its values in any order, each with the parameters that find its lots.
 * @param write writes these parameters
 */
export function readFacet(
  name: FacetName,
  { values, total, missing }: FacetAggregate,
  params: FilterParams,
  write: typeof writeGroupFilter,
) {
  const others = otherFilters(params, name);
  return {
    totalValues: total.value,
    missing: missing.doc_count,
    values: values.buckets.map((bucket) => {
      const value = publishedValue(name, bucket.key, bucket);
      return { value, lots: bucket.doc_count, filter: write(others, { [name]: value }) };
    }),
  };
}
