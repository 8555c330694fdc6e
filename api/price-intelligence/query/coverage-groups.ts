import type { Field } from '../../../mappings/records-index.ts';
import { type Clause, soldLots } from '../../query/filters.ts';
import { groupPage } from '../../query/grouped-field.ts';
import { type SearchBody, uncachedFigures } from '../../query/search-body.ts';
import { type Aggregation, type Aggregations, syntheticLots } from '../../query/statistics.ts';
import type { CoverageGrouping } from '../params/coverage.ts';

/** What a lot may lack, with a field that it has where it does not. */
const covered = {
  status: 'is_sold',
  weight: 'carat',
  origin: 'origin',
  treatment: 'treatment',
  estimates: 'estimates.band',
  price: 'price_final_usd',
  price_hammer: 'price_hammer_usd',
  price_premium: 'price_premium_usd',
} as const satisfies Record<string, Field>;

export type Covered = keyof typeof covered;

export const coveredNames = Object.keys(covered) as Covered[];

/** The key of a group; null for an unknown value. */
export type CoverageKey = Partial<Record<CoverageGrouping, string | number | null>>;

const counts: Aggregations = {
  sold: { filter: soldLots },
  newest: { max: { field: 'auction_date' satisfies Field } },
  ...Object.fromEntries(
    Object.entries(covered).map(([name, field]): [string, Aggregation] => [name, { value_count: { field } }]),
  ),
};

/** One page of all groups, by key; every lot is in one. */
export function coverageBody(
  query: Clause,
  groupBy: readonly CoverageGrouping[],
  after?: CoverageKey,
): SearchBody {
  return {
    query,
    ...uncachedFigures,
    aggs: {
      groups: groupPage(groupBy, counts, { after, withUnknown: true }),
      ...(after ? {} : { synthetic: syntheticLots }),
    },
  };
}

/** The search response for a group. */
type CountsAnswer = Record<Covered, { value: number }> & {
  sold: { doc_count: number };
  newest: { value_as_string?: string };
};

export type CoverageBucket = CountsAnswer & { key: CoverageKey; doc_count: number };

/** The search response for `coverageBody`. */
export interface CoverageAnswer {
  /** Of the first page. */
  synthetic?: { doc_count: number };
  groups: { buckets: CoverageBucket[]; after_key?: CoverageKey };
}
