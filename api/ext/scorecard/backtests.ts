import type { AuctionRecord } from '../../../mappings/record.ts';
import { round } from '../../../mappings/round.ts';
import { quoteValue } from '../../../mappings/vocabulary/vocabulary.ts';
import type { RequestContext, Route } from '../../endpoint/define-route.ts';
import { ApiError } from '../../http/errors.ts';
import { parameterReader } from '../../parameters/read-parameters.ts';
import type { Clause } from '../../search/clauses.ts';
import { estimateDecimals } from '../../statistics/fields.ts';
import type { Comparables } from '../comparables/comparable-figures.ts';
import { comparables } from '../comparables/comparables.ts';
import type { PriceIndex } from '../price-index/index-figures.ts';
import { priceIndex } from '../price-index/price-index.ts';
import { nameOfSale } from '../price-model/priced-lots.ts';
import { gradeOfComparables, revisionStabilityOf } from './letter-grade.ts';
import { notMeasured, type ScoredGem } from './scored-gem.ts';
import { type Revision, summarizeRevisions, summarizeValuations, type Valuation } from './summarize.ts';

/** The context of a request, without its parameters. */
export type CallContext = Omit<RequestContext<never>, 'params'>;

/** The lots of a gem type from which those to value are drawn. */
interface Drawn {
  /** The years with sales, oldest first, and their lots. */
  years: readonly { year: number; lots: number }[];
  lotsPerYear: number;
  queryOf(year: number): Clause;
}

/** Values lots of each year, by their traits alone, from the sales up to the end of the year before. */
export async function backtestComparables(
  context: CallContext,
  filter: ScoredGem['filter'],
  { years, lotsPerYear, queryOf }: Drawn,
): Promise<ScoredGem['comparables']> {
  const tested: { grade: string | null; valuation: Valuation }[] = [];
  let sampled = 0;
  for (const { year } of years) {
    const lots = await sampleLots(context, queryOf(year), lotsPerYear);
    sampled += lots.length;
    // One after the other: they share one price level, which the first one computes.
    for (const lot of lots) {
      const { carat, origin, treatment, auction_house, price_final_usd: price } = lot;
      const response = await call<Comparables>(comparables, context, {
        ...filter,
        carat: String(carat),
        as_of: `${nameOfYear(year - 1)}-12-31`,
        ...(origin && { origin: quoteValue(origin) }),
        ...(treatment && { treatment: quoteValue(treatment) }),
        ...(auction_house && { auction_house: quoteValue(auction_house) }),
        limit: '1',
      });
      if (!response?.price_usd) continue;
      const { median: estimate, low, high } = response.price_usd;
      tested.push({
        grade: response.grade,
        valuation: { price, estimate, low, high, sale: nameOfSale(lot) },
      });
    }
  }
  const figuresOf = (some: typeof tested) => summarizeValuations(some.map(({ valuation }) => valuation));
  const figures = figuresOf(tested);
  return {
    ...gradeOfComparables(figures),
    ...figures,
    sampled,
    of: years.reduce((sum, { lots }) => sum + lots, 0),
    by_grade: [...Map.groupBy(tested, ({ grade }) => grade)]
      .flatMap(([grade, some]) => (grade ? [{ grade, ...figuresOf(some) }] : []))
      .sort((a, b) => a.mean_absolute_log_error! - b.mean_absolute_log_error!),
  };
}

/** A sold lot, by what describes it, and its price. */
type SoldLot = Pick<AuctionRecord, 'origin' | 'treatment' | 'auction_house' | 'auction_date'> & {
  carat: number;
  price_final_usd: number;
};

/** A random sample of some lots, the same for the same data; all lots where there are no more. */
async function sampleLots({ search }: CallContext, query: Clause, size: number): Promise<SoldLot[]> {
  const functions = [{ random_score: { seed: 1, field: 'id' } }];
  const { hits } = await search.search<SoldLot>({
    query: { function_score: { query, functions, boost_mode: 'replace' } },
    sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
    size,
    track_total_hits: false,
    _source: ['carat', 'origin', 'treatment', 'auction_house', 'auction_date', 'price_final_usd'],
  });
  return hits.hits.map(({ _source }) => _source!);
}

/** Compares the change of each year as first published, at its end, with the present one. */
export async function backtestIndex(
  context: CallContext,
  filter: ScoredGem['filter'],
  firstYear: number,
  lastYear: number,
): Promise<ScoredGem['index']> {
  const indexOf = (query = {}) => call<PriceIndex>(priceIndex, context, { ...filter, ...query });
  const present = await indexOf();
  const presentIn = (year: number) =>
    present?.periods.find(({ period }) => period === nameOfYear(year))?.index;
  const revisions: Revision[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    const [before, after] = [presentIn(year - 1), presentIn(year)];
    if (!before || !after) continue;
    const [base, period] = [nameOfYear(year - 1), nameOfYear(year)];
    const atItsEnd = await indexOf({ date_to: `${period}-12-31`, base });
    const { index, low = null, high = null } = atItsEnd?.periods.find((one) => one.period === period) ?? {};
    if (!index) continue;
    revisions.push({
      period,
      first: changeTo(index / 100),
      first_low: low === null ? null : changeTo(low / 100),
      first_high: high === null ? null : changeTo(high / 100),
      now: changeTo(after / before),
    });
  }
  const figures = summarizeRevisions(revisions);
  return {
    revision_stability: revisionStabilityOf(figures),
    not_measured: notMeasured,
    ...figures,
    revisions,
  };
}

const changeTo = (factor: number) => round(factor - 1, estimateDecimals);

/** A year with four digits. */
const nameOfYear = (year: number): string => String(year).padStart(4, '0');

/**
 * Calls a route itself, without HTTP, so that backtests use exactly what is published.
 * @returns the `data` that a client would get; undefined where the request is refused, as with too many lots
 */
async function call<Data>(
  route: Route,
  context: CallContext,
  query: Record<string, string>,
): Promise<Data | undefined> {
  const { values } = parameterReader(route.params, route.rules)(new URLSearchParams(query).toString());
  if (!values) return undefined;
  try {
    return (await route.handle({ ...context, params: values as never })).data as Data;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_parameter') return undefined;
    throw error;
  }
}
