import type { Static } from 'typebox';
import Type from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { type Place, places } from '../../../mappings/price-amounts.ts';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import { count, flag, listOf, object, positive, share } from '../../statistics/fields.ts';
import { ratio, ratioDecimals } from '../../statistics/price-figures.ts';
import { lowSampleBelow } from '../../statistics/totals.ts';

const EstimateShare = object('EstimateShare', 'Share of lots', {
  lots: count('Number of lots.'),
  share: share('lots ÷ n, 6 decimals; null without lots.'),
  low: share('Lower end of its 95% interval (Wilson).'),
  high: share('Upper end of its 95% interval.'),
});

const ratioFigure = (description: string) => positive(`${description}, 6 decimals`);

const EstimateRatio = object('EstimateRatio', 'Price against estimate', {
  median: ratioFigure('Median ratio'),
  p25: ratioFigure('Quantile 0.25'),
  p75: ratioFigure('Quantile 0.75'),
  median_low: ratioFigure('Lower end of the 95% interval of the median; null under 6 lots'),
  median_high: ratioFigure('Upper end of the 95% interval of the median'),
});

const comparison = {
  n: count('Number of compared lots.'),
  below: EstimateShare,
  within: EstimateShare,
  above: EstimateShare,
  price_to_low: EstimateRatio,
  price_to_middle: EstimateRatio,
};

const EstimatesWithUnsold = object(
  'EstimatesWithUnsold',
  'The same figures with unsold lots counted as sold below the estimate',
  {
    ...comparison,
    n: count('Number of compared lots and unsold lots.'),
  },
);

const figures = {
  lots: count('Number of lots with estimates.'),
  sold_lots: count('Number of those that sold.'),
  unsold_lots: count('Number of those that were offered and not sold.'),
  sell_through_rate: share('sold_lots ÷ (sold_lots + unsold_lots), 6 decimals; null without such lots.'),
  ...comparison,
  with_unsold: EstimatesWithUnsold,
  low_sample: flag(`Whether fewer than ${lowSampleBelow} lots were compared: too few for reliable figures.`),
};

const grouped = {
  description: 'The value of the lots in the group; present if the request groups by it.',
  ...extension,
};

const EstimateGroup = object('EstimateGroup', 'Group of lots with estimates', {
  estimate_band: Type.Optional(Type.String(grouped)),
  auction_house: Type.Optional(Type.String(grouped)),
  gem_type: Type.Optional(Type.String(grouped)),
  carat_band: Type.Optional(
    Type.Enum(
      caratBands.map(({ name }) => name),
      grouped,
    ),
  ),
  year: Type.Optional(Type.Integer(grouped)),
  ...figures,
});

export type EstimateGroup = Static<typeof EstimateGroup>;

/** Prices compared with estimates: of all lots, and by group. */
export const Estimates = object('Estimates', 'Prices and estimates', {
  ...figures,
  groups: listOf(EstimateGroup, 'Most lots first, then by key.'),
});

type Ratio = Static<typeof EstimateRatio>;

/** The values of a group, unrounded. */
interface UnroundedEstimates {
  lots: number;
  sold: number;
  unsold: number;
  places: Record<Place, number>;
  /** Ratios of the compared lots, and of the compared and the unsold lots together. */
  low: Ratio;
  middle: Ratio;
  lowWithUnsold: Ratio;
  middleWithUnsold: Ratio;
}

/** Published figures. */
export function presentEstimates(group: UnroundedEstimates): Omit<Static<typeof Estimates>, 'groups'> {
  const { lots, sold, unsold } = group;
  const n = places.reduce((sum, place) => sum + group.places[place], 0);
  return {
    lots,
    sold_lots: sold,
    unsold_lots: unsold,
    sell_through_rate: ratio(sold, sold + unsold),
    n,
    ...sharesOf(group.places, n),
    price_to_low: rounded(group.low),
    price_to_middle: rounded(group.middle),
    with_unsold: {
      n: n + unsold,
      ...sharesOf({ ...group.places, below: group.places.below + unsold }, n + unsold),
      price_to_low: rounded(group.lowWithUnsold),
      price_to_middle: rounded(group.middleWithUnsold),
    },
    low_sample: n < lowSampleBelow,
  };
}

function sharesOf(lotsAt: Record<Place, number>, n: number): Record<Place, Static<typeof EstimateShare>> {
  const shareOf = (lots: number) => {
    if (n === 0) return { lots, share: null, low: null, high: null };
    const { low, high } = wilsonInterval(lots, n);
    return { lots, share: ratio(lots, n), low: round(low, ratioDecimals), high: round(high, ratioDecimals) };
  };
  return { below: shareOf(lotsAt.below), within: shareOf(lotsAt.within), above: shareOf(lotsAt.above) };
}

const rounded = (ratios: Ratio): Ratio =>
  Object.fromEntries(
    Object.entries(ratios).map(([name, value]) => [
      name,
      value === null ? null : round(value, ratioDecimals),
    ]),
  ) as Ratio;

/** The standard normal quantile 0.975. */
const z = 1.959963984540054;

/**
 * The 95% interval of a share by E. B. Wilson, “Probable Inference, the Law of Succession, and Statistical Inference”,
 * Journal of the American Statistical Association 22 (1927).
 * @param n the number of lots, above 0
 */
function wilsonInterval(lots: number, n: number): { low: number; high: number } {
  const share = lots / n;
  const shrink = 1 + z ** 2 / n;
  const center = (share + z ** 2 / (2 * n)) / shrink;
  const half = (z / shrink) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { low: lots === 0 ? 0 : center - half, high: lots === n ? 1 : center + half };
}
