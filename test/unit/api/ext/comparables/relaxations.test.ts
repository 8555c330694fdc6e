import { describe, expect, test } from 'vitest';
import { criteriaLevels, firstWith } from '../../../../../api/ext/comparables/relaxations.ts';

const levelTexts = (strictest: Parameters<typeof criteriaLevels>[0]) =>
  criteriaLevels(strictest).map(({ sizeWindow, years, origin, treatment }) =>
    [sizeWindow, years, origin, treatment].join(' '),
  );
const all = { origin: 'same', treatment: 'same', hasRegion: true } as const;

describe('relaxation levels of comparables', () => {
  test('levels widen size, then age, then origin to its region, then treatment, then origin to any', () => {
    expect(levelTexts(all)).toEqual([
      '0.1 5 same same',
      '0.2 5 same same',
      '0.4 5 same same',
      '0.4 10 same same',
      '0.4  same same',
      '0.4  region same',
      '0.4  region any',
      '0.4  any any',
    ]);
  });

  test('levels skip traits that are no criteria, and a missing region', () => {
    expect(levelTexts({ origin: 'any', treatment: 'any', hasRegion: true })).toEqual([
      '0.1 5 any any',
      '0.2 5 any any',
      '0.4 5 any any',
      '0.4 10 any any',
      '0.4  any any',
    ]);
    expect(levelTexts({ ...all, hasRegion: false }).slice(-2)).toEqual(['0.4  same any', '0.4  any any']);
  });

  test('an origin that too few lots have starts with its region', () => {
    expect(levelTexts({ ...all, origin: 'region' })).toEqual([
      '0.1 5 region same',
      '0.2 5 region same',
      '0.4 5 region same',
      '0.4 10 region same',
      '0.4  region same',
      '0.4  region any',
      '0.4  any any',
    ]);
  });

  test('the first level with enough lots is used, else the last one', () => {
    expect(firstWith([9, 30, 40], 9)).toBe(0);
    expect(firstWith([8, 8, 9, 50], 9)).toBe(2);
    expect(firstWith([0, 1, 8], 9)).toBe(2);
  });
});
