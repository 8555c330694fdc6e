import type { Static } from 'typebox';
import Type from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { type Place, places } from '../../../mappings/price-amounts.ts';
import { quotient, round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import { count, flag, listOf, number, object, orNull, positive, share } from '../../statistics/fields.ts';
import { ratio, ratioDecimals, statisticDecimals } from '../../statistics/price-figures.ts';
import { lowSampleBelow } from '../../statistics/totals.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { unsoldWeightOf } from './estimate-groups.ts';

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

const WeightedShare = object('WeightedShare', 'Share of weighted lots', {
  ...EstimateShare.properties,
  lots: number('Number of lots, in which an unsold lot counts as unsold_weight; 4 decimals.'),
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
    n: number('Number of compared lots, plus the number of unsold lots × unsold_weight; 4 decimals.'),
    unsold_weight: share(
      'What an unsold lot counts: the share of the sold lots that are compared, because their price of this basis is known. Sold lots whose price is unknown would otherwise be missing beside all unsold lots. Null where gap says so.',
    ),
    below: WeightedShare,
    within: WeightedShare,
    above: WeightedShare,
    gap: orNull(
      Type.Enum(['no_known_prices']),
      'Why there are no figures: lots sold, but the price of this basis is known for none of them. Null where there are figures.',
    ),
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
  const weight = unsoldWeightOf({ n, sold });
  // In whole numbers, which are divided exactly: all lots times `times`.
  const [part, times] = sold === 0 ? [1, 1] : [n, sold];
  const scaled = mapPlaces((place) => times * group.places[place] + (place === 'below' ? part * unsold : 0));
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
      n: quotient(times * n + part * unsold, times, statisticDecimals),
      unsold_weight: weight === undefined ? null : round(weight, ratioDecimals),
      ...sharesOf(scaled, times * n + part * unsold, times),
      price_to_low: rounded(group.lowWithUnsold),
      price_to_middle: rounded(group.middleWithUnsold),
      gap: weight === undefined ? 'no_known_prices' : null,
    },
    low_sample: n < lowSampleBelow,
  };
}

const mapPlaces = <T>(of: (place: Place) => T): Record<Place, T> => ({
  below: of('below'),
  within: of('within'),
  above: of('above'),
});

/** @param times all numbers are lots times this number */
function sharesOf(lotsAt: Record<Place, number>, n: number, times = 1) {
  return mapPlaces((place): Static<typeof EstimateShare> => {
    const lots = quotient(lotsAt[place], times, statisticDecimals);
    if (n === 0) return { lots, share: null, low: null, high: null };
    const { low, high } = wilsonInterval(lotsAt[place] / times, n / times);
    const share = ratio(lotsAt[place], n);
    return { lots, share, low: round(low, ratioDecimals), high: round(high, ratioDecimals) };
  });
}

const rounded = (ratios: Ratio): Ratio =>
  Object.fromEntries(
    Object.entries(ratios).map(([name, value]) => [
      name,
      value === null ? null : round(value, ratioDecimals),
    ]),
  ) as Ratio;
