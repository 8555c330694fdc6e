import type { Static, TObject, TProperties } from 'typebox';
import { type ComparedPrice, comparedPrices } from '../../../mappings/price-amounts.ts';
import { filterParams } from '../../params/filters.ts';
import { groupByParam, groupPageParams } from '../../params/groups.ts';
import { extension, oneOf } from '../../params/parameter.ts';

/** The fields by which lots with estimates can be grouped. */
const estimateGroupings = ['estimate_band', 'auction_house', 'gem_type', 'carat_band', 'year'] as const;

export type EstimateGrouping = (typeof estimateGroupings)[number];

/** Parameters of /estimates. */
export const estimatesParams = {
  group_by: groupByParam(estimateGroupings, {
    default: ['estimate_band'],
    description:
      'One or two fields; each combination of their values is a group. `estimate_band` is the class of the low estimate in US dollars.',
    examples: [['auction_house', 'year']],
  }),
  basis: oneOf(Object.keys(comparedPrices) as ComparedPrice[], {
    description:
      "The prices that are compared with the estimates: `hammer`, without buyer's premium, as estimates are, or `premium`, with it. Lots without such a price are left out and counted: one figure never mixes both.",
    default: 'hammer',
    examples: ['premium'],
    ...extension,
  }),
  ...groupPageParams(20),
  ...filterParams,
} satisfies TProperties;

export type EstimatesParams = Static<TObject<typeof estimatesParams>>;
