import Type, { type Static, type TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { extension, integer } from '../../params/parameter.ts';

/** The fields by which coverage can be grouped. */
export const coverageGroupings = ['auction_house', 'year', 'gem_type'] as const;

export type CoverageGrouping = (typeof coverageGroupings)[number];

/** Parameters of /coverage. */
export const coverageParams = {
  group_by: Type.Array(Type.Enum([...coverageGroupings]), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    default: ['auction_house', 'year'],
    description: 'One or two fields; each combination of their values is a group, unknown values included.',
    examples: [['gem_type']],
    'x-ordered': true,
    ...extension,
  }),
  page: integer({
    description:
      'Page number; `meta.total_groups` has the number of all groups. A page past the last is empty.',
    minimum: 1,
    maximum: 2 ** 31 - 1,
    default: 1,
    examples: [1],
    ...extension,
  }),
  limit: integer({
    description: 'Groups per page.',
    minimum: 1,
    maximum: 1000,
    default: 100,
    examples: [20],
    ...extension,
  }),
  ...filterParams,
} satisfies TProperties;

const CoverageParams = Type.Object(coverageParams);

export type CoverageParams = Static<typeof CoverageParams>;
