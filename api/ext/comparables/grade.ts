import { round } from '../../../mappings/round.ts';
import { minComparables, minIndependentSales } from './summarize-sales.ts';

/** The reliability of a summary of sales, the best first. */
export const grades = ['good', 'fair', 'thin', 'none'] as const;

type Grade = (typeof grades)[number];

/** The inputs of the grade of a figure. */
export interface Evidence {
  /** high ÷ low of the range for one stone. */
  rangeRatio: number;
  /** The number of independent sales that would say as much as the comparables. */
  independentSales: number;
  /** Years from the newest comparable to the day to which prices are adjusted. */
  newestAgeYears: number;
  /** The factor by which the price model moves the median. */
  modelFactor: number;
  /** Described traits that the comparison dropped, or that the data do not know. */
  notMatched: readonly string[];
  /** Whether lots of other origins of the region count. */
  isRegional: boolean;
}

/** A measure of the evidence: the higher, the worse. */
interface Measure {
  of(evidence: Evidence): number;
  /** Maximum of each grade. */
  good: number;
  fair: number;
  /** The condition in words. */
  rule(limit: number): string;
  /** Why the grade is not better. */
  reason(evidence: Evidence): string;
}

/** The limits were chosen on generated markets: docs/price-intelligence.md shows how they rank the error on others. */
const measures: Measure[] = [
  {
    of: ({ notMatched }) => notMatched.length,
    ...{ good: 0, fair: 0 },
    rule: () => 'every described trait is matched',
    reason: ({ notMatched }) => `Not matched: ${notMatched.join(', ')}.`,
  },
  {
    of: ({ rangeRatio }) => rangeRatio,
    ...{ good: 3, fair: 6 },
    rule: (limit) => `high ÷ low is at most ${limit}`,
    reason: ({ rangeRatio }) =>
      `The high end of the range is ${tenths(rangeRatio)} times the low end: similar stones sold at very different prices.`,
  },
  {
    of: ({ independentSales }) => -independentSales,
    ...{ good: -10, fair: -3 },
    rule: (limit) => `independent_sales is at least ${-limit}`,
    reason: ({ independentSales }) =>
      `The similar sales say as much as ${tenths(independentSales)} sales of the same stone.`,
  },
  {
    of: ({ newestAgeYears }) => newestAgeYears,
    ...{ good: 2, fair: 5 },
    rule: (limit) => `the newest comparable sold at most ${limit} years before as_of`,
    reason: ({ newestAgeYears }) =>
      `The newest similar sale was ${tenths(newestAgeYears)} years before the day of the prices.`,
  },
  {
    of: ({ modelFactor }) => Math.max(modelFactor, 1 / modelFactor),
    ...{ good: 1.2, fair: 1.5 },
    rule: (limit) => `the price model moves the median by a factor of at most ${limit}`,
    reason: ({ modelFactor }) => movedByModel(modelFactor),
  },
  {
    of: ({ isRegional }) => Number(isRegional),
    ...{ good: 0, fair: 1 },
    rule: (limit) => (limit === 0 ? 'origins are the same' : 'origins are of the same region'),
    reason: () => 'Some of the similar sales are of other origins of the region.',
  },
];

const rulesOf = (grade: 'good' | 'fair') =>
  measures.map((measure) => measure.rule(measure[grade])).join('; ');

/** The published rules of the grades. */
export const gradeRules = `How sure the figure is. \`good\`: ${rulesOf('good')}. \`fair\`: ${rulesOf('fair')}. \`thin\`: other figures. \`none\`: no figure, with fewer than ${minComparables} comparables, fewer than ${minIndependentSales} independent sales, or lots too different for a range.`;

/** The grade by `gradeRules`, and the reasons why it is not better, the worst first. */
export function gradeOf(evidence: Evidence): { grade: Grade; reasons: string[] } {
  const misses = (grade: 'good' | 'fair') => (measure: Measure) =>
    measure.of(evidence) > measure[grade] + tiny;
  const thin = measures.filter(misses('fair'));
  const fair = measures.filter(misses('good')).filter((measure) => !thin.includes(measure));
  const grade = thin.length > 0 ? 'thin' : fair.length > 0 ? 'fair' : 'good';
  return { grade, reasons: [...thin, ...fair].map((measure) => measure.reason(evidence)) };
}

/** The reason why there is no figure. */
export function noFigure(comparables: number, independentSales: number): string[] {
  if (comparables < minComparables)
    return [`A range needs at least ${minComparables} similar sales, and there are ${comparables}.`];
  if (independentSales < minIndependentSales)
    return [
      `The similar sales say as much as ${tenths(independentSales)} sales of the same stone; a range needs at least ${minIndependentSales}.`,
    ];
  return ['The similar sales are too different for a range.'];
}

/** The change of the median by the price model, in words. */
function movedByModel(factor: number): string {
  const percent = Math.round(100 * Math.abs(factor - 1));
  return `All sales of the gem, not only similar ones, ${factor > 1 ? 'raise' : 'lower'} the median by ${percent}%.`;
}

/** A tolerance for the last digit. */
const tiny = 1e-9;

const tenths = (value: number) => String(round(value, 1));
