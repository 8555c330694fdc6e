import Type, { type Static, type TProperties } from 'typebox';
import type { StoredScorecard } from '../../../mappings/scorecard.ts';
import {
  count,
  figure,
  nameOrNull,
  object,
  oneOf,
  orNull,
  positive,
  share,
  text,
} from '../../statistics/fields.ts';
import { comparablesGradeRules, letterGrades } from './letter-grade.ts';

const backtestFigures = {
  n: count('Number of valued lots: those for which there was a figure.'),
  median_absolute_percentage_error: positive(
    'The typical error: the median of |estimate ÷ price − 1|, 6 decimals; null without valued lots.',
  ),
  mean_absolute_log_error: positive('Mean of |ln(estimate ÷ price)|.'),
  mean_absolute_log_error_low: positive(
    'Lower end of its 95% interval, which allows for lots of one sale that miss alike; null under two sales.',
  ),
  mean_absolute_log_error_high: positive('Upper end of its 95% interval.'),
  coverage: share('Share of the lots whose price was within the published range, which should be 0.8.'),
  coverage_low: share('Lower end of its 95% interval, which allows for sales too.'),
  coverage_high: share('Upper end of its 95% interval.'),
  width: figure('Median of high ÷ low of the ranges.', { minimum: 1 }),
  bias: figure('Median of ln(estimate ÷ price): above 0 where estimates are too high.'),
};

const ComparablesBacktest = object('ComparablesBacktest', 'Backtest of comparables', {
  grade: orNull(Type.Enum([...letterGrades]), comparablesGradeRules),
  grade_reason: nameOrNull('Why there is no grade; null where there is one.'),
  ...backtestFigures,
  sampled: count('Number of lots that were to be valued; those beyond n have no figure.'),
  of: count('Number of lots from which they were drawn.'),
});

/** The quality of the figures of a gem type in backtests. */
export const ScoredGem = object('ScoredGem', 'Scorecard of a gem type', {
  gem_type: text('The gem type.'),
  lots: count('Number of lots that a price model can use: sold single stones with price, weight and date.'),
  synthetic_lots: count('Number of generated samples among them.'),
  comparables: ComparablesBacktest,
});

export type ScoredGem = Static<typeof ScoredGem>;
export type BacktestFigures = Pick<ScoredGem['comparables'], keyof typeof backtestFigures>;

/** The states of a scorecard. */
const statuses = ['current', 'outdated', 'none'] as const;

/** The members of `meta` about the scorecard. */
export const scorecardMeta = {
  status: oneOf(
    statuses,
    '`current`: computed from this version of the data; `outdated`: from an earlier one; `none`: not computed yet, and `data` is empty.',
  ),
  computed_for: nameOrNull('The version of the data from which it was computed.'),
  computed_at: orNull(Type.String({ format: 'date-time' }), 'When it was computed.'),
} satisfies TProperties;

/** The values of `scorecardMeta`. */
export function presentScorecardMeta(stored: StoredScorecard<ScoredGem> | undefined, dataVersion: string) {
  if (!stored) return { status: 'none', computed_for: null, computed_at: null };
  const { data_version, computed_at } = stored;
  return {
    status: data_version === dataVersion ? 'current' : 'outdated',
    computed_for: data_version,
    computed_at,
  };
}
