import type { Static, TProperties } from 'typebox';
import Type from 'typebox';
import type { Field } from '../../../mappings/records-index.ts';
import { soldLots } from '../../filters/filter-clauses.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { extension } from '../../parameters/kinds.ts';
import type { Aggregation, Aggregations } from '../../search/composite-pages.ts';
import { count, listOf, object, orNull, share } from '../../statistics/fields.ts';
import { groupByParam, groupPageParams } from '../../statistics/groups.ts';
import { ratio } from '../../statistics/price-figures.ts';
import type { LotsBucket } from '../groups/read-groups.ts';

/** The values that a lot may lack, and the field that shows that it has them. */
const covered = {
  status: 'is_sold',
  weight: 'carat',
  origin: 'origin',
  treatment: 'treatment',
  estimates: 'estimates.band',
  price: 'price_final_usd',
  price_hammer: 'price_hammer_usd',
  price_premium: 'price_premium_usd',
} as const satisfies Record<string, Field>;

type Covered = keyof typeof covered;

/** The key of a group; null for an unknown value. */
export type CoverageKey = Partial<Record<CoverageGrouping, string | number | null>>;

/** What is counted of all lots and of each group. */
export const counts: Aggregations = {
  sold: { filter: soldLots },
  newest: { max: { field: 'auction_date' satisfies Field } },
  ...Object.fromEntries(
    Object.entries(covered).map(([name, field]): [string, Aggregation] => [name, { value_count: { field } }]),
  ),
};

/** The search response for some lots. */
export type CountsResult = Record<Covered, { value: number }> & {
  sold: { doc_count: number };
  newest: { value_as_string?: string };
};

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

const CoverageShare = object('CoverageShare', 'Lots that have a value', {
  lots: count('Number of lots that have it.'),
  share: share('Their share, 6 decimals; null without lots.'),
});

const ofCovered = <Value>(of: (name: Covered) => Value) =>
  Object.fromEntries((Object.keys(covered) as Covered[]).map((name) => [name, of(name)])) as Record<
    Covered,
    Value
  >;

const figures = {
  lots: count('Number of lots.'),
  sold_lots: count('Number of sold lots. The shares of the three prices are shares of these lots.'),
  newest_sale: orNull(
    Type.String({ format: 'date' }),
    'Date of the newest sale; null where no lot has a date.',
  ),
  ...ofCovered(() => CoverageShare),
};

const grouped = {
  description:
    'The value of the lots in the group, null where it is unknown; present if the request groups by it.',
  ...extension,
};

const CoverageGroup = object('CoverageGroup', 'Coverage of a group', {
  auction_house: Type.Optional(Type.Union([Type.String(), Type.Null()], grouped)),
  year: Type.Optional(Type.Union([Type.Integer(), Type.Null()], grouped)),
  gem_type: Type.Optional(Type.Union([Type.String(), Type.Null()], grouped)),
  ...figures,
});

export type CoverageGroup = Static<typeof CoverageGroup>;

/** The coverage of all lots, and by group. */
export const Coverage = object('Coverage', 'Coverage', {
  ...figures,
  groups: listOf(CoverageGroup, 'By key: names ascending, the newest year first, unknown values last.'),
});

/** Published figures; prices are shares of the sold lots, since others have none. */
export function presentCoverage(found: LotsBucket<CountsResult>): Omit<Static<typeof Coverage>, 'groups'> {
  const [lots, sold] = [found.doc_count, found.sold.doc_count];
  return {
    lots,
    sold_lots: sold,
    newest_sale: found.newest.value_as_string ?? null,
    ...ofCovered((name) => ({
      lots: found[name].value,
      share: ratio(found[name].value, name.startsWith('price') ? sold : lots),
    })),
  };
}
