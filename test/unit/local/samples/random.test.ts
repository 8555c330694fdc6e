import { describe, expect, it } from 'vitest';
import { randomFrom, weighted } from '../../../../local/samples/random.ts';

const draws = (seed: number, count: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => random.next());
};

describe('randomFrom', () => {
  it('a seed repeats its sequence, and another seed gives another', () => {
    expect(draws(7, 100)).toEqual(draws(7, 100));
    expect(draws(7, 100)).not.toEqual(draws(8, 100));
  });
});

describe('weighted', () => {
  it('choices follow weights that need not add up to 1', () => {
    const choose = weighted([
      ['often', 6],
      ['seldom', 2],
      ['never', 0],
    ]);
    const random = randomFrom(5);
    const chosen = Array.from({ length: 20_000 }, () => choose(random));
    expect(chosen.filter((value) => value === 'often').length / 20_000).toBeCloseTo(0.75, 1);
    expect(chosen).not.toContain('never');
  });
});
