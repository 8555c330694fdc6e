import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { fromSnapshot } from '../../search/snapshot-export.ts';
import { auctionClauses, searchAuctions } from '../../statistics/auction-lots.ts';
import { pickFields, rowFieldsParam } from '../../statistics/fields.ts';
import {
  type Interval,
  intervals,
  type Period,
  periodFrom,
  periodsBetween,
} from '../../statistics/periods.ts';
import {
  type ChosenPrices,
  choosePrices,
  type PricesParams,
  type PricesResult,
  pricesParams,
  pricesRules,
} from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  type GroupResult,
  type PercentilesResult,
  readDistribution,
  readTotals,
} from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import {
  presentTrend,
  SelectedPeriod,
  TrendPeriod,
  trendIntervalsBody,
  trendPeriodsBody,
  type UnroundedPeriod,
} from './trend-periods.ts';

/** Parameters of /stats/trends. */
const trendsParams = {
  interval: oneOf(intervals, {
    description: 'Length of a period.',
    default: 'year',
    examples: ['quarter'],
    ...extension,
  }),
  fields: rowFieldsParam(
    Object.keys(TrendPeriod.properties) as (keyof TrendPeriod)[],
    '`period` is always included.',
  ),
  ...filterParams,
} satisfies TProperties;

type TrendsParams = Static<TObject<typeof trendsParams>>;

/** GET /api/v1/stats/trends */
export const statsTrends = defineRoute({
  path: '/api/v1/stats/trends',
  operationId: 'listTrendPeriods',
  tag: 'Statistics',
  summary: 'Trend statistics',
  description:
    'Every period from the first to the last that has a lot in the filter, oldest first, empty ones included. Lots with only a known year count in years only.',
  params: { ...trendsParams, ...pricesParams },
  rules: [...filterRules, ...pricesRules],
  data: Type.Array(SelectedPeriod),
  meta: {
    ...syntheticMeta,
    excluded: Excluded,
    prices: PricesMeta,
    undated_lots: Type.Integer({
      minimum: 0,
      description: 'Number of lots without a date.',
      'x-choice': true,
    }),
    imprecise_date_lots: Type.Integer({
      minimum: 0,
      description: 'Number of lots excluded from months and quarters because only their year is known.',
      'x-choice': true,
    }),
  },
  examples: ['', 'interval=quarter&gem_name=sapphire&origin=Kashmir', 'interval=month&date_from=2019-01-01'],
  async handle({ params, search }) {
    const { data, meta } = await readTrend(search, params);
    return { data: data.map((period) => selected(period, params)), meta };
  },
  rows: ({ params, search }) =>
    fromSnapshot(search, async (snapshot) => {
      const { data } = await readTrend(snapshot, params);
      return {
        fields: selected(TrendPeriod.properties, params),
        total: data.length,
        async *batches() {
          yield data.map((period) => JSON.stringify(selected(period, params)));
        },
      };
    }),
});

/** The fields that a request chooses, of a period or of the schemas of all. */
const selected = <Row extends { period: unknown }>(row: Row, { fields }: Pick<TrendsParams, 'fields'>) =>
  pickFields(row, fields && ['period', ...fields]) as Partial<Row> & Pick<Row, 'period'>;

type Search = Pick<SearchContext, 'search' | 'aggregate'>;

/** All periods of the filter, and the lots that are in none. */
async function readTrend(search: Search, params: TrendsParams & PricesParams) {
  const prices = choosePrices(params);
  const query = allOf(auctionClauses(params));
  const { result, leftOut } = await searchAuctions<TrendResult>(search, params, (lots) =>
    trendPeriodsBody(lots, params.interval, prices.fields, prices.counted),
  );
  const buckets = new Map(result.counted.periods.buckets.map((bucket) => [startOf(bucket), bucket]));
  const intervals = await intervalsOf(search, query, params.interval, buckets, prices);
  const days = [...buckets.keys()];
  const periods = days.length === 0 ? [] : periodsBetween(params.interval, days[0]!, days.at(-1)!);
  return {
    data: presentTrend(
      periods.map((period) => unrounded(period, buckets.get(period.start), intervals[period.start])),
      prices.figures,
    ),
    meta: {
      undated_lots: result.doc_count - result.dated.doc_count,
      imprecise_date_lots: result.imprecise?.doc_count ?? 0,
      synthetic_lots: result.synthetic.doc_count,
      excluded: presentExcluded(result.excluded.doc_count, leftOut),
      prices: prices.present(result.prices),
    },
  };
}

type Bucket = GroupResult & {
  key_as_string: string;
  price_usd_quantiles: PercentilesResult;
  one_stone: { quantiles: PercentilesResult };
};

interface TrendResult {
  dated: { doc_count: number };
  synthetic: { doc_count: number };
  excluded: { doc_count: number };
  imprecise?: { doc_count: number };
  prices: PricesResult;
  counted: { periods: { buckets: Bucket[] } };
}

type Intervals = Record<
  string,
  { price_usd?: PercentilesResult; one_stone?: { price_per_carat_usd?: PercentilesResult } }
>;

const startOf = (bucket: Bucket) => bucket.key_as_string;

/** The bounds of the intervals of medians, by the first day of the period. */
async function intervalsOf(
  search: Search,
  query: Clause,
  interval: Interval,
  buckets: Map<string, Bucket>,
  { fields }: ChosenPrices,
): Promise<Intervals> {
  const sized = [...buckets].map(([start, { price_usd, one_stone }]) => ({
    ...periodFrom(interval, start),
    sizes: { price_usd: price_usd.count, price_per_carat_usd: one_stone.price_per_carat_usd.count },
  }));
  const body = trendIntervalsBody(query, interval, sized, fields);
  if (!body) return {};
  const found = await search.aggregate<Record<string, Intervals>>(body);
  return Object.assign({}, ...Object.values(found));
}

const nothing = { count: 0, min: null, max: null, avg: null, sum: 0 };

const emptyGroup: GroupResult = {
  doc_count: 0,
  sold: { doc_count: 0 },
  unsold: { doc_count: 0 },
  price_usd: nothing,
  one_stone: { price_per_carat_usd: nothing },
  carat: nothing,
};

function unrounded(
  period: Period,
  bucket: Bucket | undefined,
  intervals: Intervals[string] = {},
): UnroundedPeriod {
  const group = bucket ?? emptyGroup;
  const { price_usd, one_stone } = group;
  return {
    name: period.name,
    start: period.start,
    totals: readTotals(group),
    price_usd: readDistribution(price_usd, bucket?.price_usd_quantiles, intervals.price_usd),
    price_per_carat_usd: readDistribution(
      one_stone.price_per_carat_usd,
      bucket?.one_stone.quantiles,
      intervals.one_stone?.price_per_carat_usd,
    ),
  };
}
