import { distance } from 'fastest-levenshtein';
import { expect, test, vi } from 'vitest';
import { unknownNames } from '../../../../api/params/vocabulary-names.ts';
import { presentHints } from '../../../../api/present/hints.ts';

// What was loaded for another file has the real function.
vi.hoisted(() => vi.resetModules());
// The real function, counted.
vi.mock('fastest-levenshtein', async (original) => {
  const library = await original<typeof import('fastest-levenshtein')>();
  return { ...library, distance: vi.fn(library.distance) };
});

test('the nearest names are looked up for five values of a request, and every unknown value is named', () => {
  const values = (name: string) => Array.from({ length: 50 }, (_, i) => `${name}${'qz'[i % 2]}${i}`);
  const params = { gem_name: values('rub'), origin: values('burm'), auction_house: values('sothb') };
  vi.mocked(distance).mockClear();
  const hints = presentHints(unknownNames(params, 5));
  expect(hints.map(({ value }) => value)).toEqual(Object.values(params).flat());
  expect(distance).toHaveBeenCalled();
  expect(vi.mocked(distance).mock.calls.length).toBeLessThanOrEqual(5 * 501);
  for (const { message, nearest } of hints.slice(5)) {
    expect(nearest).toEqual([]);
    expect(message).toContain('looked up for the first 5 such values');
  }
});

test('a value that resembles a name is told which', () => {
  expect(presentHints(unknownNames({ gem_name: ['rubbyx'] }, 5))).toEqual([
    {
      parameter: 'gem_name',
      value: 'rubbyx',
      message: 'rubbyx is not a known value of gem_name. Did you mean Ruby?',
      nearest: ['Ruby'],
    },
  ]);
});
