import { describe, expect, test } from 'vitest';
import { type Evidence, gradeOf } from '../../../../api/price-intelligence/regression/grade.ts';
import { summarizeSales } from '../../../../api/price-intelligence/regression/summarize-sales.ts';
import {
  effectiveCount,
  weightedQuantiles,
} from '../../../../api/price-intelligence/regression/weighted-quantiles.ts';
import { randomFrom } from '../../../../local/samples/random.ts';

const equal = (values: number[]) => values.map((value) => ({ value, weight: 1 }));

describe('weighted quantiles', () => {
  test('of equal weights stand at k ÷ (n + 1), as the sixth type of Hyndman and Fan does', () => {
    const quantile = weightedQuantiles(equal([40, 10, 30, 20, 60, 50, 90, 80, 70]));
    expect(quantile(0.1)).toBe(10);
    expect(quantile(0.5)).toBe(50);
    expect(quantile(0.9)).toBe(90);
    expect(quantile(0.25)).toBeCloseTo(25, 12);
    expect(quantile(0.09)).toBeUndefined();
    expect(quantile(0.91)).toBeUndefined();
    expect(weightedQuantiles(equal([1, 2, 3, 4, 5, 6, 7, 8]))(0.1)).toBeUndefined();
  });

  test('look the same from both ends', () => {
    const random = randomFrom(3);
    const values = Array.from({ length: 40 }, () => ({ value: random.normal(), weight: random.next() }));
    const [up, down] = [values, values.map(({ value, weight }) => ({ value: -value, weight }))].map(
      weightedQuantiles,
    );
    for (const p of [0.1, 0.3, 0.5]) expect(up!(p)).toBeCloseTo(-down!(1 - p)!, 10);
  });

  test('follow the weights', () => {
    const heavy = [1, 2, 3, 4].map((value) => ({ value, weight: 1 }));
    const light = [11, 12, 13, 14].map((value) => ({ value, weight: 0.01 }));
    expect(weightedQuantiles([...heavy, ...light])(0.5)).toBeLessThan(4);
  });

  test('count for as many as Kish says', () => {
    expect(effectiveCount([1, 1, 1, 1])).toBe(4);
    expect(effectiveCount([0.2, 0.2])).toBeCloseTo(2, 12);
    expect(effectiveCount([1, 0.5])).toBeCloseTo(1.8, 12);
    expect(effectiveCount([])).toBe(0);
  });
});

describe('a summary of sales', () => {
  test('is wider by the error that all prices share, and keeps its median', () => {
    const prices = equal([...Array(19).keys()].map((k) => k / 10));
    const [sure, unsure] = [summarizeSales(prices, 0)!, summarizeSales(prices, 0.5)!];
    expect(sure.low).toBeCloseTo(Math.exp(0.1), 12);
    expect(sure.high).toBeCloseTo(Math.exp(1.7), 12);
    expect(unsure.median).toBe(sure.median);
    expect(unsure.low).toBeCloseTo(Math.exp(0.9 - Math.hypot(0.8, 1.2815515655446004 * 0.5)), 10);
    expect(unsure.medianHigh).toBeGreaterThan(sure.medianHigh);
  });

  test('there is none of too few lots, or of lots that are too different', () => {
    expect(summarizeSales([], 0)).toBeUndefined();
    expect(summarizeSales(equal([1, 2, 3, 4, 5, 6, 7, 8]), 0)).toBeUndefined();
    expect(summarizeSales(equal([1, 2, 3, 4, 5, 6, 7, 8, 9]), 0)).toBeDefined();
    const faint = equal([...Array(30).keys()]).map(({ value }) => ({ value, weight: 0.05 }));
    expect(summarizeSales(faint, 0)).toBeUndefined();
  });

  test('is graded by how many lots there are and how alike they are', () => {
    const best = {
      hasSummary: true,
      effectiveLots: 15,
      isAlike: true,
      isAnyOrigin: false,
      adjustedShare: 0.9,
    };
    const cases: [Partial<Evidence>, string][] = [
      [{}, 'good'],
      [{ effectiveLots: 14.9 }, 'fair'],
      [{ isAlike: false }, 'fair'],
      [{ adjustedShare: 0.89 }, 'fair'],
      [{ effectiveLots: 9.9 }, 'thin'],
      [{ isAlike: false, isAnyOrigin: true }, 'thin'],
      [{ adjustedShare: 0.49 }, 'thin'],
      [{ hasSummary: false }, 'none'],
    ];
    for (const [evidence, grade] of cases) expect(gradeOf({ ...best, ...evidence })).toBe(grade);
  });
});
