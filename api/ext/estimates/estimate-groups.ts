import type { Static, TObject, TProperties } from 'typebox';
import { type ComparedPrice, comparedPrices, type Place, places } from '../../../mappings/price-amounts.ts';
import type { SaleStatus } from '../../../mappings/record.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { allOf, type Clause, present, type SearchBody, uncachedFigures } from '../../search/clauses.ts';
import { type Aggregations, compositePage } from '../../search/composite-pages.ts';
import { groupByParam, groupPageParams, groupSources, publishedKey } from '../../statistics/groups.ts';
import { medianInterval } from '../../statistics/median-interval.ts';
import { quantiles } from '../../statistics/statistics.ts';

/** The key of a group: one value, or two in the order of `group_by`. */
type EstimateKey = Partial<Record<EstimateGrouping, string | number>>;

/** Lots with usable estimates. */
export const estimated = (clauses: Clause[]): Clause => allOf([...clauses, present('estimates.band')]);

/** Lots with estimates of one group, or all of them. */
export interface Outcomes {
  /** Folded, as the index compares values. */
  key: EstimateKey;
  lots: number;
  sold: number;
  unsold: number;
  /** The lots with a price, by its place. */
  at: Record<Place, number>;
}

/** Buckets of one page: they contain no other aggregation. */
export const outcomesPerPage = 20_000;

/** The values that the lots of a bucket have in common; null where they have none. */
export type OutcomeKey = { [field in EstimateGrouping]?: string | number | null } & {
  status: SaleStatus | null;
  place: Place | null;
};

/** One page of the numbers of lots by group, status and place of the price; every lot is in one bucket. */
export function outcomesBody(
  query: Clause,
  groupBy: readonly EstimateGrouping[],
  basis: ComparedPrice,
  after?: OutcomeKey,
): SearchBody {
  const sources = [
    ...groupSources(groupBy, groupBy),
    { status: { terms: { field: 'sale_status', missing_bucket: true } } },
    { place: { terms: { field: `estimates.${basis}_place`, missing_bucket: true } } },
  ];
  return {
    query,
    ...uncachedFigures,
    aggs: { outcomes: compositePage(outcomesPerPage, sources, after) },
  };
}

/** The search response to `outcomesBody`. */
export interface OutcomesResult {
  outcomes: { buckets: OutcomeBucket[]; after_key?: OutcomeKey };
}

export interface OutcomeBucket {
  key: OutcomeKey;
  doc_count: number;
}

/** All lots of some buckets, and those of each group; lots without a grouped value are in no group. */
export function readOutcomes(
  buckets: readonly OutcomeBucket[],
  groupBy: readonly EstimateGrouping[],
): { all: Outcomes; groups: Outcomes[] } {
  const all = noOutcomes({});
  const groups = new Map<string, Outcomes>();
  for (const { key, doc_count } of buckets) {
    addLots(all, key, doc_count);
    const values = groupBy.map((field) => key[field] ?? null);
    if (values.includes(null)) continue;
    const name = JSON.stringify(values);
    const group = groups.get(name) ?? noOutcomes(Object.fromEntries(groupBy.map((f, i) => [f, values[i]])));
    groups.set(name, group);
    addLots(group, key, doc_count);
  }
  return { all, groups: [...groups.values()] };
}

const noOutcomes = (key: object): Outcomes => ({
  ...{ key: publishedKey({ key }), lots: 0, sold: 0, unsold: 0 },
  at: { below: 0, within: 0, above: 0 },
});

function addLots(outcomes: Outcomes, { status, place }: OutcomeKey, lots: number): void {
  outcomes.lots += lots;
  if (status === 'sold') outcomes.sold += lots;
  if (status === 'unsold') outcomes.unsold += lots;
  if (place) outcomes.at[place] += lots;
}

/** The numbers of lots on which the percentages of quantiles depend. */
export function sizesOf({ at, sold, unsold }: Outcomes): Sizes {
  const n = places.reduce((sum, place) => sum + at[place], 0);
  return { n, unsold: sold === 0 ? unsold : (unsold * n) / sold };
}

/**
 * What an unsold lot counts beside n compared ones: the share of the sold lots that are compared. The others would be missing
 * beside all unsold lots otherwise. Undefined where lots sold, but none is compared.
 */
export function unsoldWeightOf({ n, sold }: { n: number; sold: number }): number | undefined {
  if (sold === 0) return 1;
  return n === 0 ? undefined : n / sold;
}

/** The numbers of prices and of unsold lots of a group, weighted; unsold lots may be counted as lower than all prices. */
interface Sizes {
  n: number;
  unsold: number;
}

/** The quantiles of ratios that are published. */
const ratioQuantiles = ['p25', 'median', 'p75', 'median_low', 'median_high'] as const;

type RatioQuantile = (typeof ratioQuantiles)[number];

/**
 * The quantiles of n sold lots and lower unsold ones of a weight of `unsold`, as percentages among the sold lots; undefined
 * for quantiles that lie among the unsold lots.
 */
export function percentsAmongSold({ n, unsold }: Sizes): Partial<Record<RatioQuantile, number>> {
  const last = n + unsold - 1;
  const ranks = n === 0 ? undefined : medianInterval(Math.floor(n + unsold));
  // Among the sold lots, from 0; below 0 among the unsold ones.
  const positions: Partial<Record<RatioQuantile, number>> = {
    p25: last / 4 - unsold,
    median: last / 2 - unsold,
    p75: (3 * last) / 4 - unsold,
    ...(ranks && { median_low: ranks.low - 1 - unsold, median_high: n - ranks.low }),
  };
  return Object.fromEntries(
    Object.entries(positions)
      .filter(([, position]) => n > 0 && position >= 0)
      .map(([name, position]) => [name, n === 1 ? 50 : (100 * position) / (n - 1)]),
  );
}

/** The quantiles of the ratios of all lots of a query. */
export const ratiosBody = (query: Clause, sizes: Sizes, basis: ComparedPrice): SearchBody => ({
  ...{ query, ...uncachedFigures },
  aggs: ratioQuantilesOf(sizes, basis),
});

/**
 * The quantiles of the ratios of a group: of its sold lots alone, and with unsold lots counted as lower. Their percentages
 * depend on its numbers of lots.
 */
export function ratioQuantilesOf(sizes: Sizes, basis: ComparedPrice): Aggregations {
  const percents = [
    ...new Set([{ ...sizes, unsold: 0 }, sizes].flatMap((some) => Object.values(percentsAmongSold(some)))),
  ];
  const of = (ratio: 'low' | 'middle') => quantiles(`estimates.${basis}_${ratio}`, percents);
  return percents.length === 0 ? {} : { low: of('low'), middle: of('middle') };
}

/** The search response for the quantiles of a group. */
export type RatiosResult = Partial<
  Record<'low' | 'middle', { values: { key: number; value: number | null }[] }>
>;

/** The quantiles of a ratio, of a response; null where they lie among unsold lots, or there is no price. */
export function readRatio(result: RatiosResult['low'], sizes: Sizes): Record<RatioQuantile, number | null> {
  const values = new Map(result?.values.map(({ key, value }) => [key, value]));
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

export type EstimatesParams = Static<TObject<typeof estimatesParams>>;
