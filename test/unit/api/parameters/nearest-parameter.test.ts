import { describe, expect, test } from 'vitest';
import { nearestParameter } from '../../../../api/parameters/nearest-parameter.ts';
import { routes } from '../../../../api/routes.ts';
import { facetNames } from '../../../../api/v1/auctions/facets.ts';
import { sortParam } from '../../../../api/v1/auctions/list.ts';
import { groupings } from '../../../../api/v1/stats/market.ts';
import { recordFieldNames } from '../../../../mappings/record.ts';

const parametersOf = (path: string) =>
  Object.keys(routes.find((route) => route.path === `/api/v1/${path}`)!.params);
const list = parametersOf('auctions');

describe('misspelled names of parameters', () => {
  test.each([
    ['gem_nam', 'gem_name'],
    ['gem', 'gem_name'],
    ['gem_type', 'gem_name'],
    ['min_price', 'price_min'],
    ['isSold', 'is_sold'],
    ['sold', 'is_sold'],
    ['house', 'auction_house'],
    ['lot', 'lot_number'],
    ['per_page', undefined],
  ])('the unknown parameter %s leads to %s on the list', (name, meant) => {
    expect(nearestParameter(name, list)).toBe(meant);
  });

  test('a suggested parameter exists on the path', () => {
    expect(nearestParameter('gem_nam', parametersOf('suggestions'))).toBeUndefined();
    expect(nearestParameter('group', parametersOf('stats/market'))).toBe('group_by');
  });
});

describe('misspelled values in a list of names', () => {
  const sorts: readonly string[] = sortParam.items.enum;
  test.each<[string, readonly string[], string | undefined]>([
    ['titel', recordFieldNames, 'title'],
    ['price', recordFieldNames, 'price_final_usd'],
    ['auctionDate', recordFieldNames, 'auction_date'],
    ['pirce', sorts, 'price'],
    ['-prcie', sorts, '-price'],
    ['price_desc', sorts, '-price'],
    ['price:asc', sorts, 'price'],
    ['Date desc', sorts, '-date'],
    ['-price_final_usd', sorts, '-price'],
    ['price_per_carat_usd', sorts, 'price_per_carat'],
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
