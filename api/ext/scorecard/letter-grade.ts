/** The reliability of a method in backtests: from A to D, or F where it is not reliable. */
export const letterGrades = ['A', 'B', 'C', 'D', 'F'] as const;

export type LetterGrade = (typeof letterGrades)[number];

/** The share of prices that a range of comparables should contain. */
const rangeCoverage = 0.8;

/** Minimum valued lots of a grade. */
const minValuedLots = 30;

/** The best grade first, with its maximum error, and maximum distance of the coverage from that of the ranges. */
const comparablesRules: { grade: LetterGrade; error: number; coverage: number }[] = [
  { grade: 'A', error: 0.3, coverage: 0.05 },
  { grade: 'B', error: 0.5, coverage: 0.08 },
  { grade: 'C', error: 0.7, coverage: 0.12 },
  { grade: 'D', error: 0.9, coverage: 0.2 },
];

/** The published rules of `gradeOfComparables`. */
export const comparablesGradeRules = `${comparablesRules
  .map(
    ({ grade, error, coverage }) =>
      `${grade}: a mean absolute log error of at most ${error}, and ranges that contain ${inPercent(rangeCoverage - coverage)} to ${inPercent(rangeCoverage + coverage)} of the prices`,
  )
  .join(
    '; ',
  )}; F: not reliable: anything else. Null where the 95% intervals of the two figures allow more than two letters, or with fewer than ${minValuedLots} valued lots: see grade_reason.`;

function inPercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** A tolerance for the last digit of a published figure. */
const tiny = 1e-9;

type Bounded = 'mean_absolute_log_error' | 'coverage';

/** The grade by `comparablesGradeRules`, from published figures, or the reason why there is none. */
export function gradeOfComparables(
  figures: { n: number } & Record<Bounded | `${Bounded}_${'low' | 'high'}`, number | null>,
): { grade: LetterGrade | null; grade_reason: string | null } {
  const { mean_absolute_log_error: error, mean_absolute_log_error_low: errorLow } = figures;
  const { coverage, coverage_low: low, coverage_high: high } = figures;
  const errorHigh = figures.mean_absolute_log_error_high;
  if (figures.n < minValuedLots || error === null || coverage === null)
    return { grade: null, grade_reason: `Fewer than ${minValuedLots} lots were valued.` };
  if (errorLow === null || errorHigh === null || low === null || high === null)
    return { grade: null, grade_reason: 'All valued lots are of one sale, so that no error is known.' };
  const best = letterOf(errorLow, Math.min(high, Math.max(low, rangeCoverage)));
  const worst = letterOf(errorHigh, rangeCoverage - low > high - rangeCoverage ? low : high);
  if (letterGrades.indexOf(worst) - letterGrades.indexOf(best) > 1)
    return { grade: null, grade_reason: `The intervals allow the letters ${best} to ${worst}.` };
  return { grade: letterOf(error, coverage), grade_reason: null };
}

function letterOf(error: number, coverage: number): LetterGrade {
  const isOff = (by: number) => Math.abs(coverage - rangeCoverage) > by + tiny;
  return comparablesRules.find((rule) => error <= rule.error && !isOff(rule.coverage))?.grade ?? 'F';
}
