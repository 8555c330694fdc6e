import { describe, expect, test } from 'vitest';
import { readState } from '../../../explorer/state/page-state.ts';
import { afterVisit, readSaved, savedAddress, toggled } from '../../../explorer/state/saved-searches.ts';

const [ruby, jade] = ['/?gem_name=Ruby', '/?gem_name=Jadeite'];
const [monday, friday] = ['2026-11-23T08:00:00.000Z', '2026-11-27T08:00:00.000Z'];

describe('saved searches', () => {
  test('a search is saved once, newest first, and saving it again removes it', () => {
    const one = toggled([], ruby, monday);
    const two = toggled(one, jade, friday);
    expect(two).toEqual([
      { address: jade, seen: friday },
      { address: ruby, seen: monday },
    ]);
    expect(toggled(two, ruby, friday)).toEqual([{ address: jade, seen: friday }]);
  });

  test('a visit sets the time of its own search only', () => {
    const known = toggled(toggled([], ruby, monday), jade, monday);
    expect(afterVisit(known, ruby, friday)).toEqual([
      { address: jade, seen: monday },
      { address: ruby, seen: friday },
    ]);
  });

  test('order, page, the lots updated since and the order of filters do not make another search', () => {
    const address = savedAddress(readState('?gem_name=Ruby&origin=Myanmar&prefer=sunrise'));
    expect(address).toBe('/?gem_name=Ruby&origin=Myanmar&prefer=sunrise');
    const same = '?sort=-price&page=2&prefer=sunrise&origin=Myanmar&updated_since=2026-01-01&gem_name=Ruby';
    expect(savedAddress(readState(same))).toBe(address);
    expect(savedAddress(readState('?gem_name=Ruby'))).not.toBe(address);
  });

  test.each([null, '', 'no list', '{}', '[null]', '[{"address":1}]'])(
    'a stored text %j without saved searches reads as none',
    (stored) => {
      expect(readSaved(stored)).toEqual([]);
    },
  );
});
