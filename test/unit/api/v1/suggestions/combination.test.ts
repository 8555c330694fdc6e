import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeName } from '../../../../../api/filters/phrase/named-words.ts';
import { readCombinations } from '../../../../../api/v1/suggestions/combinations.ts';
import { vocabularies } from '../../../../../mappings/named-fields.ts';

describe('combinations of several filters', () => {
  test.each([
    '',
    '—',
    'ruby',
    'star ruby',
    'burma',
    '3 ct',
    'ruby sunrise',
    'ruby emerald',
    'burma 3',
    'ct ruby',
    '33333333 ct ruby',
  ])('the text %j is not a combination', (typed) => {
    expect(readCombinations(typed)).toEqual([]);
  });

  test.each([
    ['burma rub', ['Ruby, Myanmar', 'Rubellite, Myanmar']],
    ['kashmir sap', ['Sapphire, Kashmir']],
    ['ruby sri la', ['Ruby, Sri Lanka']],
    ['ruby no h', ['Ruby, No heat']],
    ['ruby so', ["Ruby, Sotheby's"]],
    ['3 ct em', ['Emerald, about 3 ct (3.00–3.99)']],
    ['ruby 3 ca', ['Ruby, about 3 ct (3.00–3.99)']],
    ['burma ruby c', ['Ruby, Myanmar']],
    ['ruby china guardian hong kong auctions co ltd', ['Ruby, China Guardian']],
    ['burma ruby fro', ['Ruby, Myanmar']],
  ])('the unfinished text "%s" is completed to combinations', (typed, texts) => {
    expect(readCombinations(typed).map(({ text }) => text)).toEqual(expect.arrayContaining(texts));
  });

  test('a combination is found by every beginning of its last name, from two letters on', () => {
    const names = (name: keyof typeof vocabularies) => fc.constantFrom(...vocabularies[name].spellings);
    const beginning = ['origin', 'treatment', 'auction_house'] as const;
    const last = fc.oneof(
      ...beginning.map((name) =>
        names(name)
          .filter(([spelling]) => /^\S\S/.test(spelling))
          .map((spelling) => [name, spelling] as const),
      ),
    );
    fc.assert(
      fc.property(last, fc.nat(), ([parameter, [spelling, name]], cut) => {
        const typed = `ruby ${spelling.slice(0, 2 + (cut % spelling.length))}`;
        const filters = readCombinations(typed).map(({ filter }) => filter);
        expect(filters, typed).toContainEqual({
          gem_name: 'Ruby',
          [parameter]: writeName({ parameter, name }),
        });
      }),
    );
  });
});
