import Type, { type Static } from 'typebox';
import { publishedBand } from '../../mappings/carat-bands.ts';

const Facet = Type.Object(
  {
    total_values: Type.Integer({
      minimum: 0,
      description: 'Number of distinct values, including those not listed.',
    }),
    missing: Type.Integer({ minimum: 0, description: 'Number of lots without a value.' }),
    values: Type.Array(
      Type.Object(
        { value: Type.Union([Type.String(), Type.Integer()]), lots: Type.Integer({ minimum: 1 }) },
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

/** The Elasticsearch response to `facetsBody`, for one facet. */
export interface FacetAggregate {
  values: { buckets: { key: string | number; doc_count: number }[] };
  total: { value: number };
  missing: { doc_count: number };
}

/** Converts the aggregations of a search to facets. */
export function presentFacets(aggregations: Record<string, FacetAggregate>): Facets {
  return Object.fromEntries(
    Object.entries(aggregations).map(([name, { values, total, missing }]) => [
      name,
      {
        total_values: total.value,
        missing: missing.doc_count,
        values: values.buckets.map(({ key, doc_count }) => ({
          value: name === 'carat_band' ? publishedBand(String(key)) : key,
          lots: doc_count,
        })),
      },
    ]),
  );
}
