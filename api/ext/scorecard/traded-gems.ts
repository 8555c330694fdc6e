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
  /** Its name as a value of the parameter `gem_name`. */
  filter: string;
  lots: number;
  /** The generated samples among them. */
  synthetic: number;
  /** The number of lots by year of sale. */
  soldIn: ReadonlyMap<number, number>;
}

/** A year with four digits. */
export const nameOfYear = (year: number): string => String(year).padStart(4, '0');

/** The gem types with the most lots, and the newest years, oldest first. */
interface Market {
  gems: TradedGem[];
  years: number[];
}

/** The lots that are sold, weighed, dated, priced and of one stone, up to a day. */
const tradedUpTo = (day: string): Clause =>
  pricedLots(allOf([...pricedClauses({}), atMost('auction_date', day)]));

interface MarketResult {
  newest: { value: number | null };
  gems: {
    buckets: {
      key: string;
      doc_count: number;
      synthetic: { doc_count: number };
      years: { buckets: { key: number; doc_count: number }[] };
    }[];
  };
}

/** Reads the gem types and years to backtest. */
export async function readMarket(
  search: SearchContext,
  { maxGems, maxYears }: { maxGems: number; maxYears: number },
  today: string,
): Promise<Market> {
  const { newest, gems } = await search.aggregate<MarketResult>(marketBody(maxGems, today));
  const last = newest.value;
  return {
    years: last === null ? [] : Array.from({ length: maxYears }, (_, i) => last - maxYears + 1 + i),
    gems: gems.buckets.map(({ key, doc_count, synthetic, years }) => ({
      ...{ name: key, filter: quoteValue(key), lots: doc_count, synthetic: synthetic.doc_count },
      soldIn: new Map(years.buckets.map((year) => [year.key, year.doc_count])),
    })),
  };
}

/** More than any data has. */
const maxYearsRead = 1_000;

const year: Field = 'year';
const gemType: Field = 'gem_type';

function marketBody(maxGems: number, today: string): SearchBody {
  return {
    query: tradedUpTo(today),
    size: 0,
    track_total_hits: false,
    aggs: {
      newest: { max: { field: year } },
      gems: {
        terms: { field: gemType, size: maxGems },
        aggs: {
          synthetic: { filter: equals('is_synthetic', true) },
          years: { terms: { field: year, size: maxYearsRead } },
        },
      },
    },
  };
}
