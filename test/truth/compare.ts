import type { Body } from '../support/get.ts';

/** Counts every number, text and null that was compared, and keeps what differed. */
export function createComparison() {
  const mismatches: string[] = [];
  let compared = 0;

  return {
    mismatches,
    get compared() {
      return compared;
    },

    /** Compares a value with everything that is expected of it; what is not expected is not looked at. */
    check(where: string, actual: Body, expected: unknown): void {
      if (Array.isArray(expected)) {
        this.check(`${where}.length`, actual.length, expected.length);
        for (const [place, item] of expected.entries()) this.check(`${where}[${place}]`, actual[place], item);
      } else if (typeof expected === 'object' && expected !== null) {
        for (const [name, item] of Object.entries(expected))
          this.check(`${where}.${name}`, actual?.[name], item);
      } else {
        compared++;
        if (!isSame(actual, expected)) mismatches.push(`${where}: ${actual} instead of ${expected}`);
      }
    },
  };
}

export type Comparison = ReturnType<typeof createComparison>;

/** Of billions the engines interpolate to 15 digits, and no further. */
function isSame(actual: unknown, expected: unknown): boolean {
  if (actual === expected) return true;
  if (typeof actual !== 'number' || typeof expected !== 'number' || Math.abs(expected) < 1e8) return false;
  return Math.abs(actual - expected) <= Math.abs(expected) * 1e-12;
}
