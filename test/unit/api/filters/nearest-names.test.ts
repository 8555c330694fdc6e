import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { describe, expect, test, vi } from 'vitest';
import { createNearestOf } from '../../../../api/filters/hints.ts';
import { gemTypes } from '../../../../mappings/vocabulary/index.ts';

// Modules loaded for another test file have the unmocked function.
vi.hoisted(() => vi.resetModules());
// The real function with its calls counted.
vi.mock('fastest-levenshtein', async (original) => {
  const library = await original<typeof import('fastest-levenshtein')>();
  return { ...library, distance: vi.fn(library.distance) };
});

const lots = (...names: string[]) => new Map(names.map((name, i) => [name, names.length - i]));

describe('names that resemble a value', () => {
  test('each suggested name has lots and occurs once, for any value', () => {
    const names = fc.subarray(gemTypes.terms.map(({ name }) => name));
    const asked = fc.oneof(fc.constantFrom(...gemTypes.spellings.keys()), fc.string({ maxLength: 30 }));
    fc.assert(
      fc.property(names, fc.array(asked, { minLength: 1, maxLength: 5 }), (having, values) => {
        const of = createNearestOf('gem_name', lots(...having));
        for (const value of values) {
          const found = of(value);
          expect(found.filter((name) => !having.includes(name))).toEqual([]);
          expect(new Set(found).size).toBe(found.length);
        }
      }),
    );
  });

  test('similar names are found with a bounded number of comparisons', () => {
    const all = createNearestOf('gem_name', lots(...gemTypes.terms.map(({ name }) => name)));
    for (const value of [
      'fancy vivd purpleish pink dimond',
      'aeinorst',
      'a b '.repeat(50),
      'q'.repeat(200),
    ]) {
      vi.mocked(distance).mockClear();
      all(value);
      expect(vi.mocked(distance).mock.calls.length, value).toBeLessThanOrEqual(501);
    }
    expect(all('rubby')[0]).toBe('Ruby');
  });
});
