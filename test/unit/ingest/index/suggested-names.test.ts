import { expect, it } from 'vitest';
import { suggestName } from '../../../../ingest/index/suggested-names.ts';

it('a name is found by its synonyms; without a vocabulary by itself and by its later words', () => {
  const myanmar = suggestName('origin', 'Myanmar', 5);
  expect(myanmar.suggest[0]!.input).toEqual(['myanmar']);
  expect(myanmar.suggest[1]!.input).toEqual(expect.arrayContaining(['burma', 'mogok']));
  expect(myanmar.synonyms).toContain('Burma');
  expect(suggestName('gem_type', 'Moon rock', 1)).toMatchObject({
    synonyms: [],
    filter: { gem_name: 'Moon rock' },
    suggest: [
      { input: ['moon rock'], weight: 64 },
      { input: ['rock'], weight: 0 },
    ],
  });
  expect(suggestName('lab', '—', 1).suggest).toEqual([]);
  expect(suggestName('lab', 'none, else', 1).filter).toEqual({ lab: '"none, else"' });
});

it('the weight of a suggested name is the magnitude of its number of lots', () => {
  const weight = (lots: number) => suggestName('origin', 'Myanmar', lots).suggest[1]!.weight;
  expect([1, 2, 3, 4, 1_000, 1_023, 1_024].map(weight)).toEqual([0, 1, 1, 2, 9, 9, 10]);
});
