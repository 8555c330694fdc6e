import type { Client, estypes } from '@elastic/elasticsearch';
import type { Field } from '../../../mappings/records-index.ts';

/** Median of ln(price per carat), and the median absolute deviation from it. */
export interface Spread {
  median: number;
  mad: number;
}

/** Quantiles that stand for the prices of a gem type. */
const maxQuantiles = 1_001;

/** Up to twenty times as many prices are sorted by Elasticsearch; more are gathered in a t-digest of this compression. */
const compression = 1_000;

const pricePerCarat: Field = 'price_per_carat_usd';

/**
 * The median and MAD of ln(price per carat) of the records that a query finds, from evenly spaced quantiles. Of up to 1,001
 * prices these are the prices themselves, and both are exact; of more, both are within about a hundredth of the MAD.
 * @param count how many prices the query finds, each above 0
 */
export async function priceSpread(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
  count: number,
  most = maxQuantiles,
): Promise<Spread> {
  const last = Math.min(count, most) - 1;
  const percents = Array.from({ length: last + 1 }, (_, i) => (100 * i) / last);
  const { aggregations } = await elasticsearch.search({
    index,
    size: 0,
    query,
    aggs: {
      prices: { percentiles: { field: pricePerCarat, percents, keyed: false, tdigest: { compression } } },
    },
  });
  const { values } = aggregations!.prices as { values: { value: number }[] };
  const logs = values.map(({ value }) => Math.log(value));
  const median = medianOf(logs);
  return { median, mad: medianOf(logs.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b)) };
}

/** Fewest priced lots of a gem type that say what is usual for it. */
export const minPriced = 20;

/** Modified z-score beyond which a value counts as an outlier. */
const limit = 3.5;

/** Makes the MAD of a normal distribution comparable to its standard deviation. */
const madToSigma = 0.6745;

/** Above what the rounding of quantiles makes of a MAD of 0; logarithms of two prices in cents lie farther apart. */
const rounding = 1e-9;

/** Prices per carat of one gem type that are usual: from `low` to `high`, both included. */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * The usual prices per carat by the median and the median absolute deviation of their logarithms: outside lie those
 * with |0.6745·(ln x − median) / MAD| > 3.5 (Iglewicz and Hoaglin 1993).
 * @returns undefined where MAD is 0, when more than half of the prices are one: the formula divides by it.
 */
export function outlierBounds({ median, mad }: Spread): Bounds | undefined {
  if (!(mad > rounding)) return undefined;
  const reach = (limit * mad) / madToSigma;
  return { low: Math.exp(median - reach), high: Math.exp(median + reach) };
}

/** The median of sorted values: the middle one, or half way between the two in the middle. */
export function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
