import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { soldLots, unsoldLots } from '../../filters/filter-clauses.ts';
import type { FilterParams } from '../../filters/filter-params.ts';
import { allOf, type Clause, present, uncachedFigures, without } from '../../search/clauses.ts';
import type { Aggregations } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionLots } from '../../statistics/auction-lots.ts';
import { choice, count, share } from '../../statistics/fields.ts';
import { medianInterval, percentOfRank } from '../../statistics/median-interval.ts';
import {
  caratsFigure,
  type PriceFigures,
  type QuantileName,
  ratio,
  type ValueName,
} from '../../statistics/price-figures.ts';
import type { ChosenPrices, PricesResult } from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  type PercentilesResult,
  quantiles,
  type SummarizedFields,
  severalStones,
  syntheticLots,
} from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';

/* The figures of a group of lots, which /stats, /stats/market and /stats/trends have in common: searched in two steps, and published. */

/**
 * One search for auction statistics of the lots in a filter, and what `meta` says about these lots.
 * @param aggs of the lots that figures include
 */
export async function searchAuctions<Result>(
  search: SearchContext,
  params: FilterParams,
  { fields, counted, present: presentPrices }: ChosenPrices,
  aggs: Aggregations,
): Promise<{ lots: Result & { doc_count: number }; meta: Static<TObject<typeof statisticsMeta>> }> {
  const { query, included, leftOut } = auctionLots(params);
  const excluded = { filter: allOf([severalStones, present(fields.price_per_carat_usd)]) };
  const ofAll = { ...aggs, synthetic: syntheticLots, excluded, ...counted };
  const kinds = Object.entries(leftOut).map(([kind, filter]) => [kind, { filter }]);
  const { lots, objects, hand_picked } = await search.aggregate<AuctionsResult<Result>>({
    query,
    ...uncachedFigures,
    aggs: { lots: { filter: included, aggs: ofAll }, ...Object.fromEntries(kinds) },
  });
  const counts = { objects: objects?.doc_count ?? 0, hand_picked: hand_picked?.doc_count ?? 0 };
  return {
    lots,
    meta: {
      synthetic_lots: lots.synthetic.doc_count,
      excluded: presentExcluded(lots.excluded.doc_count, counts),
      prices: presentPrices(lots.prices),
    },
  };
}

type AuctionsResult<Result> = {
  lots: Result & { prices: PricesResult } & Record<'synthetic' | 'excluded', Counted> & Counted;
} & Partial<Record<'objects' | 'hand_picked', Counted>>;

interface Counted {
  doc_count: number;
}

/** What `meta` says about the lots of statistics. */
export const statisticsMeta = { ...syntheticMeta, excluded: Excluded, prices: PricesMeta };

/** All lots but those of several stones. Every figure of price per carat is one of theirs. */
const oneStone: Clause = without(severalStones);

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

/** The search response for a group of `countsAndExtremes`. */
export interface GroupResult {
  doc_count: number;
  sold: Counted;
  unsold: Counted;
  price_usd: StatsResult;
  carat: StatsResult;
  one_stone: { price_per_carat_usd: StatsResult };
}

/** The search response for `stats`. */
interface StatsResult {
  count: number;
  min: number | null;
  max: number | null;
  sum: number;
}

/**
 * The quantiles of a group whose counts are known. They are a second search, because the ranks of the interval of a median
 * depend on the number of values.
 * @param more further aggregations of the lots of one stone
 */
export function quantilesOf(
  { price_usd, one_stone }: Pick<GroupResult, 'price_usd' | 'one_stone'>,
  fields: SummarizedFields,
  more: Aggregations = {},
): Aggregations {
  const ofOneStone = summarized(fields.price_per_carat_usd, one_stone.price_per_carat_usd);
  return {
    price_usd: summarized(fields.price_usd, price_usd),
    one_stone: { filter: oneStone, aggs: { price_per_carat_usd: ofOneStone, ...more } },
  };
}

/** The search response for `quantilesOf`. */
export interface QuantilesResult {
  price_usd: PercentilesResult;
  one_stone: { price_per_carat_usd: PercentilesResult };
}

/** The quantiles of a summary, including the bounds of the interval of the median; each percentage once. */
export const summarized = (field: SummarizedFields[ValueName], { count }: Pick<StatsResult, 'count'>) =>
  quantiles(field, [...new Set([10, 25, 50, 75, 90, ...intervalPercents(count)])]);

/** The percentages of the bounds of the interval of the median of n values; [] where there is none. */
function intervalPercents(n: number): number[] {
  const ranks = medianInterval(n);
  return ranks ? [percentOfRank(ranks.low, n), percentOfRank(ranks.high, n)] : [];
}

/** A percentile as it was found; null where there is no value. */
export const percentile = (found: PercentilesResult | undefined, percent?: number): number | null =>
  found?.values.find(({ key }) => key === percent)?.value ?? null;

/** The counts and sums of a group of lots: 0 for an empty group, with a null rate. */
export const totalsFields = {
  lots: count('Number of lots.', choice),
  sold_lots: count('Number of sold lots.', choice),
  unsold_lots: count('Number of lots that were offered and not sold.', choice),
  other_lots: count('Number of all other lots: withdrawn, only listed, or of unknown status.', choice),
  sell_through_rate: share(
    'sold_lots / (sold_lots + unsold_lots), 6 decimals; null without such lots.',
    choice,
  ),
  total_value_usd: Type.Integer({ minimum: 0, description: 'Sum of the prices of sold lots.', ...choice }),
  total_carats: Type.Number({
    minimum: 0,
    description: 'Sum of the known weights of all lots, 4 decimals.',
    ...choice,
  }),
} satisfies TProperties;

/** Published counts and sums. */
export function presentTotals(
  group: GroupResult,
  figures: PriceFigures,
): Static<TObject<typeof totalsFields>> {
  const [lots, sold, unsold] = [group.doc_count, group.sold.doc_count, group.unsold.doc_count];
  return {
    lots,
    sold_lots: sold,
    unsold_lots: unsold,
    other_lots: lots - sold - unsold,
    sell_through_rate: ratio(sold, sold + unsold),
    total_value_usd: figures.total(group.price_usd.sum),
    total_carats: caratsFigure(group.carat.sum),
  };
}

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });

/** The statistics of one kind of value: null, never 0, where there is no value. */
export const Summary = Type.Object(
  {
    n: Type.Integer({ minimum: 0, description: 'Number of values.' }),
    min: number('Smallest value.'),
    max: number('Greatest value.'),
    mean: number('Arithmetic mean, 4 decimals.'),
    median: number('Median, 4 decimals.'),
    p10: number('Quantile 0.10 (type 7 of Hyndman and Fan), 4 decimals.'),
    p25: number('Quantile 0.25.'),
    p75: number('Quantile 0.75.'),
    p90: number('Quantile 0.90.'),
    median_low: number(
      'Lower end of the 95% interval of the median, an order statistic; null under 6 values.',
    ),
    median_high: number('Upper end of the 95% interval of the median.'),
  },
  { $id: 'Summary', title: 'Summary of values', additionalProperties: false, 'x-choice': true },
);

/** A published summary of values. */
export function presentSummary(
  { count: n, min, max, sum }: StatsResult,
  of: ValueName,
  figures: PriceFigures,
  found: PercentilesResult | undefined,
): Static<typeof Summary> {
  const [low, high] = intervalPercents(n);
  const at = (percent: number | undefined, name: QuantileName) =>
    figures.quantile(percentile(found, percent), of, name);
  return {
    n,
    min: figures.extreme(min),
    max: figures.extreme(max),
    mean: figures.mean(sum, n, of),
    median: at(50, 'median'),
    p10: at(10, 'p10'),
    p25: at(25, 'p25'),
    p75: at(75, 'p75'),
    p90: at(90, 'p90'),
    median_low: at(low, 'medianLow'),
    median_high: at(high, 'medianHigh'),
  };
}

/** Both summaries of prices. */
export const priceSummaries = { price_usd: Summary, price_per_carat_usd: Summary };

export const presentPrices = (
  { price_usd, one_stone }: GroupResult,
  figures: PriceFigures,
  found: QuantilesResult | undefined,
) => ({
  price_usd: presentSummary(price_usd, 'price_usd', figures, found?.price_usd),
  price_per_carat_usd: presentSummary(
    one_stone.price_per_carat_usd,
    'price_per_carat_usd',
    figures,
    found?.one_stone.price_per_carat_usd,
  ),
});
