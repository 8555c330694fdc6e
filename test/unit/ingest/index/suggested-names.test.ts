import { expect, it } from 'vitest';
import { suggestName } from '../../../../ingest/index/suggested-names.ts';

it('a name is found by its synonyms; without a vocabulary by itself and by its later words', () => {
  const myanmar = suggestName('origin', 'Myanmar', 5);
  expect(myanmar.suggest.input).toEqual(expect.arrayContaining(['myanmar', 'burma', 'mogok']));
  expect(myanmar.synonyms).toContain('Burma');
  expect(suggestName('gem_type', 'Moon rock', 1)).toMatchObject({
    synonyms: [],
    filter: { gem_name: 'Moon rock' },
    suggest: { input: ['moon rock', 'rock'], weight: 0 },
  });
});

it('the weight of a suggested name is the magnitude of its number of lots', () => {
  const weight = (lots: number) => suggestName('origin', 'Myanmar', lots).suggest.weight;
  expect([1, 2, 3, 4, 1_000, 1_023, 1_024].map(weight)).toEqual([0, 1, 1, 2, 9, 9, 10]);
});
