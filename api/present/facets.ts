import Type, { type Static } from 'typebox';
import { GroupFilter } from './group-filter.ts';

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

/** A counted facet, its values in any order. */
interface CountedFacet {
  totalValues: number;
  missing: number;
  values: Static<typeof Facet>['values'];
}

/** A published facet. */
export function presentFacet({ totalValues, missing, values }: CountedFacet): Static<typeof Facet> {
  const sorted = values.toSorted((a, b) => b.lots - a.lots || (a.value < b.value ? -1 : 1));
  return { total_values: totalValues, missing, values: sorted };
}
