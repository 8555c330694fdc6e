import { describe, expect, test } from 'vitest';
import { listUrl } from '../../../explorer/service/requests.ts';
import {
  addressOf,
  inView,
  readState,
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
    '/?view=market&origin=Kashmir&interval=quarter&scale=log',
    '/?view=rankings&by=price-per-carat',
    '/?view=index&gem_name=Ruby&interval=quarter&method=median&base=2015-Q2',
    '/?view=comparables&gem_name=Ruby&origin=Myanmar&carat=3.05&as_of=2024-12-31',
    '/?view=size-curve&gem_name=Ruby&scale=linear',
    '/?view=records&of=price&band=20-',
    '/?q=%22sunrise+ruby%22&lot=2',
  ])('%s is unchanged after its state is read and written', (address) => {
    expect(addressOf(readState(address.slice(1)))).toBe(address);
  });

  test('unknown parameters are passed to the API, which reports them', () => {
    expect(listUrl(readState('?gem=ruby'))).toContain('/api/v1/auctions?gem=ruby&');
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

  test('another view keeps only the filters', () => {
    expect(addressOf(inView(readState('?origin=Kashmir&sort=price&page=2'), 'market'))).toBe(
      '/?view=market&origin=Kashmir',
    );
  });
});
