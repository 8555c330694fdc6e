import { saleStatuses } from '../../mappings/record.ts';
import { objectsBesidesJewels, objectTypeNames } from '../../mappings/vocabulary/object-types.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import { filterClauses, filterNames, notListed } from '../filters/filter-clauses.ts';
import type { FilterParams } from '../filters/filter-params.ts';
import { allOf, anyOf, type Clause, without } from '../search/clauses.ts';

/* Which of the lots that meet the filters of a request statistics, rankings and figures of prices include. */

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
 * says little of the gems in them, unless the request names an object type itself.
 */
export const pricedClauses = (params: FilterParams): Clause[] => [
  ...filterClauses(params),
  ...jewelsOnly(params),
];

/**
 * Those for auction statistics: listings are left out too, because an asking price is no result of an auction, unless
 * the request names a status itself.
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

const jewelsOnly = (params: FilterParams): Clause[] =>
  params.object_type === undefined ? [without(otherObjects)] : [];

const resultsOnly = (params: FilterParams): Clause[] => (params.status === undefined ? [notListed] : []);

/**
 * The objects that figures of the prices of sold lots leave out; undefined where the request names object types itself.
 * @param sold what those lots meet besides the filters
 */
export const leftOutObjects = (params: FilterParams, sold: Clause[]): Clause | undefined =>
  params.object_type === undefined ? allOf([...filterClauses(params), ...sold, otherObjects]) : undefined;

const otherObjects = anyOf('object_type', objectsBesidesJewels);
