import { saleStatuses } from '../../mappings/record.ts';
import { objectsBesidesJewels, objectTypeNames } from '../../mappings/vocabulary/object-types.ts';
import { noValue } from '../../mappings/vocabulary/vocabulary.ts';
import { filterClauses, filterNames, handPicked, notListing } from '../filters/filter-clauses.ts';
import type { FilterParams } from '../filters/filter-params.ts';
import { allOf, anyOf, type Clause, without } from '../search/clauses.ts';
import type { SearchContext } from '../search/search-context.ts';

/* The lots in a filter that statistics, rankings and price figures include. */

/** The filters of a request for auction statistics, as filters of the list. */
export function auctionFilters(params: FilterParams): FilterParams {
  const filters: FilterParams = Object.fromEntries(filterNames.map((name) => [name, params[name]]));
  return {
    ...filters,
    status: params.status ?? unlisted,
    object_type: params.object_type ?? jewelTypes,
    ...(!asksHandPicked(params) && { selection: 'market' }),
  };
}

const unlisted = saleStatuses.filter((status) => status !== 'listing');
const besides: readonly string[] = objectsBesidesJewels;
const jewelTypes: NonNullable<FilterParams['object_type']> = [
  ...objectTypeNames.filter((name) => !besides.includes(name)),
  noValue,
];

/**
 * The conditions of the filters for figures of prices. Watches, boxes and other objects are left out, because their price
 * says little about the gems in them, unless the request has an object type; so are hand-picked lots, which are not the
 * market, unless the request asks for them. Rankings and price records, which keep these, ask with `selection`. Duplicates are
 * left out by the filters. Outliers and invented lots count (docs/statistics.md).
 */
export const pricedClauses = (params: FilterParams): Clause[] => [
  ...filterClauses(params),
  ...Object.values(leftOutOf(params)).map((lots) => without(lots)),
];

/**
 * The conditions for auction statistics. Listings are left out too, because an asking price is not the result of an auction,
 * unless the request has a status.
 */
export const auctionClauses = (params: FilterParams): Clause[] => [
  ...pricedClauses(params),
  ...resultsOnly(params),
];

/** The kinds of lots that figures leave out. */
export type LeftOut = Record<'objects' | 'hand_picked', number>;

/** The lots that the figures of a request leave out. A hand-picked object counts as an object. */
const leftOutOf = (params: FilterParams): Partial<Record<keyof LeftOut, Clause>> => {
  const isJewelsOnly = params.object_type === undefined;
  return {
    ...(isJewelsOnly && { objects: otherObjects }),
    ...(!asksHandPicked(params) && {
      hand_picked: isJewelsOnly ? allOf([handPicked, without(otherObjects)]) : handPicked,
    }),
  };
};

const asksHandPicked = ({ selection, flags }: FilterParams) =>
  selection === 'all' || flags?.includes('HAND_PICKED') === true;

/** The lots of auction statistics in two steps: a query, which of its lots figures include, and those that they leave out. */
export function auctionLots(params: FilterParams) {
  const leftOut = leftOutOf(params);
  return {
    query: allOf([...filterClauses(params), ...resultsOnly(params)]),
    included: allOf(Object.values(leftOut).map((lots) => without(lots))),
    leftOut,
  };
}

/** The filters of a ranking or of price records: hand-picked lots are included by default. */
export const withHandPicked = (params: FilterParams): FilterParams => ({ selection: 'all', ...params });

const resultsOnly = (params: FilterParams): Clause[] => (params.status === undefined ? [notListing] : []);

/**
 * The number of lots that the figures of a request leave out.
 * @param more the other conditions of the lots; by default those of auction statistics
 */
export async function countLeftOut(
  search: Pick<SearchContext, 'counts'>,
  params: FilterParams,
  more: Clause[] = resultsOnly(params),
): Promise<LeftOut> {
  const kinds = Object.entries(leftOutOf(params));
  const queries = kinds.map(([, kind]) => allOf([...filterClauses(params), ...more, kind]));
  const lots = queries.length > 0 ? await search.counts(queries) : [];
  return { objects: 0, hand_picked: 0, ...Object.fromEntries(kinds.map(([kind], i) => [kind, lots[i]!])) };
}

const otherObjects = anyOf('object_type', objectsBesidesJewels);
