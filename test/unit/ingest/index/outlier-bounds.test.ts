import { describe, expect, it } from 'vitest';
import { medianOf, outlierBounds } from '../../../../ingest/index/flag-price-outliers.ts';

describe('outlier bounds of prices', () => {
  it('bounds lie where 0.6745 times the distance in MADs is 3.5', () => {
    const { low, high } = outlierBounds({ median: Math.log(1_000), mad: 0.2 })!;
    expect((0.6745 * (Math.log(high) - Math.log(1_000))) / 0.2).toBeCloseTo(3.5, 10);
    expect((0.6745 * (Math.log(1_000) - Math.log(low))) / 0.2).toBeCloseTo(3.5, 10);
  });

  it('a margin in MADs moves the bounds outward or inward', () => {
    const reach = (margin: number) => Math.log(outlierBounds({ median: 0, mad: 0.2 }, margin)!.high) / 0.2;
    expect(reach(0.01) - reach(0)).toBeCloseTo(0.01, 10);
    expect(reach(-0.01) - reach(0)).toBeCloseTo(-0.01, 10);
  });

  it('there are no bounds when most prices are equal', () => {
    expect(outlierBounds({ median: 7, mad: 0 })).toBeUndefined();
    // Quantiles between two equal prices are rounded.
    expect(outlierBounds({ median: 7, mad: 4e-16 })).toBeUndefined();
  });
});

describe('medianOf', () => {
  it('the median is the middle value, or the mean of the two middle values', () => {
    expect(medianOf([1, 2, 9])).toBe(2);
    expect(medianOf([1, 2, 4, 9])).toBe(3);
    expect(medianOf([5])).toBe(5);
  });
});
