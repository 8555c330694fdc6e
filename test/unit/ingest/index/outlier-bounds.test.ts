import { describe, expect, it } from 'vitest';
import { outlierBounds } from '../../../../ingest/index/flag-price-outliers.ts';

describe('outlier bounds of prices', () => {
  it('bounds lie where 0.6745 times the distance in MADs is 3.5', () => {
    const { low, high } = outlierBounds({ median: Math.log(1_000), mad: 0.2 })!;
    expect((0.6745 * (Math.log(high) - Math.log(1_000))) / 0.2).toBeCloseTo(3.5, 10);
    expect((0.6745 * (Math.log(1_000) - Math.log(low))) / 0.2).toBeCloseTo(3.5, 10);
  });

  it('there are no bounds when most prices are equal', () => {
    expect(outlierBounds({ median: 7, mad: 0 })).toBeUndefined();
    // Medians between two equal prices are rounded.
    expect(outlierBounds({ median: 7, mad: 4e-16 })).toBeUndefined();
  });
});
