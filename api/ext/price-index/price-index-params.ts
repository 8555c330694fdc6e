import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, extensions, oneOf, oneOfOrImplied, optional, period } from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { firstDayOf, lastDayOf } from '../../statistics/periods.ts';
import { basisParam } from '../../statistics/prices.ts';
import { indexIntervals, oneGem } from '../price-model/choice.ts';

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
  }),
  ...optional(
    extensions({
      base: period({
        description:
          'The period in which the index is 100: a year, or a quarter with `interval=quarter`. Default: the first period with an index.',
        examples: ['2015'],
      }),
      from: period({
        description:
          'The first period of the index. Only lots from its first day on are used, as with `date_from`.',
        examples: ['2015'],
      }),
      to: period({
        description:
          'The last period of the index. Only lots up to its last day are used, as with `date_to`.',
        examples: ['2019'],
      }),
    }),
  ),
  basis: basisParam,
  dollars: oneOfOrImplied(['nominal', 'real'], 'nominal', {
    description:
      "`nominal` dollars of the day of the sale (the default), or `real` dollars, by the consumer price index of the United States. An index is the same in the dollars of any month; medians are in those of the newest one. `base` is the index's own base period.",
    examples: ['real'],
    ...extension,
  }),
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

/** The parameters with the days of `from` and `to` as dates, unless the dates of the request are narrower. */
export function withinPeriods(params: PriceIndexParams): PriceIndexParams {
  const { from, to, date_from, date_to } = params;
  const first = [date_from, from && firstDayOf(from)]
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
  const last = [date_to, to && lastDayOf(to)].filter((day) => day !== undefined).sort()[0];
  return { ...params, date_from: first, date_to: last };
}
