import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from './filters.ts';
import { groupByParam, groupPageParams } from './groups.ts';
import { extension, oneOf } from './parameter.ts';

/** The fields by which lots can be grouped. */
export const groupings = ['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year'] as const;

export type Grouping = (typeof groupings)[number];

/** The measures by which groups can be sorted; a `-` prefix sorts descending. */
const marketMeasures = [
  'total_value',
  'lots',
  'median_price',
  'median_price_per_carat',
  'sell_through_rate',
] as const;

export type MarketMeasure = (typeof marketMeasures)[number];

/** An order of groups. */
export type MarketSort = MarketMeasure | `-${MarketMeasure}`;

const marketSorts = marketMeasures.flatMap((measure): MarketSort[] => [`-${measure}`, measure]);

/** Parameters of /stats/market. */
export const marketParams = {
  group_by: groupByParam(groupings, {
    default: ['gem_type'],
    description: 'One or two fields; each combination of their values is a group.',
    examples: [['origin', 'carat_band']],
  }),
  ...groupPageParams(20),
  sort: oneOf(marketSorts, {
    description: 'Order of the groups; a `-` prefix sorts descending. Equal groups are sorted by key.',
    default: '-total_value',
    examples: ['-median_price_per_carat'],
    ...extension,
  }),
  ...filterParams,
} satisfies TProperties;

export type MarketParams = Static<TObject<typeof marketParams>>;
