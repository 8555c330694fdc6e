import type { Client, estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';
import { medianOf, middleRanks } from './outlier-bounds.ts';

/** Median of ln(price per carat), and the median absolute deviation from it. */
export interface Spread {
  median: number;
  mad: number;
}

/** Most values that are fetched at once: the window of a search. */
const window = 10_000;

/** Parts that an interval is cut into in one request, when a rank is looked for in more values than a window holds. */
const parts = 32;

const pricePerCarat: Field = 'price_per_carat_usd';

/**
 * The exact median and MAD of ln(price per carat) of the records that a query finds, in memory that does not grow with
 * their number: up to 10,000 values are fetched and sorted; of more, the values around the wanted ranks.
 * @param count how many records the query finds; each has a price per carat above 0
 */
export async function priceSpread(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
  count: number,
  most = window,
): Promise<Spread> {
  const values = { elasticsearch, index, query, count, most };
  if (count <= most) {
    const logs = (await fetchPrices(values, query)).map(Math.log).sort((a, b) => a - b);
    const median = medianOf(logs);
    return { median, mad: medianOf(logs.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b)) };
  }
  const median = await medianBy(values, {
    of: Math.log,
    below: (ln) => ({ lt: Math.exp(ln) }),
    // From a hundredth of a dollar, the least that is not 0, to more than any price.
    from: Math.log(0.001),
    to: Math.log(Number.MAX_SAFE_INTEGER),
  });
  const mad = await medianBy(values, {
    of: (price) => Math.abs(Math.log(price) - median),
    below: (far) => ({ gte: Math.exp(median - far), lt: Math.exp(median + far) }),
    from: 0,
    to: 50,
  });
  return { median, mad };
}

interface Values {
  elasticsearch: Client;
  index: string;
  query: estypes.QueryDslQueryContainer;
  count: number;
  most: number;
}

/** Prices from one on, or from the least, to below another. */
interface Prices {
  gte?: number;
  lt: number;
}

/** Something measured of a price, with the prices where it is below a bound. */
interface Measure {
  of: (price: number) => number;
  below: (bound: number) => Prices;
  from: number;
  to: number;
}

async function medianBy(values: Values, measure: Measure): Promise<number> {
  const [lower, upper] = middleRanks(values.count);
  const first = await atRank(values, measure, lower);
  return lower === upper ? first : (first + (await atRank(values, measure, upper))) / 2;
}

/** The value of a rank: the interval that holds it is narrowed by counting, until its values fit into one window. */
async function atRank(values: Values, measure: Measure, rank: number): Promise<number> {
  let low = { bound: measure.from, count: 0 };
  let high = { bound: measure.to, count: values.count };
  while (high.count - low.count > values.most && high.bound - low.bound > 1e-9) {
    const bounds = Array.from(
      { length: parts - 1 },
      (_, i) => low.bound + ((high.bound - low.bound) * (i + 1)) / parts,
    );
    const counts = await countIn(values, bounds.map(measure.below));
    const cuts = [low, ...bounds.map((bound, i) => ({ bound, count: counts[i]! })), high];
    const place = cuts.findIndex(({ count }) => count > rank);
    [low, high] = [cuts[place - 1]!, cuts[place]!];
  }
  // So many equal values that no cut parts them: they are the value.
  if (high.count - low.count > values.most) return (low.bound + high.bound) / 2;
  const prices = await fetchPrices(values, {
    bool: {
      filter: [values.query, isIn(measure.below(high.bound))],
      must_not: [isIn(measure.below(low.bound))],
    },
  });
  return prices.map(measure.of).sort((a, b) => a - b)[rank - low.count]!;
}

const isIn = (prices: Prices): estypes.QueryDslQueryContainer => ({ range: { [pricePerCarat]: prices } });

/** How many values lie within each of some ranges of prices: all are cut at all their ends, and every price is read once. */
async function countIn(values: Values, ranges: Prices[]): Promise<number[]> {
  const cuts = [...new Set(ranges.flatMap(({ gte, lt }) => (gte === undefined ? [lt] : [gte, lt])))];
  cuts.sort((a, b) => a - b);
  const { aggregations } = await values.elasticsearch.search({
    index: values.index,
    size: 0,
    query: values.query,
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
    size: values.most,
    query,
    _source: false,
    docvalue_fields: [pricePerCarat],
    sort: ['_doc'],
    filter_path: 'hits.hits.fields',
  });
  return (hits?.hits ?? []).map(({ fields }) => fields![pricePerCarat][0] as number);
}
