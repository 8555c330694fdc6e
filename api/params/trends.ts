import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from './filters.ts';
import { extension, oneOf } from './parameter.ts';

/** Lengths of a period. */
export const intervals = ['year', 'quarter', 'month'] as const;

export type Interval = (typeof intervals)[number];

/** Parameters of /stats/trends. */
export const trendsParams = {
  interval: oneOf(intervals, {
    description: 'Length of a period.',
    default: 'year',
    examples: ['quarter'],
    ...extension,
  }),
  ...filterParams,
} satisfies TProperties;

export type TrendsParams = Static<TObject<typeof trendsParams>>;
