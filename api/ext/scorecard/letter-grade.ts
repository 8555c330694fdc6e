/** The reliability of a method in backtests: from A to D, or F where it is not reliable. */
export const letterGrades = ['A', 'B', 'C', 'D', 'F'] as const;

type LetterGrade = (typeof letterGrades)[number];

/** The share of prices that a range of comparables should contain. */
const rangeCoverage = 0.8;

/** Minimum valued lots of a grade other than F. */
const minValuedLots = 30;

/** Minimum revised periods of a grade other than F. */
const minRevisedPeriods = 5;

interface Rule {
  grade: LetterGrade;
  /** Maximum mean absolute logarithm: of estimate ÷ price, or of the two values of a change. */
  error: number;
}

/** The best grade first. */
const comparablesRules: (Rule & { coverage: number })[] = [
  { grade: 'A', error: 0.3, coverage: 0.05 },
  { grade: 'B', error: 0.5, coverage: 0.08 },
  { grade: 'C', error: 0.7, coverage: 0.12 },
  { grade: 'D', error: 0.9, coverage: 0.2 },
];

const indexRules: (Rule & { minCoverage: number })[] = [
  { grade: 'A', error: 0.02, minCoverage: 0.85 },
  { grade: 'B', error: 0.05, minCoverage: 0.8 },
  { grade: 'C', error: 0.1, minCoverage: 0.7 },
  { grade: 'D', error: 0.2, minCoverage: 0.6 },
];

/** The published rules of `gradeOfComparables`. */
export const comparablesGradeRules = `${comparablesRules
  .map(
    ({ grade, error, coverage }) =>
      `${grade}: a mean absolute log error of at most ${error}, and ranges that contain ${inPercent(rangeCoverage - coverage)} to ${inPercent(rangeCoverage + coverage)} of the prices`,
  )
  .join('; ')}; F: not reliable: anything else, or fewer than ${minValuedLots} valued lots.`;

/** The published rules of `gradeOfIndex`. */
export const indexGradeRules = `${indexRules
  .map(
    ({ grade, error, minCoverage }) =>
      `${grade}: a mean absolute revision of at most ${error}, and first intervals that contain at least ${inPercent(minCoverage)} of the present values`,
  )
  .join('; ')}; F: not reliable: anything else, or fewer than ${minRevisedPeriods} revised periods.`;

function inPercent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/** A tolerance for the last digit of a published figure. */
const tiny = 1e-9;

/** The grade by `comparablesGradeRules`, from published figures. */
export function gradeOfComparables(figures: {
  n: number;
  mean_absolute_log_error: number | null;
  coverage: number | null;
}): LetterGrade {
  const { n, mean_absolute_log_error: error, coverage } = figures;
  if (n < minValuedLots || error === null || coverage === null) return 'F';
  const isOff = (by: number) => Math.abs(coverage - rangeCoverage) > by + tiny;
  return comparablesRules.find((rule) => error <= rule.error && !isOff(rule.coverage))?.grade ?? 'F';
}

/** The grade by `indexGradeRules`, from published figures. */
export function gradeOfIndex(figures: {
  periods: number;
  mean_absolute_revision: number | null;
  coverage: number | null;
}): LetterGrade {
  const { periods, mean_absolute_revision: revision, coverage } = figures;
  if (periods < minRevisedPeriods || revision === null || coverage === null) return 'F';
  return (
    indexRules.find(({ error, minCoverage }) => revision <= error && coverage >= minCoverage)?.grade ?? 'F'
  );
}
