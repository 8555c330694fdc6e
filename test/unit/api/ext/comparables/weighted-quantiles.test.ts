import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Evidence, gradeOf } from '../../../../../api/ext/comparables/grade.ts';
import {
  type ComparedPrice,
  effectiveCount,
  summarizeSales,
  weightedQuantiles,
} from '../../../../../api/ext/comparables/summarize-sales.ts';
import { randomFrom } from '../../../../../local/samples/random.ts';

const equal = (values: number[]) => values.map((value) => ({ value, weight: 1 }));

describe('weighted quantiles', () => {
  test('quantiles of equal weights lie at k ÷ (n + 1), like type 6 of Hyndman and Fan', () => {
    const quantile = weightedQuantiles(equal([40, 10, 30, 20, 60, 50, 90, 80, 70]));
    expect(quantile(0.1)).toBe(10);
    expect(quantile(0.5)).toBe(50);
    expect(quantile(0.9)).toBe(90);
    expect(quantile(0.25)).toBeCloseTo(25, 12);
    expect(quantile(0.09)).toBeUndefined();
    expect(quantile(0.91)).toBeUndefined();
    expect(weightedQuantiles(equal([1, 2, 3, 4, 5, 6, 7, 8]))(0.1)).toBeUndefined();
  });

  test('quantiles are symmetric: reversed values give reversed quantiles', () => {
    const random = randomFrom(3);
    const values = Array.from({ length: 40 }, () => ({ value: random.normal(), weight: random.next() }));
    const [up, down] = [values, values.map(({ value, weight }) => ({ value: -value, weight }))].map(
      weightedQuantiles,
    );
    for (const p of [0.1, 0.3, 0.5]) expect(up!(p)).toBeCloseTo(-down!(1 - p)!, 10);
  });

  test('a quantile moves toward values with more weight', () => {
    const heavy = [1, 2, 3, 4].map((value) => ({ value, weight: 1 }));
    const light = [11, 12, 13, 14].map((value) => ({ value, weight: 0.01 }));
    expect(weightedQuantiles([...heavy, ...light])(0.5)).toBeLessThan(4);
  });

  test('the effective number of lots follows Kish’s formula', () => {
    expect(effectiveCount([1, 1, 1, 1])).toBe(4);
    expect(effectiveCount([0.2, 0.2])).toBeCloseTo(2, 12);
    expect(effectiveCount([1, 0.5])).toBeCloseTo(1.8, 12);
    expect(effectiveCount([])).toBe(0);
  });
});

describe('summaries of comparable sales', () => {
  const sold = (values: number[], more: Partial<ComparedPrice> = {}): ComparedPrice[] =>
    values.map((value, i) => ({
      ...{ value, residual: undefined, weight: 1, sale: `${i}`, isComparable: true, ...more },
    }));
  const errors = { sharedError: 0, withinSale: 0.25 };
  const summary = (lots: ComparedPrice[], sharedError = 0) =>
    summarizeSales(lots, { ...errors, sharedError }).summary;

  test('an error that all prices share widens the range, and keeps the median', () => {
    const prices = sold([...Array(19).keys()].map((k) => k / 10));
    const [sure, unsure] = [summary(prices)!, summary(prices, 0.2)!];
    expect(sure.median).toBeCloseTo(Math.exp(0.9), 12);
    const reach = Math.log(sure.high / sure.median);
    expect(reach).toBeGreaterThan(0.8);
    expect(Math.log(unsure.high / unsure.median)).toBeCloseTo(
      Math.hypot(reach, 1.2815515655446004 * 0.2),
      10,
    );
    expect(unsure.median).toBe(sure.median);
    expect(unsure.medianHigh).toBeGreaterThan(sure.medianHigh);
  });

  test('the median is shrunk toward the price of the model, less with more lots', () => {
    const residuals = (n: number, residual: number) =>
      sold(
        Array.from({ length: n }, (_, i) => (i % 5) / 2),
        { residual },
      );
    for (const [n, expected] of [
      [10, 0.5],
      [30, 0.25],
    ] as const) {
      const { modelFactor, summary, independentSales } = summarizeSales(residuals(n, 0.4), errors);
      expect(independentSales).toBeCloseTo(n, 12);
      expect(Math.log(modelFactor)).toBeCloseTo(-0.4 * expected, 12);
      expect(Math.log(summary!.median)).toBeCloseTo(1 - 0.4 * expected, 12);
    }
  });

  test('several lots of one sale count for less', () => {
    const alike = sold(Array(9).fill(1), { sale: 'one', weight: 0.5 });
    expect(summarizeSales(alike, errors).independentSales).toBeCloseTo(4.5 / 3, 12);
  });

  test('the range also reflects the lots beside the comparables', () => {
    const near = sold(Array.from({ length: 20 }, (_, i) => i / 100));
    const far = sold([-3, -2, -1, 1, 2, 3, 4, -4], { isComparable: false, sale: 'others' });
    expect(summary([...near, ...far])!.median).toBe(summary(near)!.median);
    expect(summary([...near, ...far])!.high).toBeGreaterThan(summary(near)!.high * 2);
  });

  test('too few lots, or one lot that outweighs the others, give no summary', () => {
    expect(summary([])).toBeUndefined();
    expect(summary(sold([1, 2, 3, 4, 5, 6, 7, 8]))).toBeUndefined();
    expect(summary(sold([1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBeDefined();
    const [first, ...faint] = sold([...Array(12).keys()]);
    expect(summary([first!, ...faint.map((lot) => ({ ...lot, weight: 0.05 }))])).toBeUndefined();
  });

  test('fewer than two independent sales give no summary', () => {
    const alike = (weight: number) => sold([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { weight, residual: 0 });
    expect(summary(alike(0.16))).toBeUndefined();
    expect(summary(alike(0.17))).toBeDefined();
  });

  test('the median is within its interval and among the most similar lots, however far the model is from them', () => {
    const lot = fc.record({
      value: fc.double({ min: -3, max: 3, noNaN: true }),
      residual: fc.double({ min: -4, max: 4, noNaN: true }),
      weight: fc.double({ min: 0.05, max: 1, noNaN: true }),
      sale: fc.nat(30).map(String),
      isComparable: fc.boolean(),
    });
    const error = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.array(lot, { minLength: 20, maxLength: 80 }), error, (lots, sharedError) => {
        const found = summarizeSales(lots, { sharedError, withinSale: 0.3 }).summary;
        if (!found) return;
        const { median, medianLow, medianHigh, low, high } = found;
        expect([low, medianLow, median, medianHigh, high]).toEqual(
          [low, medianLow, median, medianHigh, high].toSorted((a, b) => a - b),
        );
        const nearest = lots
          .filter(({ isComparable }) => isComparable)
          .toSorted((a, b) => b.weight - a.weight)
          .slice(0, 10)
          .map(({ value }) => Math.exp(value));
        expect(median).toBeGreaterThanOrEqual(Math.min(...nearest) - 1e-12);
        expect(median).toBeLessThanOrEqual(Math.max(...nearest) + 1e-12);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the grade', () => {
  const best: Evidence = {
    ...{ rangeRatio: 3, independentSales: 10, newestAgeYears: 2, modelFactor: 1.2 },
    ...{ notMatched: [], isRegional: false },
  };

  test.for([
    [{}, 'good', undefined],
    [{ rangeRatio: 3.01 }, 'fair', 'The high end of the range is 3 times the low end'],
    [{ rangeRatio: 6.01 }, 'thin', 'The high end of the range is 6 times the low end'],
    [{ independentSales: 9.9 }, 'fair', 'say as much as 9.9 sales of the same stone'],
    [{ independentSales: 2.9 }, 'thin', 'say as much as 2.9 sales of the same stone'],
    [{ newestAgeYears: 2.1 }, 'fair', 'The newest similar sale was 2.1 years before the day of the prices.'],
    [{ newestAgeYears: 5.1 }, 'thin', 'The newest similar sale was 5.1 years before the day of the prices.'],
    [{ modelFactor: 0.8 }, 'fair', 'All sales of the gem, not only similar ones, lower the median by 20%.'],
    [{ modelFactor: 1.51 }, 'thin', 'All sales of the gem, not only similar ones, raise the median by 51%.'],
    [{ isRegional: true }, 'fair', 'other origins of the region'],
    [{ notMatched: ['treatment No heat'] }, 'thin', 'Not matched: treatment No heat.'],
  ] as [Partial<Evidence>, string, string | undefined][])(
    'with %j is %s, with its reason in words',
    ([evidence, grade, reason]) => {
      const found = gradeOf({ ...best, ...evidence });
      expect(found.grade).toBe(grade);
      expect(found.reasons).toEqual(reason === undefined ? [] : [expect.stringContaining(reason)]);
    },
  );

  test('lists the reasons for thin before those for fair', () => {
    const { grade, reasons } = gradeOf({ ...best, modelFactor: 1.3, rangeRatio: 9 });
    expect(grade).toBe('thin');
    expect(reasons).toEqual([
      expect.stringContaining('The high end of the range is 9 times'),
      'All sales of the gem, not only similar ones, raise the median by 30%.',
    ]);
  });
});
