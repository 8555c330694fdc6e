import { describe, expect, it } from 'vitest';
import { medianOf, outlierBounds } from '../../../../ingest/index/flag-price-outliers.ts';

describe('outlierBounds', () => {
  it('lie where 0.6745 times the distance in MADs is 3.5', () => {
    const { low, high } = outlierBounds({ median: Math.log(1_000), mad: 0.2 })!;
    expect((0.6745 * (Math.log(high) - Math.log(1_000))) / 0.2).toBeCloseTo(3.5, 10);
    expect((0.6745 * (Math.log(1_000) - Math.log(low))) / 0.2).toBeCloseTo(3.5, 10);
  });

  it('are moved outwards or inwards by a margin in MADs', () => {
    const reach = (margin: number) => Math.log(outlierBounds({ median: 0, mad: 0.2 }, margin)!.high) / 0.2;
    expect(reach(0.01) - reach(0)).toBeCloseTo(0.01, 10);
    expect(reach(-0.01) - reach(0)).toBeCloseTo(-0.01, 10);
  });

  it('are none where most prices are the same', () => {
    expect(outlierBounds({ median: 7, mad: 0 })).toBeUndefined();
    // Quantiles between two equal prices are rounded.
    expect(outlierBounds({ median: 7, mad: 4e-16 })).toBeUndefined();
  });
});

describe('medianOf', () => {
  it('is the middle value, or half way between the two in the middle', () => {
    expect(medianOf([1, 2, 9])).toBe(2);
    expect(medianOf([1, 2, 4, 9])).toBe(3);
    expect(medianOf([5])).toBe(5);
  });
});
