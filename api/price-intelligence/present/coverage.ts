import Type, { type Static } from 'typebox';
import { count, extension, listOf, object, orNull, share } from '../../present/fields.ts';
import { ratio } from '../../present/figure.ts';

const CoverageShare = object('CoverageShare', 'Lots that have a value', {
  lots: count('Number of lots that have it.'),
  share: share('Their share, 6 decimals; null without lots.'),
});

const shares = {
  status: CoverageShare,
  weight: CoverageShare,
  origin: CoverageShare,
  treatment: CoverageShare,
  estimates: CoverageShare,
  price: CoverageShare,
  price_hammer: CoverageShare,
  price_premium: CoverageShare,
};

const figures = {
  lots: count('Number of lots.'),
  sold_lots: count('Number of sold lots, of which prices are shares.'),
  newest_sale: orNull(
    Type.String({ format: 'date' }),
    'Date of the newest sale; null where no lot has a date.',
  ),
  ...shares,
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

/** What is known of the lots: of all, and by group. */
export const Coverage = object('Coverage', 'Coverage', {
  ...figures,
  groups: listOf(CoverageGroup, 'By key: names ascending, the newest year first, unknown values last.'),
});

/** The counts of a group. */
export interface CoverageCounts {
  lots: number;
  sold: number;
  newest: string | null;
  known: Record<keyof typeof shares, number>;
}

/** Published figures; prices are shares of the sold lots, since others have none. */
export function presentCoverage({
  lots,
  sold,
  newest,
  known,
}: CoverageCounts): Omit<Static<typeof Coverage>, 'groups'> {
  const shareOf = (name: keyof typeof shares, of: number) => ({
    lots: known[name],
    share: ratio(known[name], of),
  });
  return {
    lots,
    sold_lots: sold,
    newest_sale: newest,
    status: shareOf('status', lots),
    weight: shareOf('weight', lots),
    origin: shareOf('origin', lots),
    treatment: shareOf('treatment', lots),
    estimates: shareOf('estimates', lots),
    price: shareOf('price', sold),
    price_hammer: shareOf('price_hammer', sold),
    price_premium: shareOf('price_premium', sold),
  };
}
