import type { Client, estypes } from '@elastic/elasticsearch';
import pLimit from 'p-limit';
import type { Flag } from '../../mappings/flags.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import { ItemRefused, readPages } from '../store/elasticsearch.ts';
import {
  type MarkedIndex,
  rewritable,
  rewriteRecords,
  storedRecord,
  type WriteContext,
} from './bulk-write.ts';

/** Marks a price per carat far from the others of its gem type. */
export const outlier: Flag = 'PRICE_OUTLIER';
const flags: Field = 'flags';
const gemType: Field = 'gem_type';
const pricePerCarat: Field = 'price_per_carat_usd';
const duplicateOf: Field = 'duplicate_of';

/** Records rewritten in one request. */
const pageSize = 1_000;

/** Gem types whose prices one search reads: few requests for few lots, and bounded memory for many. */
const typesPerSearch = 8;

/** Searches at once: each keeps one core of Elasticsearch busy. */
const searchesAtOnce = 2;

/** Most gem types with enough lots; a vocabulary has some two hundred. */
const maxTypes = 10_000;

type Query = estypes.QueryDslQueryContainer;
const isPriced: Query = { range: { [pricePerCarat]: { gt: 0 } } };
/** Counts a duplicated lot once. */
const isCounted: Query = { bool: { filter: [isPriced], must_not: [{ exists: { field: duplicateOf } }] } };
export const isFlagged: Query = { term: { [flags]: outlier } };

/**
 * Sets and clears PRICE_OUTLIER on every record of a refreshed index. A record keeps its import number and its version, so
 * that whatever could overwrite it still can. Idempotent.
 * @returns how many records changed; they are visible after a refresh
 */
export async function flagPriceOutliers(context: WriteContext, target: MarkedIndex): Promise<number> {
  const { elasticsearch } = context;
  const { index } = target;
  const types = await typesWithEnoughLots(elasticsearch, index);
  const limit = pLimit(searchesAtOnce);
  const changed = await limit.map(chunksOf(types, typesPerSearch), async (chunk) => {
    const spreads = await priceSpreads(
      elasticsearch,
      index,
      chunk.map(({ type, priced }) => ({
        query: { bool: { filter: [isOfType(type), isCounted] } },
        count: priced,
      })),
    );
    const should = chunk.map(({ type, priced }, i) => wronglyFlagged(type, spreads[i]!, marginOf(priced)));
    return changeFlag(context, target, { bool: { should, minimum_should_match: 1 } });
  });
  const ofFewLots: Query = {
    bool: { filter: [isFlagged], must_not: [{ terms: { [gemType]: types.map(({ type }) => type) } }] },
  };
  changed.push(await changeFlag(context, target, ofFewLots));
  return changed.reduce((sum, ofType) => sum + ofType);
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

const isOfType = (type: string): Query => ({ term: { [gemType]: type } });

/** An import moves approximate bounds by less than this, in MADs. */
const tolerance = 0.02;

/** Within this distance from a bound, in MADs, a lot keeps its flag as it is. */
const marginOf = (priced: number) => (priced > maxQuantiles ? tolerance : 0);

/** Finds the lots of a type whose flag is wrongly set or wrongly missing. */
function wronglyFlagged(type: string, spread: Spread, margin: number): Query {
  return {
    bool: {
      filter: [isOfType(type)],
      should: [
        { bool: { filter: [outside(outlierBounds(spread, margin))], must_not: [isFlagged] } },
        { bool: { filter: [isFlagged], must_not: [outside(outlierBounds(spread, -margin))] } },
      ],
      minimum_should_match: 1,
    },
  };
}

function outside(bounds: Bounds | undefined): Query {
  if (!bounds) return { match_none: {} };
  return {
    bool: {
      filter: [isPriced],
      must_not: [{ range: { [pricePerCarat]: { gte: bounds.low, lte: bounds.high } } }],
    },
  };
}

/** A gem type and how many priced lots it has. */
interface PricedType {
  type: string;
  priced: number;
}

async function typesWithEnoughLots(elasticsearch: Client, index: string): Promise<PricedType[]> {
  const { aggregations } = await elasticsearch.search({
    index,
    size: 0,
    query: isCounted,
    aggs: { types: { terms: { field: gemType, size: maxTypes, min_doc_count: minPriced } } },
  });
  const { buckets } = aggregations!.types as { buckets: { key: string; doc_count: number }[] };
  return buckets.map(({ key, doc_count }) => ({ type: key, priced: doc_count }));
}

/**
 * Toggles the flag of the records that a query finds, a page at a time, each under its current version.
 */
async function changeFlag(context: WriteContext, target: MarkedIndex, query: Query): Promise<number> {
  let changed = 0;
  const pages = readPages<AuctionRecord>(context.elasticsearch, target.index, {
    ...{ query, size: pageSize, ...rewritable, sort: [{ id: 'asc' }] },
  });
  for await (const page of pages) {
    const records = page.map(storedRecord).map((stored) => ({
      ...stored,
      record: withFlagToggled(stored.record),
    }));
    changed += await rewriteRecords(context, target, records);
  }
  return changed;
}

function withFlagToggled(record: AuctionRecord): AuctionRecord {
  const others = record.flags.filter((flag) => flag !== outlier);
  const flags = others.length < record.flags.length ? others : [...others, outlier];
  return { ...record, flags };
}

/** Median of ln(price per carat), and the median absolute deviation from it. */
export interface Spread {
  median: number;
  mad: number;
}

/** Number of quantiles that represent the prices of a gem type. */
const maxQuantiles = 1_001;

/** Elasticsearch sorts up to twenty times as many prices; it puts more into a t-digest of this compression. */
const compression = 1_000;

/**
 * The median and MAD of ln(price per carat) of the records that each query finds, from evenly spaced quantiles. Up to 1,001
 * prices the quantiles are the prices and the result is exact; beyond, its error is about a hundredth of the MAD.
 * @param groups each query, and how many prices it finds, each above 0
 * @throws ItemRefused when Elasticsearch refuses one of the searches
 */
export async function priceSpreads(
  elasticsearch: Client,
  index: string,
  groups: readonly { query: Query; count: number }[],
  most = maxQuantiles,
): Promise<Spread[]> {
  const searches = groups.flatMap(({ query, count }) => {
    const last = Math.min(count, most) - 1;
    const percents = Array.from({ length: last + 1 }, (_, i) => (100 * i) / last);
    const percentiles = { field: pricePerCarat, percents, keyed: false, tdigest: { compression } };
    return [{ index }, { size: 0, query, aggs: { prices: { percentiles } } }];
  });
  const { responses } = await elasticsearch.msearch({ searches, max_concurrent_searches: 1 });
  return responses.map((response) => {
    if ('error' in response)
      throw new ItemRefused(`The prices cannot be read: ${response.error.reason}`, response);
    const { values } = response.aggregations!.prices as unknown as { values: { value: number }[] };
    const logs = values.map(({ value }) => Math.log(value));
    const median = medianOf(logs);
    return { median, mad: medianOf(logs.map((ln) => Math.abs(ln - median)).sort((a, b) => a - b)) };
  });
}

/** Minimum number of priced lots of a gem type to tell its usual prices. */
const minPriced = 20;

/** Modified z-score above which a value is an outlier. */
const limit = 3.5;

/** Makes the MAD of a normal distribution comparable to its standard deviation. */
const madToSigma = 0.6745;

/** A smaller MAD counts as 0: rounded quantiles differ by less, logarithms of two prices in cents by more. */
const rounding = 1e-9;

/** The range of usual prices per carat of a gem type, both ends included. */
export interface Bounds {
  low: number;
  high: number;
}

/**
 * The usual prices per carat by the median and the median absolute deviation of their logarithms: outside lie those
 * with |0.6745·(ln x − median) / MAD| > 3.5 (Iglewicz and Hoaglin 1993).
 * @param margin moves both bounds outwards, in MADs
 * @returns undefined if the MAD is 0, because the formula divides by it; more than half of the prices are then equal
 */
export function outlierBounds({ median, mad }: Spread, margin = 0): Bounds | undefined {
  if (!(mad > rounding)) return undefined;
  const reach = (limit * mad) / madToSigma + margin * mad;
  return { low: Math.exp(median - reach), high: Math.exp(median + reach) };
}

/** The median of sorted values: the middle one, or the mean of the two in the middle. */
export function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
