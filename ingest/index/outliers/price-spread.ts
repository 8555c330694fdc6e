import type { Client, estypes } from '@elastic/elasticsearch';
import type { Field } from '../../../mappings/records-index.ts';

/** Median of ln(price per carat), and the median absolute deviation from it. */
export interface Spread {
  median: number;
  mad: number;
}

/** How many prices a query finds, each above 0, and between which they lie. */
export interface Prices {
  count: number;
  lowest: number;
  highest: number;
}

/** Values that are fetched at once. */
const maxValues = 1_000;

/** Parts that an interval is cut into in one request, when a rank is looked for in more values than are fetched. */
const parts = 256;

/** Intervals of logarithms narrower than this hold one value, however often. */
const narrowest = 1e-9;

const pricePerCarat: Field = 'price_per_carat_usd';

/**
 * The exact median and MAD of ln(price per carat) of the records that a query finds, in memory that does not grow with
 * their number: up to 1,000 values are fetched and sorted; of more, the values around the wanted ranks.
 */
export async function priceSpread(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
  { count, lowest, highest }: Prices,
  maxFetched = maxValues,
): Promise<Spread> {
  const values = { elasticsearch, index, query, count, maxFetched };
  if (count <= maxFetched) {
    const logs = (await fetchPrices(values, query)).map(Math.log).sort((a, b) => a - b);
    const median = medianOf(logs);
    return { median, mad: medianOf(logs.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b)) };
  }
  const [from, to] = [Math.log(lowest), Math.log(highest)];
  const median = await medianBy(values, {
    of: Math.log,
    below: (ln) => ({ lt: Math.exp(ln) }),
    ...{ from, to },
  });
  const mad = await medianBy(values, {
    of: (price) => Math.abs(Math.log(price) - median),
    below: (far) => ({ gte: Math.exp(median - far), lt: Math.exp(median + far) }),
    ...{ from: 0, to: Math.max(median - from, to - median) },
  });
  return { median, mad };
}

interface Values {
  elasticsearch: Client;
  index: string;
  query: estypes.QueryDslQueryContainer;
  count: number;
  maxFetched: number;
}

/** Prices from one on, or from the least, to below another. */
interface Range {
  gte?: number;
  lt: number;
}

/** Something measured of a price, with the prices where it is below a bound, and between what it lies. */
interface Measure {
  of: (price: number) => number;
  below: (bound: number) => Range;
  from: number;
  to: number;
}

/** A bound of a measure, and how many values lie below it. */
interface Cut {
  bound: number;
  count: number;
}

async function medianBy(values: Values, measure: Measure): Promise<number> {
  const ranks = middleRanks(values.count);
  // A little more at both ends, so that no value is lost to the rounding of logarithms.
  const low = { bound: measure.from - 1e-6, count: 0 };
  const high = { bound: measure.to + 1e-6, count: values.count };
  const [lower, upper] = await atRanks(values, measure, ranks, [low, high]);
  return (lower! + upper!) / 2;
}

/**
 * The values of ascending ranks: the interval that holds them is narrowed by counting, until its values are few enough
 * to be fetched.
 */
async function atRanks(
  values: Values,
  measure: Measure,
  ranks: number[],
  [low, high]: [Cut, Cut],
): Promise<number[]> {
  if (high.count - low.count <= values.maxFetched || high.bound - low.bound <= narrowest) {
    const prices = await fetchPrices(values, {
      bool: {
        filter: [values.query, isIn(measure.below(high.bound))],
        must_not: [isIn(measure.below(low.bound))],
      },
    });
    const found = prices.map(measure.of).sort((a, b) => a - b);
    // Of so many equal values that no cut parts them, those that were fetched are as good as any.
    return ranks.map((rank) => found[Math.min(rank - low.count, found.length - 1)]!);
  }
  const step = (high.bound - low.bound) / parts;
  const bounds = Array.from({ length: parts - 1 }, (_, i) => low.bound + step * (i + 1));
  const counts = await countIn(values, bounds.map(measure.below));
  const cuts = [low, ...bounds.map((bound, i) => ({ bound, count: counts[i]! })), high];
  const found: number[] = [];
  for (const [place, some] of Map.groupBy(ranks, (rank) => cuts.findIndex(({ count }) => count > rank))) {
    found.push(...(await atRanks(values, measure, some, [cuts[place - 1]!, cuts[place]!])));
  }
  return found;
}

const isIn = (prices: Range): estypes.QueryDslQueryContainer => ({ range: { [pricePerCarat]: prices } });

/** How many values lie within each of some ranges of prices: all are cut at all their ends, and every price is read once. */
async function countIn(values: Values, ranges: Range[]): Promise<number[]> {
  const cuts = [...new Set(ranges.flatMap(({ gte, lt }) => (gte === undefined ? [lt] : [gte, lt])))];
  cuts.sort((a, b) => a - b);
  const { aggregations } = await values.elasticsearch.search({
    index: values.index,
    size: 0,
    query: values.query,
    filter_path: 'aggregations.parts.buckets.doc_count',
    aggs: {
      parts: {
        range: {
          field: pricePerCarat,
          ranges: cuts.map((to, i) => (i === 0 ? { to } : { from: cuts[i - 1]!, to })),
        },
      },
    },
  });
  const { buckets } = aggregations!.parts as { buckets: { doc_count: number }[] };
  const below = new Map<number, number>();
  let sum = 0;
  for (const [i, { doc_count }] of buckets.entries()) {
    sum += doc_count;
    below.set(cuts[i]!, sum);
  }
  return ranges.map(({ gte, lt }) => below.get(lt)! - (gte === undefined ? 0 : below.get(gte)!));
}

async function fetchPrices(values: Values, query: estypes.QueryDslQueryContainer): Promise<number[]> {
  const { hits } = await values.elasticsearch.search({
    index: values.index,
    size: values.maxFetched,
    query,
    _source: false,
    docvalue_fields: [pricePerCarat],
    sort: ['_doc'],
    filter_path: 'hits.hits.fields',
  });
  return (hits?.hits ?? []).map(({ fields }) => fields![pricePerCarat][0] as number);
}

/** Fewest priced lots of a gem type that say what is usual for it. */
export const minPriced = 20;

/** Modified z-score beyond which a value counts as an outlier. */
const limit = 3.5;

/** Makes the MAD of a normal distribution comparable to its standard deviation. */
const madToSigma = 0.6745;

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
export function outlierBounds(medianLn: number, madLn: number): Bounds | undefined {
  if (!(madLn > 0)) return undefined;
  const reach = (limit * madLn) / madToSigma;
  return { low: Math.exp(medianLn - reach), high: Math.exp(medianLn + reach) };
}

/** The median of sorted values: the middle one, or half way between the two in the middle. */
export function medianOf(sorted: readonly number[]): number {
  const [lower, upper] = middleRanks(sorted.length);
  return (sorted[lower]! + sorted[upper]!) / 2;
}

/** Ranks of the one or two values in the middle, from 0. */
export function middleRanks(count: number): [number, number] {
  return [Math.floor((count - 1) / 2), Math.floor(count / 2)];
}
