import { minComparables } from './summarize-sales.ts';

/** The reliability of a summary of sales. */
export const grades = ['good', 'fair', 'thin', 'none'] as const;

type Grade = (typeof grades)[number];

/** The inputs of a grade. */
export interface Evidence {
  hasSummary: boolean;
  /** The effective number of lots that show how far figures miss. */
  effectiveRangeLots: number;
  /** Whether origin and treatment were described, and are the same in all lots. */
  isAlike: boolean;
  /** Whether lots of any origin count although one was described. */
  isAnyOrigin: boolean;
  /** Share of the weight with prices adjusted to the day, or sold within a year before. */
  adjustedShare: number;
}

/** The published rules of the grades. */
export const gradeRules =
  `good: at least 30 effective lots behind the range (range_effective_n), all comparables of the described origin and treatment, and 90% of their weight at prices adjusted to as_of or at most a year old; ` +
  `fair: at least 15, no comparable of another region than that of the described origin, and 50% of their weight at such prices; ` +
  `thin: fewer, but at least ${minComparables} comparables, and enough lots for the range; none: no figure.`;

/** The grade by the rules of `gradeRules`. */
export function gradeOf(evidence: Evidence): Grade {
  const { hasSummary, effectiveRangeLots, isAlike, isAnyOrigin, adjustedShare } = evidence;
  if (!hasSummary) return 'none';
  if (effectiveRangeLots >= 30 && isAlike && adjustedShare >= 0.9) return 'good';
  return effectiveRangeLots >= 15 && !isAnyOrigin && adjustedShare >= 0.5 ? 'fair' : 'thin';
}
