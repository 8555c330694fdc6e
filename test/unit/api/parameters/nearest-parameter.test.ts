import { describe, expect, test } from 'vitest';
import { meantByForeignName, nearestParameter } from '../../../../api/parameters/nearest-parameter.ts';
import { routes } from '../../../../api/routes.ts';
import { facetNames } from '../../../../api/v1/auctions/facets.ts';
import { sortParam } from '../../../../api/v1/auctions/list.ts';
import { groupings } from '../../../../api/v1/stats/market.ts';
import { recordFieldNames } from '../../../../mappings/record.ts';

const parametersOf = (path: string) =>
  Object.keys(routes.find((route) => route.path === `/api/v1/${path}`)!.params);
const list = parametersOf('auctions');

describe('parameter names of other services', () => {
  test.each([
    ['carat', 'weight_min'],
    ['carat_min', 'weight_min'],
    ['maxCarat', 'weight_max'],
    ['per_page', 'limit'],
    ['pageSize', 'limit'],
    ['hitsPerPage', 'limit'],
    ['$top', 'limit'],
    ['size', 'limit'],
    ['offset', 'page'],
    ['skip', 'page'],
    ['$skip', 'page'],
    ['from', 'page'],
    ['search_after', 'cursor'],
    ['order', 'sort'],
    ['$orderby', 'sort'],
    ['sort_by', 'sort'],
    ['$select', 'fields'],
    ['_source', 'fields'],
    ['attributesToRetrieve', 'fields'],
    ['aggs', 'facets'],
    ['query', 'q'],
    ['search', 'q'],
    ['title', 'q'],
    ['gem', 'gem_name'],
    ['gem_type', 'gem_name'],
    ['country', 'origin'],
    ['house', 'auction_house'],
    ['sold', 'is_sold'],
    ['start_date', 'date_from'],
    ['laboratory', 'lab'],
    ['lot', 'lot_number'],
    ['certificate_no', 'report_number'],
    ['catalogue', 'sale'],
    ['city', 'location'],
  ])('the unknown parameter %s leads to %s on the list', (name, meant) => {
    expect(nearestParameter(name, list)).toBe(meant);
  });

  test('a suggested parameter exists on the path', () => {
    expect(nearestParameter('per_page', parametersOf('stats'))).toBeUndefined();
    expect(nearestParameter('aggs', parametersOf('stats/market'))).toBe('group_by');
    expect(nearestParameter('group', parametersOf('auctions'))).toBe('facets');
    expect(nearestParameter('granularity', parametersOf('stats/trends'))).toBe('interval');
  });

  test('no existing parameter is treated as a foreign one', () => {
    const ours = routes
      .filter(({ path }) => path.startsWith('/api/v1/'))
      .flatMap(({ params }) => Object.keys(params));
    expect(ours.filter((name) => meantByForeignName(name, ours) !== undefined)).toEqual([]);
  });
});

describe('misspelled values in a list of names', () => {
  const sorts: readonly string[] = sortParam.items.enum;
  test.each<[string, readonly string[], string | undefined]>([
    ['titel', recordFieldNames, 'title'],
    ['price', recordFieldNames, 'price_final_usd'],
    ['weight', recordFieldNames, 'carat'],
    ['auctionDate', recordFieldNames, 'auction_date'],
    ['pirce', sorts, 'price'],
    ['-prcie', sorts, '-price'],
    ['price_desc', sorts, '-price'],
    ['price:asc', sorts, 'price'],
    ['Date desc', sorts, '-date'],
    ['weight', sorts, 'carat'],
    ['-price_final_usd', sorts, '-price'],
    ['price_per_carat_usd', sorts, 'price_per_carat'],
    ['-auction_date', sorts, '-date'],
    ['lot', sorts, 'lot_number'],
    ['gem', facetNames, 'gem_type'],
    ['gem_types', facetNames, 'gem_type'],
    ['orgin', groupings, 'origin'],
    ['house', groupings, 'auction_house'],
    ['zzzz', groupings, undefined],
    ['-', sorts, undefined],
    ['', sorts, undefined],
  ])('the nearest name to %s among %j is %s', (value, known, meant) => {
    expect(nearestParameter(value, known)).toBe(meant);
  });
});
