import Type, { type Static, type TObject, type TOptional, type TProperties, type TString } from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { groupedNames, namedFields } from '../../../mappings/named-fields.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { asJson, defineRoute } from '../../endpoint/define-route.ts';
import { presentPagination } from '../../endpoint/envelope.ts';
import { soldLots } from '../../filters/filter-clauses.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { type GroupedField, GroupFilter, writeGroupFilter } from '../../filters/grouped-fields.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { allOf, anyOf, present } from '../../search/clauses.ts';
import { type Aggregation, type Aggregations, compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { auctionClauses, auctionFilters } from '../../statistics/auction-lots.ts';
import { choice, count, orNull, pickFields, rowFieldsParam, share } from '../../statistics/fields.ts';
import {
  aggregateGroups,
  chunksOf,
  groupByParam,
  groupPage,
  groupPageParams,
  groupsPerPage,
  lotsOf,
  publishedKey,
} from '../../statistics/groups.ts';
import { type PriceFigures, ratio } from '../../statistics/price-figures.ts';
import { choosePrices, type PricesParams, pricesParams, pricesRules } from '../../statistics/prices.ts';
import { type PercentilesResult, quantiles, type SummarizedFields } from '../../statistics/statistics.ts';
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

const grouped = {
  description: 'The value of the lots in the group; present if the request groups by it.',
  ...choice,
};

/** The names of groups. */
const groupedBy = (isSpecified: boolean) =>
  Object.fromEntries(
    groupedNames
      .filter((name) => isSpecified === 'isSpecified' in namedFields[name])
      .map((name) => [name, Type.Optional(Type.String(grouped))]),
  ) as Record<(typeof groupedNames)[number], TOptional<TString>>;

const ofSale = {
  description:
    'The day, the name or the place of the sale, null where it is unknown; present if the request groups by `sale`.',
  ...extension,
};

/** A group of lots with the same one or two values. */
const MarketGroup = Type.Object({
  ...groupedBy(true),
  carat_band: Type.Optional(
    Type.Enum(
      caratBands.map(({ name }) => name),
      grouped,
    ),
  ),
  ...groupedBy(false),
  year: Type.Optional(Type.Integer(grouped)),
  auction_date: Type.Optional(Type.String({ format: 'date', ...ofSale })),
  sale: Type.Optional(Type.Union([Type.String(), Type.Null()], ofSale)),
  location: Type.Optional(Type.Union([Type.String(), Type.Null()], ofSale)),
  ...totalsFields,
  market_share: share(
    'total_value_usd divided by the total value of all lots in the filter, including lots in no group; null where that is 0.',
    choice,
  ),
  ...priceSummaries,
  median_price_per_carat_change_1y: relativeChange(
    'Median price per carat of the 365 days up to the newest date of any lot in the filter, against the 365 days before; new / old − 1.',
  ),
  newest_sale: orNull(
    Type.String({ format: 'date' }),
    'Date of the newest sale; null where no lot has a date.',
  ),
  known_basis_lots: count(
    "Number of sold lots whose published price is known to be without or with buyer's premium.",
  ),
  low_sample: lowSample,
  filter: GroupFilter,
});

/** The fields of a group that `fields` selects; always with the grouped ones. */
const SelectedGroup = Type.Partial(MarketGroup, {
  $id: 'MarketGroup',
  title: 'Market group',
  description: 'All fields are present, unless `fields` selects some; the grouped ones always are.',
  additionalProperties: false,
  'x-choice': true,
});

type MarketGroup = Static<typeof MarketGroup>;

/** The key of a group: the values of its fields, in the order of `group_by`; null for an unknown name or place of a sale. */
type GroupKey = Partial<Record<KeyField, string | number | null>>;

/** The fields that identify a sale. Houses use a name every year, and others of them on the same day. */
const saleFields = ['auction_date', 'sale', 'location'] as const;

/** The fields of the key of a group. */
const keyFieldsOf = (groupBy: readonly Grouping[]): KeyField[] =>
  groupBy.flatMap((name): readonly KeyField[] => (name === 'sale' ? saleFields : [name]));

/** The fields by which lots can be grouped. */
export const groupings = [
  ...groupedNames,
  'carat_band',
  'year',
  'sale',
] as const satisfies readonly GroupedField[];

type Grouping = (typeof groupings)[number];

type KeyField = Grouping | (typeof saleFields)[number];

/** The measures by which groups can be sorted; a `-` prefix sorts descending. */
const marketMeasures = [
  'total_value',
  'lots',
  'median_price',
  'median_price_per_carat',
  'sell_through_rate',
  'newest_sale',
] as const;

type MarketMeasure = (typeof marketMeasures)[number];

/** An order of groups. */
type MarketSort = MarketMeasure | `-${MarketMeasure}`;

const marketSorts = marketMeasures.flatMap((measure): MarketSort[] => [`-${measure}`, measure]);

/** Parameters of /stats/market. */
const marketParams = {
  group_by: groupByParam(groupings, {
    default: ['gem_type'],
    description:
      'One or two fields; each combination of their values is a group. `sale` is a day, name and place of a sale.',
    examples: [['origin', 'carat_band']],
  }),
  ...groupPageParams(20),
  sort: oneOf(marketSorts, {
    description: 'Order of the groups; a `-` prefix sorts descending. Equal groups are sorted by key.',
    default: '-total_value',
    examples: ['-median_price_per_carat'],
    ...extension,
  }),
  fields: rowFieldsParam(
    Object.keys(MarketGroup.properties) as (keyof MarketGroup)[],
    'The grouped fields are always included; one that is not in `group_by` returns 400.',
  ),
  ...filterParams,
} satisfies TProperties;

/** A group has no field that it is not grouped by. */
const onlyGroupedFields: Rule = ({ group_by, fields = [] }) => {
  // A value that was refused is missing.
  if (group_by === undefined) return undefined;
  const known: readonly string[] = keyFieldsOf(group_by as Grouping[]);
  const other = keyFieldsOf(groupings).find(
    (name) => (fields as string[]).includes(name) && !known.includes(name),
  );
  if (other === undefined) return undefined;
  const missing = groupings.find((name) => keyFieldsOf([name]).includes(other));
  const message = `fields: the groups have no ${other}. Add ${missing === other ? 'it' : missing} to group_by, or omit it.`;
  return { parameter: 'fields', code: 'conflict', message, value: other };
};

type MarketParams = Static<TObject<typeof marketParams>>;

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
  meta: {
    ...statisticsMeta,
    total_groups: count('Number of all groups, on this page or others.', choice),
    ungrouped_lots: count('Number of lots without a grouped value, which are in no group.', choice),
  },
  examples: ['', 'group_by=origin,carat_band&gem_name=ruby', 'group_by=year&sort=-lots&limit=5'],
  async handle({ params, search }) {
    const { groups, whole, meta, rows } = await readMarket(search, params);
    const { page, limit, sort } = params;
    const ungrouped_lots = groups.reduce((lots, group) => lots - group.doc_count, whole.doc_count);
    return {
      data: await rows(groups.slice((page - 1) * limit, page * limit)),
      pagination: presentPagination(page, limit, groups.length),
      meta: { sort, total_groups: groups.length, ungrouped_lots, ...meta },
    };
  },
  async rows({ params, search }) {
    const { groups, rows } = await readMarket(search, params);
    return {
      fields: shownFields(params),
      total: groups.length,
      batches: asJson(chunksOf(groups, groupsPerBatch), rows),
    };
  },
});

/** Groups whose quantiles one search of an export reads: as many as the largest page of the JSON has. */
const groupsPerBatch = 1000;

/** The fields of a group that a request chooses: those that it is grouped by come first. */
function shownFields({ group_by, fields }: Pick<MarketParams, 'group_by' | 'fields'>): TProperties {
  const keyFields: readonly string[] = keyFieldsOf(groupings);
  const all = MarketGroup.properties;
  const others = pickFields(all, fields ?? Object.keys(all).filter((name) => !keyFields.includes(name)));
  return { ...Object.fromEntries(keyFieldsOf(group_by).map((name) => [name, all[name]])), ...others };
}

/** All groups of a filter, sorted, the whole filter, and a function that reads and publishes some of the groups. */
async function readMarket(
  search: SearchContext,
  params: Omit<MarketParams, 'page' | 'limit'> & PricesParams,
) {
  const prices = choosePrices(params);
  const { fields, figures } = prices;
  const groupBy = keyFieldsOf(params.group_by);
  const measure = params.sort.replace(/^-/, '') as MarketMeasure;
  const groups: Group[] = [];
  const found: Awaited<ReturnType<typeof searchAuctions<MarketResult>>>[] = [];
  const pages = compositePages(groupsPerPage, async (after: GroupKey | undefined) => {
    const page = { after, withUnknown: ['sale', 'location'] as const };
    const one = await searchAuctions<MarketResult>(search, params, prices, {
      groups: groupPage(groupBy, groupAggregations(measure, fields), page),
      total_value: { sum: { field: fields.price_usd } },
      newest,
    });
    found.push(one);
    return one.lots.groups;
  });
  for await (const { buckets } of pages) {
    for (const bucket of buckets) {
      const key = publishedKey(bucket);
      const place = placeOf(params.sort, measured[measure](bucket, figures), key);
      groups.push({ ...bucket, key, place });
    }
  }
  const { lots: whole, meta } = found[0]!;
  const filters = auctionFilters(params);
  const query = allOf(auctionClauses(params));
  const names = Object.keys(shownFields(params));
  const rows = async (shown: readonly Group[]) => {
    const ofYears = medianOfYears(fields, whole.newest.value_as_string);
    const quantilesFound = await aggregateGroups<MarketQuantiles>(
      search,
      query,
      shown.map((group) => ({ lots: lotsOf(group.key), aggs: quantilesOf(group, fields, ofYears) })),
    );
    return shown.map((group, place) => {
      const filter = writeGroupFilter(filters, group.key);
      const row = presentGroup(group, quantilesFound[place]!, whole.total_value.value, filter, figures);
      return pickFields(row, names);
    });
  };
  return { groups: groups.sort(byPlace), whole, meta, rows };
}

/** A published group. */
function presentGroup(
  group: Group,
  found: MarketQuantiles,
  totalValueUsd: number,
  filter: Record<string, string>,
  figures: PriceFigures,
): MarketGroup {
  const { last_year, year_before } = found.one_stone;
  return {
    ...(group.key as Partial<MarketGroup>),
    ...presentTotals(group, figures),
    market_share: figures.share(group.price_usd.sum, totalValueUsd),
    ...presentPrices(group, figures, found),
    median_price_per_carat_change_1y: figures.change(
      percentile(last_year?.median, 50),
      percentile(year_before?.median, 50),
    ),
    newest_sale: group.newest.value_as_string ?? null,
    known_basis_lots: group.known_basis.doc_count,
    low_sample: group.price_usd.count < lowSampleBelow,
    filter,
  };
}

/** A group as it was found. */
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

/** The search response for the whole filter, and a page of its groups. */
interface MarketResult {
  groups: { buckets: Bucket[]; after_key?: GroupKey };
  total_value: { value: number };
  newest: NewestResult;
}

type MarketQuantiles = QuantilesResult & {
  one_stone: Partial<Record<'last_year' | 'year_before', { median: PercentilesResult }>>;
};

/** A group with its published key and the published values that it is sorted by; null where it has none. */
type Group = Bucket & { place: Place };

type Place = (string | number | null)[];

/** The aggregations of a group except its quantiles, of which only the median to sort it by is included. */
function groupAggregations(measure: MarketMeasure, fields: SummarizedFields): Aggregations {
  const median = (field: Field) => ({ median: quantiles(field, [50]) });
  return {
    ...countsAndExtremes(
      fields,
      measure === 'median_price_per_carat' ? median(fields.price_per_carat_usd) : {},
    ),
    ...(measure === 'median_price' && median(fields.price_usd)),
    newest,
    known_basis: {
      filter: allOf([soldLots, present('price_final_usd'), anyOf('price_basis', ['hammer', 'premium'])]),
    },
  };
}

const newest = { max: { field: 'auction_date' } };

/** The value that groups are sorted by, rounded as published: published equal values are ties. */
const measured = {
  total_value: (bucket: Bucket, figures: PriceFigures) => figures.total(bucket.price_usd.sum),
  lots: (bucket: Bucket) => bucket.doc_count,
  median_price: (bucket: Bucket, figures: PriceFigures) =>
    figures.quantile(percentile(bucket.median, 50), 'price_usd', 'median'),
  median_price_per_carat: (bucket: Bucket, figures: PriceFigures) =>
    figures.quantile(percentile(bucket.one_stone.median, 50), 'price_per_carat_usd', 'median'),
  sell_through_rate: ({ sold, unsold }: Bucket) => ratio(sold.doc_count, sold.doc_count + unsold.doc_count),
  newest_sale: (bucket: Bucket) => bucket.newest.value,
};

/** @param last the newest date of any lot in the filter; undefined where all are undated */
const medianOfYears = (fields: SummarizedFields, last: string | undefined): Aggregations =>
  last === undefined
    ? {}
    : { last_year: medianOfYear(fields, last, 0), year_before: medianOfYear(fields, last, 1) };

/** Median price per carat of the 365 days that end `yearsBack` times 365 days before `newest`, that day included. */
function medianOfYear(fields: SummarizedFields, newest: string, yearsBack: number): Aggregation {
  const end = (years: number) => `${newest}||-${years * 365}d`;
  return {
    filter: { range: { auction_date: { gt: end(yearsBack + 1), lte: end(yearsBack) } } },
    aggs: { median: quantiles(fields.price_per_carat_usd, [50]) },
  };
}

/** What groups are sorted by: the measure, then the key ascending: texts by code points, carat bands by weight. */
function placeOf(sort: MarketSort, measured: number | null, key: GroupKey): Place {
  const values = Object.entries(key).map(([field, value]) =>
    field === 'carat_band' ? bandPlaces.get(value!)! : value,
  );
  return [measured !== null && sort.startsWith('-') ? -measured : measured, ...values];
}

const bandPlaces = new Map<string | number, number>(caratBands.map(({ name }, place) => [name, place]));

/** Groups without a value, or of unknown ones, are last in both directions. */
function byPlace({ place }: Group, { place: other }: Group): number {
  const differing = place.findIndex((value, i) => value !== other[i]);
  const [a, b] = [place[differing] ?? null, other[differing] ?? null];
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}
