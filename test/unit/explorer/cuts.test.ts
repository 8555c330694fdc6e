import { describe, expect, test } from 'vitest';
import { cutOf } from '../../../explorer/lot/cuts.ts';

describe('gem cuts in drawings', () => {
  test.each([
    ['An oval Burmese ruby', 'Ruby', 'oval'],
    ['An emerald-cut diamond', 'Diamond', 'step'],
    ['The Sunrise Ruby', 'Ruby', 'cushion'],
    ['A ring', 'Emerald', 'step'],
    ['A ring', 'Star Sapphire', 'cabochon'],
    ['A drop-shaped natural pearl', 'Pearl', 'pearl'],
    ['A pear-shaped pink diamond', 'Pink Diamond', 'pear'],
  ])('the lot “%s” of type %s is drawn with the cut %s', (title, gem_type, cut) => {
    expect(cutOf({ title, gem_type })).toBe(cut);
  });
});
