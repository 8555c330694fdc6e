import { describe, expect, test } from 'vitest';
import { toDay, toNumber } from '../../../explorer/search/typed-values.ts';

describe('text typed into a range', () => {
  test.each([
    ['5', '5'],
    [' 2.50 ', '2.5'],
    ['250k', '250000'],
    ['1.5 m', '1500000'],
    ['$12,000', '12000'],
    ["1'000", '1000'],
    ['4,2', '4.2'],
    ['12,50', '12.5'],
    ['1,5 m', '1500000'],
    ['2bn', '2000000000'],
    ['', ''],
  ])('the typed text %o is read as the number %o', (typed, expected) =>
    expect(toNumber(typed)).toBe(expected),
  );

  test('a comma in a weight is a decimal one, and with three digits behind it a question', () => {
    expect(toNumber('4,2', true)).toBe('4.2');
    expect(toNumber('4,20', true)).toBe('4.2');
    expect(toNumber('4,200', true)).toBe('4,200');
  });

  test('text that is not a number is kept, so that the API can report it', () => {
    expect(toNumber('five')).toBe('five');
    expect(toNumber('-3')).toBe('-3');
    expect(toNumber('1e3')).toBe('1e3');
  });

  test.each([
    ['2015', '2015-01-01', '2015-12-31'],
    ['2016-2', '2016-02-01', '2016-02-29'],
    ['1900-02', '1900-02-01', '1900-02-28'],
    ['2015-05-12', '2015-05-12', '2015-05-12'],
    ['May', 'May', 'May'],
  ])('the typed date %o begins on %s and ends on %s', (typed, first, last) => {
    expect([toDay(typed, 'from'), toDay(typed, 'to')]).toEqual([first, last]);
  });
});
