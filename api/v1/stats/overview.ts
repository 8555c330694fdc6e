import type { Static } from 'typebox';
import Type from 'typebox';
import type { Field } from '../../../mappings/records-index.ts';
import { type Clause, type SearchBody, uncachedFigures } from '../../search/clauses.ts';
import { type Aggregations, compositePage } from '../../search/composite-pages.ts';
import { choice, count, orNull } from '../../statistics/fields.ts';
import { nominalFigures, type PriceFigures } from '../../statistics/price-figures.ts';
import {
  countsAndExtremes,
  excludedLots,
  oneStone,
  percentsFor,
  quantiles,
  type Sizes,
  type Summarized,
  type SummarizedFields,
  syntheticLots,
} from '../../statistics/statistics.ts';
import { presentTotals, totalsFields } from '../../statistics/totals.ts';
import { presentSummary, Summary, type Unrounded } from './summary.ts';

/** The fields whose distinct values are counted, by the name of the count. */
export const counted = {
  gem_types: 'gem_type',
  origins: 'origin',
  auction_houses: 'auction_house',
} as const satisfies Record<string, Field>;

export type Counted = keyof typeof counted;

/** Maximum distinct values of one search; more are counted page by page. */
export const maxDistinct = 10_000;

/**
 * Counts, sums and extremes of the lots that meet a query, the span of their dates, and the number of distinct names.
 * @param more further aggregations of these lots
 */
export function overviewBody(query: Clause, fields: SummarizedFields, more: Aggregations): SearchBody {
  return {
    query,
    size: 0,
    request_cache: false,
    // Only the number of names is requested, not the names.
    filter_path: ['hits.total', '-aggregations.**.buckets', 'aggregations', '_shards.failed', 'timed_out'],
    aggs: {
      ...countsAndExtremes(fields),
      first_auction_date: { min: { field: 'auction_date' } },
      last_auction_date: { max: { field: 'auction_date' } },
      synthetic: syntheticLots,
      excluded: excludedLots(fields),
      ...more,
      ...distinctCounts(),
    },
  };
}

/** Quantiles of all summarized fields, once the numbers of values are known. */
export function overviewQuantilesBody(
  query: Clause,
  sizes: Required<Sizes>,
  fields: SummarizedFields,
): SearchBody {
  const of = (name: Summarized) => quantiles(fields[name], percentsFor(sizes[name]));
  const price_per_carat_usd = of('price_per_carat_usd');
  return {
    query,
    ...uncachedFigures,
    aggs: {
      price_usd: of('price_usd'),
      carat: of('carat'),
      one_stone: { filter: oneStone, aggs: { price_per_carat_usd } },
    },
  };
}

/**
 * A terms aggregation per field, and its number of buckets. A cardinality aggregation is only an estimate: two names
 * can share a hash.
 */
function distinctCounts(): Aggregations {
  return Object.fromEntries(
    Object.entries(counted).flatMap(([name, field]) => [
      [name, { terms: { field, size: maxDistinct } }],
      [`${name}_count`, { stats_bucket: { buckets_path: `${name}>_count` } }],
    ]),
  );
}

/** One page of the distinct values of a field, to be counted. */
export function distinctPageBody(query: Clause, field: Field, after?: Record<string, string>): SearchBody {
  const sources = [{ value: { terms: { field } } }];
  const values = compositePage(maxDistinct, sources, after);
  return { query, size: 0, track_total_hits: false, aggs: { values } };
}

const distinct = (of: string) => count(`Number of distinct ${of} of the lots.`, choice);
const day = (description: string) => orNull(Type.String({ format: 'date' }), description, choice);

/** The basic statistics of the lots in a filter. */
export const Overview = Type.Object(
  {
    ...totalsFields,
    gem_types: distinct('gemstone types'),
    origins: distinct('known origins'),
    auction_houses: distinct('auction houses'),
    first_auction_date: day('Earliest date of any of the lots.'),
    last_auction_date: day('Latest date of any of the lots.'),
    price_usd: Summary,
    price_per_carat_usd: Summary,
    carat: Summary,
  },
  { $id: 'Overview', title: 'Basic statistics', additionalProperties: false, ...choice },
);

export type Overview = Static<typeof Overview>;

/** The published basic statistics. */
export function presentOverview(
  totals: Parameters<typeof presentTotals>[0],
  span: Pick<
    Overview,
    'gem_types' | 'origins' | 'auction_houses' | 'first_auction_date' | 'last_auction_date'
  >,
  values: Record<'price_usd' | 'price_per_carat_usd' | 'carat', Unrounded>,
  figures: PriceFigures,
): Overview {
  return {
    ...presentTotals(totals, figures),
    ...span,
    price_usd: presentSummary(values.price_usd, 'price_usd', figures),
    price_per_carat_usd: presentSummary(values.price_per_carat_usd, 'price_per_carat_usd', figures),
    carat: presentSummary(values.carat, 'carat', nominalFigures),
  };
}
