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
        if (actual !== expected) mismatches.push(`${where}: ${actual} instead of ${expected}`);
      }
    },

    /** Notes a condition that must hold. */
    holds(where: string, condition: boolean, found: string): void {
      compared++;
      if (!condition) mismatches.push(`${where}: ${found}`);
    },
  };
}

export type Comparison = ReturnType<typeof createComparison>;
