import type { Client, estypes } from '@elastic/elasticsearch';
import type { Flag } from '../../mappings/flags.ts';
import type { Field } from '../../mappings/records-index.ts';
import { type MarkedIndex, readStored, rewriteRecords, type WriteContext } from './bulk-write.ts';

/** Marks a price per carat far from the others of its gem type. */
export const outlier: Flag = 'PRICE_OUTLIER';
const flags: Field = 'flags';
const gemType: Field = 'gem_type';
const pricePerCarat: Field = 'price_per_carat_usd';
const logarithm: Field = 'ln_price_per_carat';
const duplicateOf: Field = 'duplicate_of';

/** Gem types in one search for wrong flags. */
const typesPerSearch = 100;

/** Most gem types with enough lots; a vocabulary has some two hundred. */
const maxTypes = 10_000;

type Query = estypes.QueryDslQueryContainer;
const isPriced: Query = { range: { [pricePerCarat]: { gt: 0 } } };
/** Counts a duplicated lot once. */
const isCounted: Query = { bool: { filter: [isPriced], must_not: [{ exists: { field: duplicateOf } }] } };
const isFlagged: Query = { term: { [flags]: outlier } };

/**
 * Sets and clears PRICE_OUTLIER on every record of a refreshed index. A record keeps its import number and its version, so
 * that whatever could overwrite it still can. Idempotent.
 */
export async function flagPriceOutliers(context: WriteContext, target: MarkedIndex): Promise<void> {
  const types = await usualPrices(context.elasticsearch, target.index);
  for (let start = 0; start < types.length; start += typesPerSearch) {
    const should = types.slice(start, start + typesPerSearch).map(wronglyFlagged);
    await changeFlag(context, target, { bool: { should, minimum_should_match: 1 } });
  }
  const ofFewLots: Query = {
    bool: { filter: [isFlagged], must_not: [{ terms: { [gemType]: types.map(({ type }) => type) } }] },
  };
  await changeFlag(context, target, ofFewLots);
}

/** A gem type with enough priced lots, and its usual prices per carat, both ends included. */
interface PricedType {
  type: string;
  usual: { gte: number; lte: number };
}

/** Elasticsearch sorts up to twenty times as many prices; it puts more into a t-digest of this compression. */
const compression = 1_000;

async function usualPrices(elasticsearch: Client, index: string): Promise<PricedType[]> {
  const { aggregations } = await elasticsearch.search<
    unknown,
    { types: { buckets: { key: string; middle: { values: [{ value: number }] }; mad: { value: number } }[] } }
  >({
    index,
    size: 0,
    query: isCounted,
    aggs: {
      types: {
        terms: { field: gemType, size: maxTypes, min_doc_count: minPriced },
        aggs: {
          middle: {
            percentiles: { field: logarithm, percents: [50], keyed: false, tdigest: { compression } },
          },
          mad: { median_absolute_deviation: { field: logarithm, compression } },
        },
      },
    },
  });
  return aggregations!.types.buckets.map(({ key, middle, mad }) => ({
    type: key,
    usual: usualAround(middle.values[0].value, mad.value),
  }));
}

/** Finds the lots of a type whose flag is wrongly set or wrongly missing. */
function wronglyFlagged({ type, usual }: PricedType): Query {
  const isOutside: Query = {
    bool: { filter: [isPriced], must_not: [{ range: { [pricePerCarat]: usual } }] },
  };
  return {
    bool: {
      filter: [{ term: { [gemType]: type } }],
      should: [
        { bool: { filter: [isOutside], must_not: [isFlagged] } },
        { bool: { filter: [isFlagged], must_not: [isOutside] } },
      ],
      minimum_should_match: 1,
    },
  };
}

/** Toggles the flag of the records that a query finds, a page at a time, each under its current version. */
async function changeFlag(context: WriteContext, target: MarkedIndex, query: Query): Promise<void> {
  for await (const page of readStored(context.elasticsearch, target.index, query)) {
    const rewrites = page.map((stored) => {
      const { flags } = stored.record;
      const others = flags.filter((flag) => flag !== outlier);
      return { stored, fields: { flags: others.length < flags.length ? others : [...others, outlier] } };
    });
    await rewriteRecords(context, target, rewrites);
  }
}

/** Minimum number of priced lots of a gem type to tell its usual prices. */
const minPriced = 20;

/** Modified z-score above which a value is an outlier. */
const limit = 3.5;

/** Makes the MAD of a normal distribution comparable to its standard deviation. */
const madToSigma = 0.6745;

/** A smaller MAD counts as 0: rounded values differ by less, logarithms of two prices in cents by more. */
const rounding = 1e-9;

/**
 * The usual prices per carat by the median of ln(price per carat) and the median absolute deviation from it: outside lie those
 * with |0.6745·(ln x − median) / MAD| > 3.5 (Iglewicz and Hoaglin 1993).
 * @returns every price if the MAD is 0, because the formula divides by it; more than half of the prices are then equal
 */
function usualAround(median: number, mad: number): PricedType['usual'] {
  if (!(mad > rounding)) return { gte: 0, lte: Number.MAX_VALUE };
  const reach = (limit * mad) / madToSigma;
  return { gte: Math.exp(median - reach), lte: Math.exp(median + reach) };
}
