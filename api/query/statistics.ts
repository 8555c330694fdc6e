import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';
import { type Clause, equals, present, soldLots, unsoldLots } from './filters.ts';
import { medianInterval, percentOfRank } from './median-interval.ts';

export type Aggregation = estypes.AggregationsAggregationContainer;
export type Aggregations = Record<string, Aggregation>;

/**
 * One page of a composite aggregation: all combinations of the values of its sources, by key.
 * @param after the key of the last bucket of the page before
 * @param aggs of each bucket
 */
export function compositePage(
  size: number,
  sources: readonly object[],
  after: object | undefined,
  aggs?: Aggregations,
): Aggregation {
  return { composite: { size, sources, ...(after && { after }) }, ...(aggs && { aggs }) } as Aggregation;
}

/** The summarized fields, by the name of their summary. A lot has a price only where it sold. */
export const summarized = {
  price_usd: 'price_final_usd',
  price_per_carat_usd: 'price_per_carat_usd',
  carat: 'carat',
} as const satisfies Record<string, Field>;

export type Summarized = keyof typeof summarized;

/** The fields that are summarized in place of these, for other prices. */
export type SummarizedFields = Record<Summarized, Field>;

/** The number of values of each kind in a group. */
export type Sizes = Partial<Record<Summarized, number>>;

const fixedPercents = [10, 25, 50, 75, 90];

/**
 * Up to 20 times this number of values quantiles are exact; above, the digest is within 0.02 points of rank
 * at a million values with spikes. 2000 is 0.34 points off there and saves nothing; the default of 100 is 9 off.
 */
const compression = 20_000;

/** The median and the four other quantiles of a field, type 7 of Hyndman and Fan. */
export function quantiles(field: Field, percents: readonly number[] = fixedPercents): Aggregation {
  return { percentiles: { field, percents: [...percents], keyed: false, tdigest: { compression } } };
}

/** Percentages of the quantiles of n values, including the bounds of the interval of the median; without duplicates. */
export function percentsFor(n: number): number[] {
  return [...fixedPercents, ...intervalPercents(n).filter((percent) => !fixedPercents.includes(percent))];
}

/** Percentages of the bounds of the interval of the median of n values; [] where there is none. */
export function intervalPercents(n: number): number[] {
  const ranks = medianInterval(n);
  return ranks ? [percentOfRank(ranks.low, n), percentOfRank(ranks.high, n)] : [];
}

/** Lots of several stones: their price does not give the price per carat of one stone. */
export const severalStones = equals('flags', 'MULTI_STONE');

/** All other lots. Every figure of price per carat is one of theirs. */
export const oneStone: Clause = { bool: { must_not: [severalStones] } };

/** The lots that figures of price per carat leave out. */
export const excludedLots = (fields: SummarizedFields): Aggregation => ({
  filter: { bool: { filter: [severalStones, present(fields.price_per_carat_usd)] } },
});

/**
 * Counts, sums and extremes of a group of lots, of all summarized fields; its document count is the number of lots.
 * @param more further aggregations of the lots of one stone
 */
export function countsAndExtremes(fields: SummarizedFields, more: Aggregations = {}): Aggregations {
  const price_per_carat_usd = { stats: { field: fields.price_per_carat_usd } };
  return {
    sold: { filter: soldLots },
    unsold: { filter: unsoldLots },
    price_usd: { stats: { field: fields.price_usd } },
    carat: { stats: { field: fields.carat } },
    one_stone: { filter: oneStone, aggs: { price_per_carat_usd, ...more } },
  };
}

/** The lots that are generated samples, not real sales. */
export const syntheticLots = { filter: equals('is_synthetic', true) } satisfies Aggregation;
