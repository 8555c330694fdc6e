import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import { asJson, defineRoute } from '../../endpoint/define-route.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { allOf, type Clause, equals, present, without } from '../../search/clauses.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses } from '../../statistics/auction-lots.ts';
import { choice, count, pickFields, rowFieldsParam } from '../../statistics/fields.ts';
import { aggregateGroups } from '../../statistics/groups.ts';
import { type Interval, intervals, type Period, periodFrom } from '../../statistics/periods.ts';
import { choosePrices, type PricesParams, pricesParams, pricesRules } from '../../statistics/prices.ts';
import type { SummarizedFields } from '../../statistics/statistics.ts';
import { lowSample, lowSampleBelow, relativeChange } from '../../statistics/totals.ts';
import {
  countsAndExtremes,
  type GroupResult,
  percentile,
  presentPrices,
  presentTotals,
  priceSummaries,
  type QuantilesResult,
  quantilesOf,
  searchAuctions,
  statisticsMeta,
  totalsFields,
} from './figures.ts';

/** The statistics of one period. */
const TrendPeriod = Type.Object({
  period: Type.String({
    pattern: '^[0-9]{4}(-Q[1-4]|-[0-9]{2})?$',
    description: 'Year, quarter or month.',
    examples: ['2019', '2019-Q3', '2019-07'],
    ...choice,
  }),
  start_date: Type.String({ format: 'date', description: 'First day of the period.', ...choice }),
  ...totalsFields,
  ...priceSummaries,
  median_price_per_carat_change: relativeChange(
    'Median price per carat, compared with the latest earlier period that has a priced lot; new / old − 1.',
  ),
  low_sample: lowSample,
});

/** The fields of a period that `fields` selects; always with its name. */
const SelectedPeriod = Type.Object(
  { ...Type.Partial(TrendPeriod).properties, period: TrendPeriod.properties.period },
  {
    $id: 'TrendPeriod',
    title: 'Trend period',
    description: 'All fields are present, unless `fields` selects some; `period` always is.',
    additionalProperties: false,
    ...choice,
  },
);

/** Parameters of /stats/trends. */
const trendsParams = {
  interval: oneOf(intervals, {
    description: 'Length of a period.',
    default: 'year',
    examples: ['quarter'],
    ...extension,
  }),
  fields: rowFieldsParam(
    Object.keys(TrendPeriod.properties) as (keyof typeof TrendPeriod.properties)[],
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
    ...statisticsMeta,
    undated_lots: count('Number of lots without a date.', choice),
    imprecise_date_lots: count(
      'Number of lots excluded from months and quarters because only their year is known.',
      choice,
    ),
  },
  examples: ['', 'interval=quarter&gem_name=sapphire&origin=Kashmir', 'interval=month&date_from=2019-01-01'],
  async handle({ params, search }) {
    const { data, meta } = await readTrend(search, params);
    return { data: data.map((period) => selected(period, params)), meta };
  },
  async rows({ params, search }) {
    const { data } = await readTrend(search, params);
    return {
      fields: selected(TrendPeriod.properties, params),
      total: data.length,
      batches: asJson([data], (periods) => periods.map((period) => selected(period, params))),
    };
  },
});

/** The fields that a request chooses, of a period or of the schemas of all. */
const selected = <Row extends { period: unknown }>(row: Row, { fields }: Pick<TrendsParams, 'fields'>) =>
  pickFields(row, fields && ['period', ...fields]) as Partial<Row> & Pick<Row, 'period'>;

/** All periods of the filter, oldest first, and the lots that are in none. */
async function readTrend(search: SearchContext, params: TrendsParams & PricesParams) {
  const { interval } = params;
  const prices = choosePrices(params);
  const { fields, figures } = prices;
  const { lots, meta } = await searchAuctions<TrendResult>(search, params, prices, {
    undated: { missing: { field: 'auction_date' } },
    ...(interval !== 'year' && { imprecise: { filter: allOf([present('auction_date'), knownByYearOnly]) } }),
    counted: { filter: allOf(countedIn(interval)), aggs: { periods: foundPeriods(interval, fields) } },
  });
  const periods = lots.counted.periods.buckets.map((group) => ({
    group,
    period: periodFrom(interval, group.key_as_string),
  }));
  const priced = periods.filter(({ group }) => group.price_usd.count > 0);
  const quantiles = await aggregateGroups<QuantilesResult>(
    search,
    allOf([...auctionClauses(params), ...countedIn(interval)]),
    priced.map(({ group, period }) => ({ lots: within(period), aggs: quantilesOf(group, fields) })),
  );
  const quantilesOfPeriod = new Map(priced.map(({ period }, i) => [period, quantiles[i]!]));
  /** The median price per carat of the latest period that has a priced lot. */
  let latest: number | null = null;
  const data = periods.map(({ group, period }) => {
    const quantilesFound = quantilesOfPeriod.get(period);
    const median = percentile(quantilesFound?.one_stone.price_per_carat_usd, 50);
    const earlier = latest;
    if (group.price_usd.count > 0) latest = median;
    return {
      period: period.name,
      start_date: period.start,
      ...presentTotals(group, figures),
      ...presentPrices(group, figures, quantilesFound),
      median_price_per_carat_change: figures.change(median, earlier),
      low_sample: group.price_usd.count < lowSampleBelow,
    };
  });
  const undated_lots = lots.undated.doc_count;
  return { data, meta: { undated_lots, imprecise_date_lots: lots.imprecise?.doc_count ?? 0, ...meta } };
}

type Bucket = GroupResult & { key_as_string: string };

interface TrendResult {
  undated: { doc_count: number };
  imprecise?: { doc_count: number };
  counted: { periods: { buckets: Bucket[] } };
}

/** Lots with only a known year belong to no single month. */
const knownByYearOnly = equals('auction_date_precision', 'year');

const countedIn = (interval: Interval): Clause[] => (interval === 'year' ? [] : [without(knownByYearOnly)]);

/** Every period from the first to the last with a lot. */
const foundPeriods = (interval: Interval, fields: SummarizedFields) => ({
  date_histogram: { field: 'auction_date', calendar_interval: interval, min_doc_count: 0 },
  aggs: countsAndExtremes(fields),
});

const within = ({ start, end }: Period): Clause => ({ range: { auction_date: { gte: start, lt: end } } });
