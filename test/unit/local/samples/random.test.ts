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

  it('random numbers are spread evenly over [0, 1)', () => {
    const tenths = new Array<number>(10).fill(0);
    for (const value of draws(1, 100_000)) tenths[Math.floor(value * 10)]! += 1;
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it('normal random numbers have mean 0 and deviation 1', () => {
    const random = randomFrom(3);
    const values = Array.from({ length: 100_000 }, () => random.normal());
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.02);
    expect(Math.abs(variance - 1)).toBeLessThan(0.03);
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
