import { distance } from 'fastest-levenshtein';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { auctionHouses, fold, gemTypes, origins } from '../../../../mappings/vocabulary/index.ts';
import { nearestIn } from '../../../support/nearest-in.ts';

// Modules loaded for another test file have the unmocked function.
vi.hoisted(() => vi.resetModules());
// The real function with its calls counted.
vi.mock('fastest-levenshtein', async (original) => {
  const library = await original<typeof import('fastest-levenshtein')>();
  return { ...library, distance: vi.fn(library.distance) };
});

beforeEach(() => {
  vi.mocked(distance).mockClear();
});

describe.each([
  ['gem types', gemTypes],
  ['origins', origins],
  ['auction houses', auctionHouses],
])('comparisons for an unknown text among %s', (_, vocabulary) => {
  test.each([
    ['short words', 'a b '.repeat(50)],
    ['pairs of letters', 'zq '.repeat(66)],
    ['words of the vocabulary', 'fancy vivid pinkish purple diamond '.repeat(6).slice(0, 200)],
    ['one long word', 'q'.repeat(200)],
    ['100,000 letters', 'a '.repeat(50_000)],
    ['common letters', 'aeinorst'],
    ['one letter', 'eeeee'],
    ['nearly a name', 'fancy vivd purpleish pink dimond'],
    ['the length of a long name', 'abcdefghij klmnopqrst uvwxyz abcdefghi'],
  ])('the number of comparisons is bounded: %s', (_, text) => {
    const lookUp = vi.spyOn(vocabulary.spellings as Map<string, string>, 'get');
    nearestIn(vocabulary, text);
    const lookUps = lookUp.mock.calls.length;
    lookUp.mockRestore();
    // The last spelling takes at most two comparisons.
    expect(vi.mocked(distance).mock.calls.length).toBeLessThanOrEqual(501);
    // 100 words, each with up to six words after it.
    expect(lookUps).toBeLessThanOrEqual(700);
  });
});

/** Every swap of two adjacent letters in a name, and a plural that is not in any list. */
function misspellings(name: string): string[] {
  const letters = fold(name);
  const swapped = [...letters].flatMap((letter, i) => {
    const next = letters[i + 1];
    if (next === undefined || next === letter || letter === ' ' || next === ' ') return [];
    return [letters.slice(0, i) + next + letter + letters.slice(i + 2)];
  });
  return [...swapped, `${letters}s`];
}

/** Swapped letters that are equally close to another name. */
const ambiguous = new Set(['apinite', 'ykanite', 'guanda']);

test.each([
  ['gem types', gemTypes],
  ['origins', origins],
  ['auction houses', auctionHouses],
])('two swapped letters or a plural lead to the plain name first, among all %s', (_, vocabulary) => {
  const names = vocabulary.terms.map(({ name }) => name).filter((name) => fold(name).length > 3);
  const cases = names.flatMap((name) => misspellings(name).map((text) => ({ name, text })));
  const unknown = cases.filter(
    // Only every fifth case, because all of them take ten seconds.
    ({ text }, i) => i % 5 === 0 && vocabulary.canonical(text) === undefined && !ambiguous.has(text),
  );
  expect(unknown.length).toBeGreaterThan(50);
  expect(unknown.filter(({ name, text }) => nearestIn(vocabulary, text)[0] !== name)).toEqual([]);
});
