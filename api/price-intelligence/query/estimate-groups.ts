import { type ComparedPrice, places } from '../../../mappings/estimate-ratios.ts';
import { allOf, type Clause, present, soldLots, unsoldLots } from '../../query/filters.ts';
import { groupPage, inGroup } from '../../query/grouped-field.ts';
import { medianInterval } from '../../query/median-interval.ts';
import type { SearchBody } from '../../query/search-body.ts';
import { type Aggregation, type Aggregations, quantiles, syntheticLots } from '../../query/statistics.ts';
import type { EstimateGrouping } from '../params/estimates.ts';

/** The key of a group: one value, or two in the order of `group_by`. */
export type EstimateKey = Partial<Record<EstimateGrouping, string | number>>;

/** Lots with usable estimates. */
export const estimated = (clauses: Clause[]): Clause => allOf([...clauses, present('estimates.band')]);

/** The outcomes of a group, and where its prices lie. */
const outcomes = (basis: ComparedPrice): Aggregations => ({
  sold: { filter: soldLots },
  unsold: { filter: unsoldLots },
  places: { terms: { field: `estimates.${basis}_place`, size: places.length } },
});

/** One page of all groups of the lots with estimates, by key; the first page also describes all of these lots. */
export function estimateGroupsBody(
  query: Clause,
  groupBy: readonly EstimateGrouping[],
  basis: ComparedPrice,
  after?: EstimateKey,
): SearchBody {
  return {
    query,
    size: 0,
    track_total_hits: true,
    request_cache: false,
    aggs: {
      groups: groupPage(groupBy, outcomes(basis), { after }),
      ...(after ? {} : { ...outcomes(basis), synthetic: syntheticLots }),
    },
  };
}

/** The search response for a group. */
export interface OutcomesAnswer {
  sold: { doc_count: number };
  unsold: { doc_count: number };
  places: { buckets: { key: string; doc_count: number }[] };
}

/** The numbers of prices of a group, and of unsold lots that may be counted as lower than all of these. */
export interface Sizes {
  n: number;
  unsold: number;
}

/** The quantiles of ratios that are published. */
export const ratioQuantiles = ['p25', 'median', 'p75', 'median_low', 'median_high'] as const;

export type RatioQuantile = (typeof ratioQuantiles)[number];

/**
 * The percentages, among the ratios of n sold lots, of the quantiles of these and `unsold` lower ones; undefined for
 * those that lie among the unsold lots.
 */
export function percentsAmongSold({ n, unsold }: Sizes): Partial<Record<RatioQuantile, number>> {
  const last = n + unsold - 1;
  const ranks = n === 0 ? undefined : medianInterval(n + unsold);
  const positions: Partial<Record<RatioQuantile, number>> = {
    p25: last / 4,
    median: last / 2,
    p75: (3 * last) / 4,
    ...(ranks && { median_low: ranks.low - 1, median_high: ranks.high - 1 }),
  };
  return Object.fromEntries(
    Object.entries(positions)
      .filter(([, position]) => n > 0 && position >= unsold)
      .map(([name, position]) => [name, n === 1 ? 50 : (100 * (position - unsold)) / (n - 1)]),
  );
}

/** The name of the aggregation of a group. */
export const groupName = (place: number) => `group_${place}`;

/**
 * The quantiles of the ratios of some groups in one search; each has an aggregation of its own, because its percentages
 * depend on its numbers of lots.
 */
export function estimateQuantilesBody(
  query: Clause,
  groups: readonly { key: EstimateKey; sizes: Sizes }[],
  basis: ComparedPrice,
): SearchBody {
  const aggs = groups.map(({ key, sizes }, place): [string, Aggregation] => {
    const percents = [
      ...new Set([{ ...sizes, unsold: 0 }, sizes].flatMap((some) => Object.values(percentsAmongSold(some)))),
    ];
    const of = (ratio: 'low' | 'middle') => quantiles(`estimates.${basis}_${ratio}`, percents);
    return [
      groupName(place),
      {
        filter: inGroup(key),
        aggs: percents.length === 0 ? {} : { low: of('low'), middle: of('middle') },
      },
    ];
  });
  return { query, size: 0, track_total_hits: false, request_cache: false, aggs: Object.fromEntries(aggs) };
}

/** The search response for the quantiles of a group. */
export type RatiosAnswer = Partial<
  Record<'low' | 'middle', { values: { key: number; value: number | null }[] }>
>;

/** The quantiles of a ratio, of a response; null where they lie among unsold lots, or there is no price. */
export function readRatio(answer: RatiosAnswer['low'], sizes: Sizes): Record<RatioQuantile, number | null> {
  const values = new Map(answer?.values.map(({ key, value }) => [key, value]));
  const percents = percentsAmongSold(sizes);
  const read = (name: RatioQuantile) => {
    const percent = percents[name];
    return percent === undefined ? null : (values.get(percent) ?? null);
  };
  return Object.fromEntries(ratioQuantiles.map((name) => [name, read(name)])) as Record<
    RatioQuantile,
    number | null
  >;
}

export type EstimateBucket = OutcomesAnswer & { key: EstimateKey; doc_count: number };

/** The search response for `estimateGroupsBody`. */
export type EstimateGroupsAnswer = Partial<OutcomesAnswer> & {
  synthetic?: { doc_count: number };
  groups: { buckets: EstimateBucket[]; after_key?: EstimateKey };
};
