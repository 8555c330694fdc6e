import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCombination } from '../../../../api/params/combination.ts';
import { filterParams, filterRules } from '../../../../api/params/filters.ts';
import { parameterReader } from '../../../../api/params/read-parameters.ts';
import { vocabularies } from '../../../../api/params/vocabulary-names.ts';

describe('typed words that mean several filters together', () => {
  test.each([
    ['burma ruby', 'Ruby, Myanmar', { gem_name: 'Ruby', origin: 'Myanmar' }],
    ['Ruby from BURMA', 'Ruby, Myanmar', { gem_name: 'Ruby', origin: 'Myanmar' }],
    ['3 ct ruby', 'Ruby, 3.00–3.99 ct', { gem_name: 'Ruby', weight_min: '3.00', weight_max: '3.99' }],
    ['ruby 3.5cts', 'Ruby, 3.50–3.59 ct', { gem_name: 'Ruby', weight_min: '3.50', weight_max: '3.59' }],
    ['a 3,52-carat ruby', 'Ruby, 3.52 ct', { gem_name: 'Ruby', weight_min: '3.52', weight_max: '3.52' }],
    [
      'unheated kashmir sapphire',
      'Sapphire, Kashmir, No heat',
      { gem_name: 'Sapphire', origin: 'Kashmir', treatment: 'No heat' },
    ],
    [
      'no oil colombian emeralds at christies',
      "Emerald, Colombia, No oil, Christie's",
      { gem_name: 'Emerald', origin: 'Colombia', treatment: 'No oil', auction_house: "Christie's" },
    ],
    ['star ruby burma', 'Star Ruby, Myanmar', { gem_name: 'Star Ruby', origin: 'Myanmar' }],
    ['natural sri lankan sapphire', 'Sapphire, Sri Lanka', { gem_name: 'Sapphire', origin: 'Sri Lanka' }],
    [
      '5 carat burmese unheated ruby',
      'Ruby, Myanmar, No heat, 5.00–5.99 ct',
      { gem_name: 'Ruby', origin: 'Myanmar', treatment: 'No heat', weight_min: '5.00', weight_max: '5.99' },
    ],
  ])('%s', (typed, text, filter) => {
    expect(readCombination(typed)).toEqual({ text, filter });
  });

  test.each([
    '',
    '—',
    'ruby',
    'star ruby',
    'burma',
    '3 ct',
    'ruby ring',
    'ruby emerald',
    'burma 3',
    'ct ruby',
    '33333333 ct ruby',
  ])('are none in %j', (typed) => {
    expect(readCombination(typed)).toBeUndefined();
  });

  test('are a request that the list takes, whatever is typed', () => {
    const read = parameterReader(filterParams, filterRules);
    const spelling = (name: keyof typeof vocabularies) =>
      fc.constantFrom(...vocabularies[name].spellings.keys());
    const words = fc.oneof(
      spelling('gem_name'),
      spelling('origin'),
      spelling('treatment'),
      spelling('auction_house'),
      fc.constantFrom('3 ct', '0.5 carats', '12.25ct', 'of', 'ring'),
      fc.string({ maxLength: 8 }),
    );
    let combined = 0;
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), (typed) => {
        const combination = readCombination(typed.join(' '));
        if (!combination) return;
        combined++;
        expect(Object.keys(combination.filter).length).toBeGreaterThan(1);
        expect(read(new URLSearchParams(combination.filter).toString()).problems).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
    expect(combined).toBeGreaterThan(100);
  });
});
