import { carats, count, date, hundredth, listed, times } from '../page/format.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import { noValue } from '../state/list-values.ts';
import { fieldLabels } from '../text/field-labels.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';

const { basis, lots } = valueText;
const traits = ['origin', 'treatment', 'auction_house'] as const;

/** The stone in words. */
export function stoneName(stone: Omit<Comparables['stone'], 'region'>): string {
  const { gem_name: gem, carat, origin, treatment, auction_house: house } = stone;
  const known = [valueName('origin', origin), valueName('treatment', treatment), house];
  return [gem, carats(carat), ...known].filter((part) => part !== null).join(', ');
}

const valueName = (trait: 'origin' | 'treatment', value: string | null) =>
  value === noValue ? text.chips.unknown(fieldLabels[trait]) : value;

/** How similar the sales are to the stone. */
export function basisOf({ stone, criteria, as_of: asOf, newest_date: newest }: Comparables): string {
  const { size_window: window, years } = criteria;
  const weights = text.range(hundredth(stone.carat / (1 + window)), carats(stone.carat * (1 + window)));
  const stones = [
    `${stone.gem_name} ${weights}`,
    originOf(stone, criteria.origin),
    criteria.treatment === 'any' ? basis.anyTreatment : valueName('treatment', stone.treatment),
    years === null ? basis.anyTime : basis.years(count(years), date(asOf)),
  ];
  return basis.sentence(stones.join(', '), date(newest, 'year'));
}

function originOf({ origin, region }: Comparables['stone'], match: Comparables['criteria']['origin']) {
  const { origins } = basis;
  if (match === 'any' || origin === null) return origins.any;
  if (origin === noValue) return origins.unknown;
  return match === 'same' ? origins.same(origin) : origins.region(origin, region ?? text.notKnown);
}

/** The factors from the price of a sale to the stone, and the differences that have none. */
export function adjustmentOf(row: ComparableLot, stone: Comparables['stone']): string {
  const { index_factor: time, size_factor: size, size_ratio: ratio, trait_factors: factors } = row;
  // Of the whole stone: the price per carat and the weight both change.
  const all = { time, size: (size ?? 1) / ratio, ...factors };
  const known = Object.entries(all)
    .filter(([, factor]) => factor !== null && times(factor) !== times(1))
    .map(([name, factor]) => `${lots.factors[name as keyof typeof all]} ${times(factor)}`);
  const others = traits.filter(
    (name) => stone[name] !== null && row.distance[name] > 0 && factors[name] === null,
  );
  return [
    known.length > 0 ? listed(known) : lots.asSold,
    ...(others.length > 0 ? [lots.notAdjusted(listed(others.map((name) => lots.factors[name])))] : []),
  ].join('; ');
}
