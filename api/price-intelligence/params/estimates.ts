import Type, { type Static, type TProperties } from 'typebox';
import { type ComparedPrice, comparedPrices } from '../../../mappings/estimate-ratios.ts';
import { filterParams } from '../../params/filters.ts';
import { extension, integer, oneOf } from '../../params/parameter.ts';

/** The fields by which lots with estimates can be grouped. */
export const estimateGroupings = [
  'estimate_band',
  'auction_house',
  'gem_type',
  'carat_band',
  'year',
] as const;

export type EstimateGrouping = (typeof estimateGroupings)[number];

/** Parameters of /estimates. */
export const estimatesParams = {
  group_by: Type.Array(Type.Enum([...estimateGroupings]), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    default: ['estimate_band'],
    description:
      'One or two fields; each combination of their values is a group. `estimate_band` is the class of the low estimate in US dollars.',
    examples: [['auction_house', 'year']],
    'x-ordered': true,
    ...extension,
  }),
  basis: oneOf(Object.keys(comparedPrices) as ComparedPrice[], {
    description:
      "The prices that are compared with the estimates: `hammer`, without buyer's premium, as estimates are, or `premium`, with it. Lots without such a price are left out and counted: one figure never mixes both.",
    default: 'hammer',
    examples: ['premium'],
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
    default: 20,
    examples: [20],
    ...extension,
  }),
  ...filterParams,
} satisfies TProperties;

const EstimatesParams = Type.Object(estimatesParams);

export type EstimatesParams = Static<typeof EstimatesParams>;
