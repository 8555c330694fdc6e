import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elementsOf, quoted, unquoted } from '../../../explorer/state/list-values.ts';
import { lotsOf, valuesOf } from '../../../explorer/state/page-state.ts';
import { clean, quoteValue, splitList } from '../../../mappings/vocabulary/vocabulary.ts';

const hostile = fc.oneof(
  fc.constantFrom('none', 'None', '"', '""', '"none"', 'a,b', 'a, "b"', '5" ring', 'Ruby'),
  fc
    .array(fc.constantFrom('"', ',', ' ', 'a', 'none'), { minLength: 1, maxLength: 8 })
    .map((parts) => clean(parts.join('')))
    .filter((value) => value !== ''),
);

describe('lists of values in the URL', () => {
  test('a list is written as the API writes it', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(quoted(value)).toBe(quoteValue(value));
        expect(unquoted(quoted(value))).toBe(value);
      }),
    );
  });

  test('a list is read as the API reads it', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (values) => {
        const list = values.map(quoteValue).join(',');
        expect(elementsOf(list).map(unquoted)).toEqual(splitList(list)!.map(({ value }) => value));
        expect(valuesOf(lotsOf({ origin: list, q: 'a,b' }), 'origin')).toEqual(values.map(quoteValue));
      }),
    );
    expect(valuesOf(lotsOf({ q: 'a,b' }), 'q')).toEqual(['a,b']);
  });
});
