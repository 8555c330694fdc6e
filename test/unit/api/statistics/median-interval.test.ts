import { describe, expect, it } from 'vitest';
import { medianInterval, percentOfRank } from '../../../../api/statistics/median-interval.ts';
import { medianRanks } from '../../../support/median-ranks.ts';

describe('the interval of a median', () => {
  it('interval ranks equal those of printed tables', () => {
    // Conover, Practical Nonparametric Statistics, table A3 at p = 0.5; n = 6 encloses 96.9 %.
    expect(medianInterval(6)).toEqual({ low: 1, high: 6 });
    expect(medianInterval(10)).toEqual({ low: 2, high: 9 });
    expect(medianInterval(16)).toEqual({ low: 4, high: 13 });
    expect(medianInterval(20)).toEqual({ low: 6, high: 15 });
    expect(medianInterval(25)).toEqual({ low: 8, high: 18 });
  });

  it('fewer than six values have no interval', () => {
    for (const n of [0, 1, 2, 3, 4, 5]) expect(medianInterval(n)).toBeUndefined();
  });

  it('interval ranks agree with a recursion for every n up to 3,000, and for large n', () => {
    const ranks = medianRanks(200_000);
    const some = [...Array(3_000).keys(), 9_999, 20_000, 65_537, 131_072, 200_000];
    expect(some.filter((n) => (medianInterval(n)?.low ?? 0) !== ranks[n])).toEqual([]);
  });
});

it('a rank is expressed as the percentage at which interpolation finds it', () => {
  expect([1, 3, 5].map((rank) => percentOfRank(rank, 5))).toEqual([0, 50, 100]);
});
