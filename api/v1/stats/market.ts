import Type, { type TProperties } from 'typebox';
import { defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { type FilterParams, filterRules } from '../../filters/filter-params.ts';
import { writeGroupFilter } from '../../filters/grouped-fields.ts';
import { allOf, type Clause } from '../../search/clauses.ts';
import { compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { fromSnapshot } from '../../search/snapshot-export.ts';
import {
  auctionClauses,
  auctionFilters,
  type LeftOut,
  searchAuctions,
} from '../../statistics/auction-lots.ts';
import { pickFields } from '../../statistics/fields.ts';
import { aggregateGroups, groupsPerPage, publishedKey } from '../../statistics/groups.ts';
import type { PriceFigures } from '../../statistics/price-figures.ts';
import { ratio } from '../../statistics/price-figures.ts';
import type { PricesResult } from '../../statistics/prices.ts';
import {
  type ChosenPrices,
  choosePrices,
  type PricesParams,
  pricesParams,
  pricesRules,
} from '../../statistics/prices.ts';
import { PricesMeta } from '../../statistics/prices-meta.ts';
import {
  type GroupResult,
  type PercentilesResult,
  readDistribution,
  readMedian,
  readTotals,
} from '../../statistics/statistics.ts';
import { Excluded, presentExcluded, syntheticMeta } from '../../statistics/totals.ts';
import { MarketGroup, presentMarketGroup, SelectedGroup } from './market-group.ts';
import {
  byMarketOrder,
  type Grouping,
  type GroupKey,
  groupings,
  keyFieldsOf,
  type MarketParams,
  marketGroupsBody,
  marketParams,
  marketQuantiles,
  measureOf,
  type Orderable,
  onlyGroupedFields,
} from './market-groups.ts';

const groupsMeta = {
  ...syntheticMeta,
  excluded: Excluded,
  prices: PricesMeta,
  total_groups: Type.Integer({
    minimum: 0,
    description: 'Number of all groups, on this page or others.',
    'x-choice': true,
  }),
  ungrouped_lots: Type.Integer({
    minimum: 0,
    description: 'Number of lots without a grouped value, which are in no group.',
    'x-choice': true,
  }),
};

/** GET /api/v1/stats/market */
export const statsMarket = defineRoute({
  path: '/api/v1/stats/market',
  operationId: 'listMarketGroups',
  tag: 'Statistics',
  summary: 'Market statistics',
  description:
    'Lots grouped by one or two fields. Groups are sorted by the published values. All groups are computed, however many: `pagination` counts them, and every one of them is on a page.',
  params: { ...marketParams, ...pricesParams },
  rules: [...filterRules, ...pricesRules, onlyGroupedFields],
  data: Type.Array(SelectedGroup),
  paged: true,
  meta: groupsMeta,
  examples: ['', 'group_by=origin,carat_band&gem_name=ruby', 'group_by=year&sort=-lots&limit=5'],
  async handle({ params, search }) {
    const market = await readMarket(search, params);
    const { groups, whole, prices } = market;
    const { page, limit } = params;
    const shown = await presentGroups(search, market, groups.slice((page - 1) * limit, page * limit));
    return {
      data: shown.map((group) => pickFields(group, chosenFields(params))),
      pagination: presentPagination(page, limit, groups.length),
      meta: {
        sort: params.sort,
        total_groups: groups.length,
        ungrouped_lots: whole.doc_count - groups.reduce((lots, { result }) => lots + result.doc_count, 0),
        synthetic_lots: whole.synthetic.doc_count,
        excluded: presentExcluded(whole.excluded.doc_count, whole.leftOut),
        prices: prices.present(whole.prices),
      },
    };
  },
  rows: ({ params, search }) =>
    fromSnapshot(search, async (snapshot) => {
      const market = await readMarket(snapshot, params);
      const { groups } = market;
      return {
        fields: pickFields(fieldsOfGroups(params.group_by), chosenFields(params)) as TProperties,
        total: groups.length,
        async *batches() {
          for (let from = 0; from < groups.length; from += groupsPerBatch) {
            const batch = groups.slice(from, from + groupsPerBatch);
            const rows = await presentGroups(snapshot, market, batch);
            yield rows.map((row) => JSON.stringify(pickFields(row, chosenFields(params))));
          }
        },
      };
    }),
});

/** Groups whose quantiles one search of an export reads: as many as the largest page of the JSON has. */
const groupsPerBatch = 1000;

/** The names of the fields that a request chooses; undefined for all. */
const chosenFields = ({ group_by, fields }: Pick<MarketParams, 'group_by' | 'fields'>) =>
  fields && [...keyFieldsOf(group_by), ...fields];

/** The fields of a group: those that it is grouped by come first. */
function fieldsOfGroups(groupBy: readonly Grouping[]): TProperties {
  const fields = MarketGroup.properties;
  const grouped = keyFieldsOf(groupBy).map((name) => [name, fields[name]]);
  const keyFields: readonly string[] = keyFieldsOf(groupings);
  const others = Object.entries(fields).filter(([name]) => !keyFields.includes(name));
  return Object.fromEntries([...grouped, ...others]);
}

type Search = Pick<SearchContext, 'search' | 'aggregate'>;

/** All groups of a filter, sorted, and the whole filter. */
interface Market {
  query: Clause;
  filters: FilterParams;
  prices: ChosenPrices;
  groups: Group[];
  whole: WholeFilter;
}

async function readMarket(
  search: Search,
  params: Omit<MarketParams, 'page' | 'limit' | 'fields'> & PricesParams,
): Promise<Market> {
  const prices = choosePrices(params);
  const query = allOf(auctionClauses(params));
  const { groups, whole } = await allGroups(search, params, prices);
  const filters = auctionFilters(params);
  return {
    query,
    filters,
    prices,
    whole,
    groups: groups.sort(byMarketOrder(params.sort, keyFieldsOf(params.group_by))),
  };
}

/** Some of the groups, as published. */
async function presentGroups(
  search: Search,
  { query, filters, prices, whole }: Market,
  shown: Group[],
): Promise<MarketGroup[]> {
  const quantiles = await quantilesOf(search, query, shown, prices, whole.newest.value_as_string);
  return shown.map((group, place) =>
    presentMarketGroup(
      unrounded(group, quantiles[place]!),
      whole.total_value.value,
      writeGroupFilter(filters, group.key),
      prices.figures,
    ),
  );
}

type Bucket = GroupResult & {
  key: GroupKey;
  median?: PercentilesResult;
  one_stone: { median?: PercentilesResult };
  newest: NewestResult;
  known_basis: { doc_count: number };
};

/** The newest date of some lots; without a value where all are undated. */
interface NewestResult {
  value: number | null;
  value_as_string?: string;
}

interface WholeFilter {
  doc_count: number;
  leftOut: LeftOut;
  total_value: { value: number };
  newest: NewestResult;
  synthetic: { doc_count: number };
  excluded: { doc_count: number };
  prices: PricesResult;
}

type GroupsResult = Omit<WholeFilter, 'leftOut'> & { groups: { buckets: Bucket[]; after_key?: GroupKey } };

interface QuantilesResult {
  price_usd: PercentilesResult;
  one_stone: {
    price_per_carat_usd: PercentilesResult;
    last_year?: { median: PercentilesResult };
    year_before?: { median: PercentilesResult };
  };
}

type Group = Orderable & { result: Bucket };

/** All groups of the filter, page by page, and the whole filter. */
async function allGroups(
  search: Search,
  params: Omit<MarketParams, 'page' | 'limit' | 'fields'>,
  { fields, counted, figures }: ChosenPrices,
) {
  const measure = measureOf(params.sort);
  const groups: Group[] = [];
  let whole: WholeFilter | undefined;
  const pages = compositePages(groupsPerPage, async (after: GroupKey | undefined) => {
    const { result, leftOut } = await searchAuctions<GroupsResult>(search, params, (lots) =>
      marketGroupsBody(lots, keyFieldsOf(params.group_by), measure, after, fields, counted),
    );
    whole ??= { ...result, leftOut };
    return result.groups;
  });
  for await (const { buckets } of pages) {
    for (const bucket of buckets) {
      groups.push({
        key: publishedKey(bucket),
        measured: measured[measure](bucket, figures),
        result: bucket,
      });
    }
  }
  return { groups, whole: whole! };
}

/** The value that groups are sorted by, rounded as published: published equal values are ties. */
const measured = {
  total_value: (bucket: Bucket, figures: PriceFigures) => figures.total(bucket.price_usd.sum),
  lots: (bucket: Bucket) => bucket.doc_count,
  median_price: (bucket: Bucket, figures: PriceFigures) =>
    figures.quantile(readMedian(bucket.median!), 'price_usd', 'median'),
  median_price_per_carat: (bucket: Bucket, figures: PriceFigures) =>
    figures.quantile(readMedian(bucket.one_stone.median!), 'price_per_carat_usd', 'median'),
  sell_through_rate: (bucket: Bucket) =>
    ratio(bucket.sold.doc_count, bucket.sold.doc_count + bucket.unsold.doc_count),
  newest_sale: (bucket: Bucket) => bucket.newest.value,
};

function quantilesOf(
  search: Search,
  query: Clause,
  groups: Group[],
  { fields }: ChosenPrices,
  newest?: string,
): Promise<QuantilesResult[]> {
  return aggregateGroups<QuantilesResult, Group>(search, query, groups, ({ result }) =>
    marketQuantiles(
      {
        price_usd: result.price_usd.count,
        price_per_carat_usd: result.one_stone.price_per_carat_usd.count,
      },
      newest,
      fields,
    ),
  );
}

function unrounded({ key, result }: Group, quantiles: QuantilesResult) {
  const { last_year, year_before, ...ofOneStone } = quantiles.one_stone;
  return {
    key: key as Record<string, string | number | null>,
    newest: result.newest.value_as_string ?? null,
    knownBasis: result.known_basis.doc_count,
    totals: readTotals(result),
    price_usd: readDistribution(result.price_usd, quantiles.price_usd),
    price_per_carat_usd: readDistribution(
      result.one_stone.price_per_carat_usd,
      ofOneStone.price_per_carat_usd,
    ),
    lastYear: last_year ? readMedian(last_year.median) : null,
    yearBefore: year_before ? readMedian(year_before.median) : null,
  };
}
