import { saleStatuses } from '../../mappings/record.ts';
import { objectsBesidesJewels, objectTypeNames } from '../../mappings/vocabulary/object-types.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import { filterClauses, filterNames, notListing } from '../filters/filter-clauses.ts';
import type { FilterParams } from '../filters/filter-params.ts';
import { allOf, anyOf, type Clause, type SearchBody, without } from '../search/clauses.ts';
import { type SearchContext, totalHits } from '../search/search-context.ts';

/* The lots in a filter that statistics, rankings and price figures include. */

/** The filters of a request for auction statistics, as filters of the list. */
export function auctionFilters(params: FilterParams): FilterParams {
  const filters: FilterParams = Object.fromEntries(filterNames.map((name) => [name, params[name]]));
  return {
    ...filters,
    status: params.status ?? unlisted,
    object_type: params.object_type ?? jewelTypes,
  };
}

const unlisted = saleStatuses.filter((status) => status !== 'listing');
const besides: readonly string[] = objectsBesidesJewels;
const jewelTypes: NonNullable<FilterParams['object_type']> = [
  ...objectTypeNames.filter((name) => !besides.includes(name)),
  noValue,
];

/**
 * The conditions of the filters for figures of prices: watches, boxes and other objects are left out, because their price
 * says little about the gems in them, unless the request has an object type.
 */
export const pricedClauses = (params: FilterParams): Clause[] => [
  ...filterClauses(params),
  ...jewelsOnly(params),
];

/**
 * The conditions for auction statistics. Listings are left out too, because an asking price is not the result of an auction,
 * unless the request has a status.
 */
export const auctionClauses = (params: FilterParams): Clause[] => [
  ...pricedClauses(params),
  ...resultsOnly(params),
];

/** The lots of auction statistics in two steps: a query, and which of its lots figures include. */
export const auctionLots = (params: FilterParams): Record<'query' | 'included', Clause> => ({
  query: allOf([...filterClauses(params), ...resultsOnly(params)]),
  included: allOf(jewelsOnly(params)),
});

/** The lots of auction statistics: their number and aggregations, and the number of objects that are left out. */
interface AuctionsFound<Result> {
  result: Result & { doc_count: number };
  objects: number;
}

/**
 * One search for auction statistics of the lots in a filter.
 * @param bodyOf makes the search for the aggregations of a query; objects are then left out of the aggregations
 */
export async function searchAuctions<Result>(
  search: Pick<SearchContext, 'search'>,
  params: FilterParams,
  bodyOf: (query: Clause) => SearchBody,
): Promise<AuctionsFound<Result>> {
  const { query, included } = auctionLots(params);
  const { aggs, ...body } = bodyOf(query);
  const found = await search.search<unknown, { lots: AuctionsFound<Result>['result'] }>({
    ...body,
    track_total_hits: true,
    aggs: { lots: { filter: included, aggs: aggs! } },
  });
  const result = found.aggregations!.lots;
  return { result, objects: totalHits(found) - result.doc_count };
}

const jewelsOnly = (params: FilterParams): Clause[] =>
  params.object_type === undefined ? [without(otherObjects)] : [];

const resultsOnly = (params: FilterParams): Clause[] => (params.status === undefined ? [notListing] : []);

/**
 * The objects that figures of the prices of sold lots leave out; undefined where the request has object types.
 * @param sold the other conditions of these lots
 */
export const leftOutObjects = (params: FilterParams, sold: Clause[]): Clause | undefined =>
  params.object_type === undefined ? allOf([...filterClauses(params), ...sold, otherObjects]) : undefined;

const otherObjects = anyOf('object_type', objectsBesidesJewels);
