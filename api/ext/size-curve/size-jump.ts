import Type, { type Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  figure,
  number,
  object,
  orNull,
  positive,
} from '../../statistics/fields.ts';
import { fullOnly } from '../price-model/detail.ts';
import { type Estimate, fitLine } from '../regression/fit-line.ts';
import type { Moments } from '../regression/moments.ts';
import { errorOf, intervalOf } from '../regression/quantiles.ts';

/** Minimum lots for a regression line. */
export const minLotsOfLine = 10;

/** The bounds of a range of weights. */
export const carats = {
  carat_from: number('Minimum weight in carats, inclusive.'),
  carat_below: number('Maximum weight in carats, exclusive.'),
};

/** The uncertainty of an estimate. */
export const estimateFields = {
  standard_error: positive('Its standard error, HC1, which allows for unequal variance.'),
  low: figure('Lower end of its 95% interval.'),
  high: figure('Upper end of its 95% interval.'),
};

/** Why a jump cannot be estimated. */
const gaps = ['too_few_lots', 'one_weight'] as const;

/** The residuals of a line. */
export const residualError = positive(
  'Standard deviation of the residuals of the line, in ln(price per carat).',
);

const side = (where: string) =>
  object(`Jump${where}`, `Lots ${where.toLowerCase()} a threshold`, {
    ...carats,
    n: count('Lots.'),
    residual_standard_error: fullOnly(residualError),
  });

/** The difference of prices just above and just below a weight. */
export const SizeJump = object('SizeJump', 'Jump at a weight', {
  carat: Type.Number({ description: 'The threshold.', ...extension }),
  below: side('Below'),
  above: side('Above'),
  ln_jump: fullOnly(figure('Difference of ln(price per carat) just above and just below the weight.')),
  standard_error: fullOnly(estimateFields.standard_error),
  low: fullOnly(estimateFields.low),
  high: fullOnly(estimateFields.high),
  relative_jump: figure('The jump as a share of the price: e^ln_jump − 1.', { minimum: -1 }),
  relative_low: figure('Lower end of its 95% interval.', { minimum: -1 }),
  relative_high: figure('Upper end of its 95% interval.', { minimum: -1 }),
  gap: orNull(
    Type.Enum([...gaps]),
    'Why there is no estimate: a side has fewer than 10 lots, or all of its lots have the same weight. Null where there is one.',
  ),
});

export type SizeJump = Static<typeof SizeJump>;

/** A range of weights, and the sums of its lots. */
export interface SummedRange {
  from: number;
  below: number;
  sums: Moments;
}

/** The lots just below and just above a weight. */
export interface UnroundedJump {
  carat: number;
  below: SummedRange;
  above: SummedRange;
}

/** The published jump at a threshold. */
export function presentJump(jump: UnroundedJump): SizeJump {
  const [left, right] = [fitLine(jump.below.sums), fitLine(jump.above.sums)];
  const sideOf = ({ from, below: end, sums }: SummedRange, line: typeof left) => ({
    carat_from: from,
    carat_below: end,
    n: sums[0]!,
    residual_standard_error: line ? round(line.residualError, estimateDecimals) : null,
  });
  const [below, above] = [sideOf(jump.below, left), sideOf(jump.above, right)];
  const head = { carat: jump.carat, below, above };
  if (Math.min(below.n, above.n) < minLotsOfLine) return { ...head, ...noJump, gap: 'too_few_lots' };
  if (!left || !right) return { ...head, ...noJump, gap: 'one_weight' };
  const [before, after] = [left.at(Math.log(jump.carat)), right.at(Math.log(jump.carat))];
  const estimate = {
    value: after.value - before.value,
    classicalError: Math.hypot(before.classicalError, after.classicalError),
    robustError: Math.hypot(errorOf(before), errorOf(after)),
  };
  const { low, high } = intervalOf(estimate.value, errorOf(estimate), below.n + above.n - 4);
  const share = (ln: number) => round(Math.expm1(ln), estimateDecimals);
  return {
    ...head,
    ln_jump: round(estimate.value, estimateDecimals),
    ...presentError(estimate, below.n + above.n - 4),
    relative_jump: share(estimate.value),
    relative_low: share(low),
    relative_high: share(high),
    gap: null,
  };
}

const noJump = {
  ln_jump: null,
  standard_error: null,
  low: null,
  high: null,
  relative_jump: null,
  relative_low: null,
  relative_high: null,
};

/** The error of an estimate and its 95% interval, by Student's t. */
export function presentError(estimate: Estimate, degreesOfFreedom: number) {
  const { low, high } = intervalOf(estimate.value, errorOf(estimate), degreesOfFreedom);
  return {
    standard_error: round(errorOf(estimate), estimateDecimals),
    low: round(low, estimateDecimals),
    high: round(high, estimateDecimals),
  };
}
