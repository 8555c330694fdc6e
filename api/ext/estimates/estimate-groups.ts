import type { TProperties } from 'typebox';
import { type ComparedPrice, comparedPrices, type Place } from '../../../mappings/price-amounts.ts';
import { soldLots } from '../../filters/filter-clauses.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { allOf, type Clause, equals, present } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import { groupByParam, groupPageParams } from '../../statistics/groups.ts';
import { medianInterval, percentOfRank } from '../../statistics/median-interval.ts';
import { type PercentilesResult, quantiles } from '../../statistics/statistics.ts';
import type { LotsBucket } from '../groups/read-groups.ts';

/** The key of a group: one value, or two in the order of `group_by`. */
export type EstimateKey = Partial<Record<EstimateGrouping, string | number>>;

/** Lots with usable estimates. */
export const estimated = (clauses: Clause[]): Clause => allOf([...clauses, present('estimates.band')]);

/** The counts of some lots: by status, and by the place of the price beside the estimates. */
export const outcomes = (basis: ComparedPrice): Aggregations => ({
  sold: { filter: soldLots },
  unsold: { filter: equals('sale_status', 'unsold') },
  places: { terms: { field: `estimates.${basis}_place` } },
});

/** The search response to `outcomes`. */
export interface OutcomesResult {
  sold: { doc_count: number };
  unsold: { doc_count: number };
  places: { buckets: { key: Place; doc_count: number }[] };
}

/** The number of compared lots: those whose price of the basis is known. */
export const comparedLots = ({ places }: OutcomesResult): number =>
  places.buckets.reduce((sum, { doc_count }) => sum + doc_count, 0);

/** The percentages of the published quantiles of n ratios: those of the interval of the median depend on n. */
function percentsOf(n: number): Partial<Record<RatioQuantile, number>> {
  const ranks = medianInterval(n);
  return {
    ...{ median: 50, p25: 25, p75: 75 },
    ...(ranks && { median_low: percentOfRank(ranks.low, n), median_high: percentOfRank(ranks.high, n) }),
  };
}

const ratioQuantiles = ['median', 'p25', 'p75', 'median_low', 'median_high'] as const;

type RatioQuantile = (typeof ratioQuantiles)[number];

/** The quantiles of the ratios of some lots. */
export function ratios(lots: OutcomesResult, basis: ComparedPrice): Aggregations {
  // An end of the interval may be a quartile: Elasticsearch refuses a percentage that is given twice.
  const percents = [...new Set(Object.values(percentsOf(comparedLots(lots))))];
  const of = (ratio: 'low' | 'middle') => quantiles(`estimates.${basis}_${ratio}`, percents);
  return { low: of('low'), middle: of('middle') };
}

/** The search response to `ratios`. */
export type RatiosResult = Record<'low' | 'middle', PercentilesResult>;

/** The quantiles of n ratios, of a response; null where there are none. */
export function readRatio({ values }: PercentilesResult, n: number): Record<RatioQuantile, number | null> {
  const percents = percentsOf(n);
  const found = new Map(values.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    ratioQuantiles.map((name) => [name, found.get(percents[name] ?? Number.NaN) ?? null]),
  ) as Record<RatioQuantile, number | null>;
}

/** Lots with estimates of one group, or all of them. */
export type Outcomes = LotsBucket<OutcomesResult>;

/** The fields by which lots with estimates can be grouped. */
const estimateGroupings = ['estimate_band', 'auction_house', 'gem_type', 'carat_band', 'year'] as const;

export type EstimateGrouping = (typeof estimateGroupings)[number];

/** Parameters of /estimates. */
export const estimatesParams = {
  group_by: groupByParam(estimateGroupings, {
    default: ['estimate_band'],
    description:
      'One or two fields; each combination of their values is a group. `estimate_band` is the class of the low estimate in US dollars.',
    examples: [['auction_house', 'year']],
  }),
  basis: oneOf(Object.keys(comparedPrices) as ComparedPrice[], {
    description:
      "The prices that are compared with the estimates: `hammer`, without buyer's premium, as estimates are, or `premium`, with it. Lots without such a price are left out and counted: one figure never mixes both.",
    default: 'hammer',
    examples: ['premium'],
    ...extension,
  }),
  ...groupPageParams(20),
  ...filterParams,
} satisfies TProperties;
