import type { Body } from '../../support/get.ts';

/** Compares values, counts the comparisons, and collects the differences. */
export function createComparison() {
  const mismatches: string[] = [];
  let compared = 0;

  return {
    mismatches,
    get compared() {
      return compared;
    },

    /**
     * Compares a value with the expected one. Members that are not expected are ignored.
     * @param lastDigit maximum difference of a number, for values that both engines compute in doubles and round
     */
    check(where: string, actual: Body, expected: unknown, lastDigit = 0): void {
      if (Array.isArray(expected)) {
        this.check(`${where}.length`, actual.length, expected.length);
        for (const [place, item] of expected.entries())
          this.check(`${where}[${place}]`, actual[place], item, lastDigit);
      } else if (typeof expected === 'object' && expected !== null) {
        for (const [name, item] of Object.entries(expected))
          this.check(`${where}.${name}`, actual?.[name], item, lastDigit);
      } else {
        compared++;
        if (!isSame(actual, expected, lastDigit))
          mismatches.push(`${where}: ${actual} instead of ${expected}`);
      }
    },
  };
}

export type Comparison = ReturnType<typeof createComparison>;

/** For numbers from 1e8 on, a relative difference of 1e-12 is allowed, because doubles have only 15 digits. */
function isSame(actual: unknown, expected: unknown, lastDigit: number): boolean {
  if (actual === expected) return true;
  if (typeof actual !== 'number' || typeof expected !== 'number') return false;
  if (Math.abs(actual - expected) <= lastDigit * 1.001) return true;
  if (Math.abs(expected) < 1e8) return false;
  return Math.abs(actual - expected) <= Math.abs(expected) * 1e-12;
}
