import type { Static } from 'typebox';
import Type from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { type Place, places } from '../../../mappings/price-amounts.ts';
import { round } from '../../../mappings/round.ts';
import { extension } from '../../parameters/kinds.ts';
import { count, flag, listOf, object, positive, share } from '../../statistics/fields.ts';
import { ratio, ratioDecimals } from '../../statistics/price-figures.ts';
import type { PercentilesResult } from '../../statistics/statistics.ts';
import { lowSampleBelow } from '../../statistics/totals.ts';
import { wilsonInterval } from '../regression/wilson-interval.ts';
import {
  comparedLots,
  type Outcomes,
  type OutcomesResult,
  type RatiosResult,
  readRatio,
} from './estimate-groups.ts';

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

const figures = {
  lots: count('Number of lots with estimates.'),
  sold_lots: count('Number of those that sold.'),
  unsold_lots: count('Number of those that were offered and not sold.'),
  sell_through_rate: share('sold_lots ÷ (sold_lots + unsold_lots), 6 decimals; null without such lots.'),
  n: count('Number of compared lots.'),
  below: EstimateShare,
  within: EstimateShare,
  above: EstimateShare,
  price_to_low: EstimateRatio,
  price_to_middle: EstimateRatio,
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

/** Published figures. */
export function presentEstimates(
  { doc_count: lots, ...found }: Outcomes,
  { low, middle }: RatiosResult,
): Omit<Static<typeof Estimates>, 'groups'> {
  const [sold, unsold, n] = [found.sold.doc_count, found.unsold.doc_count, comparedLots(found)];
  return {
    lots,
    sold_lots: sold,
    unsold_lots: unsold,
    sell_through_rate: ratio(sold, sold + unsold),
    n,
    ...sharesOf(found, n),
    price_to_low: presentRatio(low, n),
    price_to_middle: presentRatio(middle, n),
    low_sample: n < lowSampleBelow,
  };
}

function sharesOf(found: OutcomesResult, n: number) {
  const lotsAt = new Map(found.places.buckets.map(({ key, doc_count }) => [key, doc_count]));
  const shares = places.map((place): [Place, Static<typeof EstimateShare>] => {
    const lots = lotsAt.get(place) ?? 0;
    if (n === 0) return [place, { lots, share: null, low: null, high: null }];
    const { low, high } = wilsonInterval(lots, n);
    return [
      place,
      {
        lots,
        share: ratio(lots, n),
        low: round(low, ratioDecimals),
        high: round(high, ratioDecimals),
      },
    ];
  });
  return Object.fromEntries(shares) as Record<Place, Static<typeof EstimateShare>>;
}

const presentRatio = (found: PercentilesResult, n: number) =>
  Object.fromEntries(
    Object.entries(readRatio(found, n)).map(([name, value]) => [name, value && round(value, ratioDecimals)]),
  ) as Static<typeof EstimateRatio>;
