import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Evidence, gradeOf } from '../../../../../api/ext/comparables/grade.ts';
import { type ComparedPrice, summarizeSales } from '../../../../../api/ext/comparables/summarize-sales.ts';

/** The figures of a summary are compared with a scan of all lots in test/integration/api/ext/comparables. */
describe('summaries of comparable sales', () => {
  const sold = (values: number[], more: Partial<ComparedPrice> = {}): ComparedPrice[] =>
    values.map((value, i) => ({
      ...{ value, residual: undefined, weight: 1, sale: `${i}`, isComparable: true, ...more },
    }));
  const summary = (lots: ComparedPrice[]) =>
    summarizeSales(lots, { sharedError: 0, withinSale: 0.25 }).summary;

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
        const { median, median_low, median_high, low, high } = found.prediction;
        expect([low, median_low, median, median_high, high]).toEqual(
          [low, median_low, median, median_high, high].toSorted((a, b) => a - b),
        );
        const { evidence } = found;
        expect(evidence.low).toBeLessThanOrEqual(evidence.median);
        expect(evidence.median).toBeLessThanOrEqual(evidence.high);
        const nearest = lots
          .filter(({ isComparable }) => isComparable)
          .toSorted((a, b) => b.weight - a.weight)
          .slice(0, 10)
          .map(({ value }) => Math.exp(value));
        expect(median).toBeGreaterThanOrEqual(Math.min(...nearest) - 1e-12);
        expect(median).toBeLessThanOrEqual(Math.max(...nearest) + 1e-12);
      }),
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
