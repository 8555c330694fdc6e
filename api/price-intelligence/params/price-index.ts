import Type, { type Static, type TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { extension, oneOf, period } from '../../params/parameter.ts';
import type { Rule } from '../../params/read-parameters.ts';
import { oneGem } from './one-gem.ts';

/** Lengths of a period of the index. */
export const indexIntervals = ['year', 'quarter'] as const;

export type IndexInterval = (typeof indexIntervals)[number];

/** The method of the index. */
export const indexMethods = ['hedonic', 'median'] as const;

/** Parameters of /price-index. */
export const priceIndexParams = {
  ...filterParams,
  gem_name: oneGem,
  interval: oneOf(indexIntervals, {
    description: 'Length of a period.',
    default: 'year',
    examples: ['quarter'],
    ...extension,
  }),
  method: oneOf(indexMethods, {
    description:
      '`hedonic` adjusts for weight, origin, treatment and house by a regression; `median` compares the sold lots without adjustment.',
    default: 'hedonic',
    examples: ['median'],
    ...extension,
  }),
  base: Type.Optional(
    period({
      description:
        'The period in which the index is 100: a year, or a quarter with `interval=quarter`. Default: the first comparable period with enough lots.',
      examples: ['2015'],
      ...extension,
    }),
  ),
} satisfies TProperties;

const PriceIndexParams = Type.Object(priceIndexParams);

export type PriceIndexParams = Static<typeof PriceIndexParams>;

/** The base must be one of the periods. */
export const baseOfInterval: Rule = ({ base, interval }) => {
  if (base === undefined || interval === undefined) return undefined;
  const isQuarter = String(base).includes('Q');
  if (isQuarter === (interval === 'quarter')) return undefined;
  const form = isQuarter ? 'a year as YYYY' : 'a quarter as YYYY-Q1 to YYYY-Q4';
  const message = `base: ${base} is not a ${interval}. Use ${form}.`;
  return { parameter: 'base', code: 'conflict', message, value: String(base) };
};
