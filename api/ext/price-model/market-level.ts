import { fold } from '../../../mappings/vocabulary/index.ts';
import { type Clause, cachedFigures, type SearchBody } from '../../search/clauses.ts';
import type { Aggregation } from '../../search/composite-pages.ts';
import { bytesOfData, type SearchContext } from '../../search/search-context.ts';
import { levelOf, minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { type LotCell, modelPrices } from '../regression/hedonic-index.ts';
import type { PriceLevel } from '../regression/smooth-level.ts';
import type { PriceChoice } from './choice.ts';
import { periodsOf } from './period-medians.ts';
import { type Greatest, type MomentSumsResult, momentSums } from './price-cells.ts';
import { pricedLots } from './priced-lots.ts';

/**
 * The price level of all gem types but one, whose own sales would otherwise count twice. One search serves all gem types: its
 * sums are memoized for the data version.
 * @param query the lots of the market, by date only
 * @returns undefined where there are too few other lots
 */
export async function readMarketLevel(
  search: SearchContext,
  query: Clause,
  gem: string,
  choice: PriceChoice,
): Promise<PriceLevel | undefined> {
  const body = marketSumsBody(query, choice);
  const read = async () => readMarketSums(await search.aggregate(body), choice);
  const cells = await search.memo.derive(JSON.stringify(body), read, bytesOfData);
  const model = modelPrices(withoutGem(cells, gem), 1, ['gem_type']);
  if (!model || model.fit.n - model.fit.rank < minDegreesOfFreedom) return undefined;
  return levelOf(model, (quarter) => yearsOf(quarter) + 1 / 8);
}

/** Maximum gem types of a market: the ones with the most lots. */
const maxGems = 30;

/** Maximum quarters: the newest ones, since a regression costs the third power of their number. */
const maxQuarters = 160;

/** The sums that a regression on weight, gem and quarter needs. */
const marketSums = (choice: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 4, choice);

/** The sums of the lots of each gem type and quarter. */
function marketSumsBody(query: Clause, choice: PriceChoice): SearchBody {
  const quarters: Aggregation = { ...periodsOf('quarter'), aggs: marketSums(choice).aggs };
  return {
    query: pricedLots(query, 'quarter', choice),
    ...cachedFigures,
    filter_path: [
      'timed_out',
      ...['key', 'key_as_string', 'doc_count', 'value', 'sum', 'sum_of_squares', 'max'].map(
        (name) => `aggregations.**.${name}`,
      ),
    ],
    aggs: { gems: { terms: { field: 'gem_type', size: maxGems }, aggs: { quarters } } },
  };
}

/** The search response to `marketSumsBody`; undefined without lots. */
interface MarketSums {
  gems?: {
    buckets?: {
      key: string;
      quarters: { buckets: (MomentSumsResult & { key_as_string: string; x: Greatest })[] };
    }[];
  };
}

/**
 * A cell for each gem type and quarter. Each cell counts as one sale, so that the variance that the lots of a gem share in a
 * quarter is separated from the variance of single lots.
 */
function readMarketSums({ gems }: MarketSums, choice: PriceChoice): LotCell[] {
  const sums = marketSums(choice);
  const cells = (gems?.buckets ?? []).flatMap(({ key: gem, quarters }) =>
    quarters.buckets.map((bucket) => ({
      period: bucket.key_as_string,
      values: [gem],
      sale: `${bucket.key_as_string} ${gem}`,
      sums: sums.read(bucket),
      heaviest: bucket.x.max ?? -Infinity,
    })),
  );
  const quarters = [...new Set(cells.map(({ period }) => period))].sort();
  const first = quarters.at(-maxQuarters) ?? '';
  return cells.filter(({ period }) => period >= first);
}

/** The cells of all other gem types. */
const withoutGem = (cells: readonly LotCell[], gem: string): LotCell[] =>
  cells.filter(({ values }) => fold(values[0] ?? '') !== fold(gem));

const msPerYear = 365.25 * 86_400_000;

/** A day in years since 1970. */
export const yearsOf = (day: string) => Date.parse(day) / msPerYear;
