import { describe, expect, test } from 'vitest';
import { listUrl } from '../../../explorer/service/requests.ts';
import {
  addressOf,
  inPlace,
  readState,
  sectionOf,
  valuesOf,
  withFilter,
  withoutValue,
  withValue,
} from '../../../explorer/state/page-state.ts';

describe('page state in the URL', () => {
  test.each([
    '/',
    '/?view=search',
    '/?view=home&is_synthetic=false',
    '/?is_synthetic=false',
    '/?gem_name=Ruby&gem_name=Sapphire&weight_min=5&sort=-price&page=3',
    '/?view=prices&origin=Kashmir&interval=quarter',
    '/?view=prices&gem_name=Ruby&interval=quarter&base=2015-Q2&section=index',
    '/?view=prices&gem_name=Ruby&trait=treatment&section=factors',
    '/?view=value&gem_name=Ruby&origin=Myanmar&carat=3.05&as_of=2024-12-31',
    '/?carat_band=20-&of=price&section=records',
    '/?q=%22sunrise+ruby%22&lot=2',
    '/?gem_name=Ruby&prefer=sunrise',
  ])('%s is unchanged after its state is read and written', (address) => {
    expect(addressOf(readState(address.slice(1)))).toBe(address);
  });

  test('an unknown section is the first one of its place', () => {
    expect(sectionOf(readState('view=prices&section=weight'))).toBe('market');
  });

  test('unknown parameters are passed to the API, which reports them', () => {
    expect(listUrl(readState('?gem=ruby'))).toContain('/api/v1/auctions?gem=ruby&');
  });

  test.each([
    ['?gem_name=Ruby&prefer=sunrise', '/api/v1/auctions?gem_name=Ruby&prefer=sunrise&limit=20'],
    ['?gem_name=Ruby&prefer=sunrise&sort=carat', '/api/v1/auctions?gem_name=Ruby&sort=carat&limit=20'],
    ['?sort=-price', '/api/v1/auctions?sort=-price&limit=20'],
    ['?sort=-price&basis=hammer&page=2', '/api/v1/auctions?sort=-price&page=2&limit=20'],
  ])('the list of %s is requested from %s', (address, url) => {
    expect(listUrl(readState(address)).replace(/&facets=.*/, '')).toBe(url);
  });

  test('a changed filter starts at the first page', () => {
    const state = withFilter(readState('?page=7&lot=3'), 'origin', ['Kashmir']);
    expect(addressOf(state)).toBe('/?origin=Kashmir');
  });

  test('adding a value extends a list once, and replaces a single value', () => {
    const ruby = readState('?gem_name=Ruby&is_sold=true');
    expect(
      valuesOf(withValue(withValue(ruby, 'gem_name', 'Spinel'), 'gem_name', 'Ruby'), 'gem_name'),
    ).toEqual(['Spinel', 'Ruby']);
    expect(valuesOf(withValue(ruby, 'is_sold', 'false'), 'is_sold')).toEqual(['false']);
    expect(addressOf(withoutValue(ruby, 'gem_name', 'Ruby'))).toBe('/?is_sold=true');
  });

  test('another place keeps only the filters', () => {
    expect(addressOf(inPlace(readState('?origin=Kashmir&sort=price&page=2'), 'prices'))).toBe(
      '/?view=prices&origin=Kashmir',
    );
  });
});
