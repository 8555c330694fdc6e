import { minEffectiveLots } from './summarize-sales.ts';

/** How much a summary of sales is worth. */
export const grades = ['good', 'fair', 'thin', 'none'] as const;

export type Grade = (typeof grades)[number];

/** What a grade is told by. */
export interface Evidence {
  hasSummary: boolean;
  effectiveLots: number;
  /** Whether origin and treatment were described, and are the same in all lots. */
  isAlike: boolean;
  /** Whether lots of any origin count although one was described. */
  isAnyOrigin: boolean;
  /** Share of the weight whose prices stand at the day they are brought to. */
  adjustedShare: number;
}

/** The rules of the grades, as they are published. */
export const gradeRules =
  `good: at least 15 effective lots, all of the described origin and treatment, and 90 % of their weight at prices of the period of as_of; ` +
  `fair: at least 10, none of another region than the described origin’s, and 50 % at such prices; ` +
  `thin: less, but at least ${minEffectiveLots}, and alike enough for the interval; none: no figure.`;

/** The grade by the rules of `gradeRules`. */
export function gradeOf(evidence: Evidence): Grade {
  const { hasSummary, effectiveLots, isAlike, isAnyOrigin, adjustedShare } = evidence;
  if (!hasSummary) return 'none';
  if (effectiveLots >= 15 && isAlike && adjustedShare >= 0.9) return 'good';
  return effectiveLots >= 10 && !isAnyOrigin && adjustedShare >= 0.5 ? 'fair' : 'thin';
}
