import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from '../../filters/filter-params.ts';
import {
  boolean,
  extension,
  extensions,
  oneOf,
  oneOfOrImplied,
  optional,
  period,
} from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { indexIntervals, oneGem, priceChoiceParams } from '../price-model/choice.ts';
import { detailParam } from '../price-model/detail.ts';

/** The method of the index. */
const indexMethods = ['hedonic', 'median'] as const;

/** Parameters of /price-index. */
export const priceIndexParams = {
  ...filterParams,
  gem_name: oneGem,
  ...extensions({
    interval: oneOf(indexIntervals, {
      description: 'Length of a period.',
      default: 'year',
      examples: ['quarter'],
    }),
    method: oneOf(indexMethods, {
      description:
        '`hedonic` adjusts for weight, origin, treatment and house by a regression; `median` compares the sold lots without adjustment.',
      default: 'hedonic',
      examples: ['median'],
    }),
  }),
  ...optional(
    extensions({
      base: period({
        description:
          'The period in which the index is 100: a year, or a quarter with `interval=quarter`. Default: the period with the most lots.',
        examples: ['2015'],
      }),
      from: period({
        description: 'The first of two periods whose change is wanted; needs `to`.',
        examples: ['2015'],
      }),
      to: period({
        description: 'The second of the two periods; needs `from`.',
        examples: ['2019'],
      }),
    }),
  ),
  smoothed: boolean({
    description:
      'Whether each period also has `smoothed`: the smoothed level that comparables use, with an estimate for periods without an index. It doubles the cost.',
    default: false,
    examples: [true],
    ...extension,
  }),
  ...priceChoiceParams,
  dollars: oneOfOrImplied(['nominal', 'real'], 'nominal', {
    description:
      "`nominal` dollars of the day of the sale (the default), or `real` dollars, by the consumer price index of the United States. An index is the same in the dollars of any month; medians are in those of the newest one. `base` is the index's own base period.",
    examples: ['real'],
    ...extension,
  }),
  ...detailParam,
} satisfies TProperties;

export type PriceIndexParams = Static<TObject<typeof priceIndexParams>>;

/** `base`, `from` and `to` must be periods of the interval. */
export const periodsOfInterval: Rule[] = (['base', 'from', 'to'] as const).map((parameter) => (params) => {
  const { [parameter]: period, interval } = params;
  if (period === undefined || interval === undefined) return undefined;
  const isQuarter = String(period).includes('Q');
  if (isQuarter === (interval === 'quarter')) return undefined;
  const form = isQuarter ? 'a year as YYYY' : 'a quarter as YYYY-Q1 to YYYY-Q4';
  const message = `${parameter}: ${period} is not a ${interval}. Use ${form}.`;
  return { parameter, code: 'conflict', message, value: String(period) };
});

/** A change is between two periods. */
export const bothPeriods: Rule = ({ from, to }) => {
  if ((from === undefined) === (to === undefined)) return undefined;
  const [parameter, other] = from === undefined ? ['to', 'from'] : ['from', 'to'];
  return {
    parameter: parameter!,
    code: 'conflict',
    message: `${parameter} requires ${other}. Send both periods, or neither.`,
  };
};
