import type { Field } from '../../../mappings/records-index.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { SearchBody } from '../../search/clauses.ts';
import { allOf, atMost, type Clause, equals } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { pricedClauses } from '../../statistics/auction-lots.ts';
import { pricedLots } from '../price-model/priced-lots.ts';

/** A gem type with sold lots that a price model can use. */
export interface TradedGem {
  name: string;
  /** The parameters that select its lots. */
  filter: { gem_name: string; is_synthetic?: string };
  /** False where only real lots count. */
  isSynthetic: boolean | undefined;
  lots: number;
  /** The generated samples among them. */
  synthetic: number;
  /** The number of lots by year of sale. */
  soldIn: ReadonlyMap<number, number>;
}

/** A year with four digits. */
export const nameOfYear = (year: number): string => String(year).padStart(4, '0');

/** The gem types with the most lots, and the newest years, oldest first. */
export interface Market {
  gems: TradedGem[];
  years: number[];
  /** The number of generated samples among all lots. */
  synthetic: number;
}

/** The lots that are sold, weighed, dated, priced and of one stone, up to a day. */
const tradedUpTo = (day: string, is_synthetic: boolean | undefined): Clause =>
  pricedLots(allOf([...pricedClauses({ is_synthetic }), atMost('auction_date', day)]));

interface MarketResult {
  newest: { value: number | null };
  synthetic: { doc_count: number };
  gems: {
    buckets: {
      key: string;
      doc_count: number;
      synthetic: { doc_count: number };
      years: { buckets: { key: number; doc_count: number }[] };
    }[];
  };
}

/**
 * Reads the gem types and years to backtest.
 * @param isSynthetic false for real lots alone
 */
export async function readMarket(
  search: SearchContext,
  { maxGems, maxYears }: { maxGems: number; maxYears: number },
  today: string,
  isSynthetic?: boolean,
): Promise<Market> {
  const body = marketBody(maxGems, tradedUpTo(today, isSynthetic));
  const { newest, gems, synthetic } = await search.aggregate<MarketResult>(body);
  const last = newest.value;
  return {
    synthetic: synthetic.doc_count,
    years: last === null ? [] : Array.from({ length: maxYears }, (_, i) => last - maxYears + 1 + i),
    gems: gems.buckets.map(({ key, doc_count, synthetic, years }) => ({
      ...{ name: key, lots: doc_count, synthetic: synthetic.doc_count, isSynthetic },
      filter: {
        gem_name: quoteValue(key),
        ...(isSynthetic !== undefined && { is_synthetic: String(isSynthetic) }),
      },
      soldIn: new Map(years.buckets.map((year) => [year.key, year.doc_count])),
    })),
  };
}

/** More than any data has. */
const maxYearsRead = 1_000;

const year: Field = 'year';
const gemType: Field = 'gem_type';

function marketBody(maxGems: number, query: Clause): SearchBody {
  const synthetic = { filter: equals('is_synthetic', true) };
  return {
    query,
    size: 0,
    track_total_hits: false,
    aggs: {
      newest: { max: { field: year } },
      synthetic,
      gems: {
        terms: { field: gemType, size: maxGems },
        aggs: {
          synthetic,
          years: { terms: { field: year, size: maxYearsRead } },
        },
      },
    },
  };
}
