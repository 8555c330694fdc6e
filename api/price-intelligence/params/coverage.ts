import type { TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { groupByParam, groupPageParams } from '../../params/groups.ts';

/** The fields by which coverage can be grouped. */
const coverageGroupings = ['auction_house', 'year', 'gem_type'] as const;

export type CoverageGrouping = (typeof coverageGroupings)[number];

/** Parameters of /coverage. */
export const coverageParams = {
  group_by: groupByParam(coverageGroupings, {
    default: ['auction_house', 'year'],
    description: 'One or two fields; each combination of their values is a group, unknown values included.',
    examples: [['gem_type']],
  }),
  ...groupPageParams(100),
  ...filterParams,
} satisfies TProperties;
