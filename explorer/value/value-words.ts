import { carats, count, date, hundredth, listed, times } from '../page/format.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import { noValue } from '../state/list-values.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';

const { basis: words, card, lots } = valueText;

/** The fewest sales of the same stone that the sales must equal for a range: with fewer, no grade is above "thin". */
export const fewestForRange = 3;

/** Whether the sales are enough for a range that stands out. */
export const hasRange = ({ price_usd: price, independent_sales: sales }: Comparables): boolean =>
  price !== null && sales >= fewestForRange;

/** The stone in words. */
export function stoneName(stone: Omit<Comparables['stone'], 'region'>): string {
  const { gem_name: gem, carat, origin, treatment, auction_house: house } = stone;
  const known = [valueName('origin', origin), valueName('treatment', treatment), house];
  return [gem, carats(carat), ...known].filter((part) => part !== null).join(', ');
}

const valueName = (trait: 'origin' | 'treatment', value: string | null) =>
  value === noValue ? text.chips.unknown[trait]! : value;

/** The weights in a window, as a range of carats. */
export const weightsWithin = (carat: number, window: number): string =>
  text.range(hundredth(carat / (1 + window)), carats(carat * (1 + window)));

/** The index of the level of criteria whose lots are used. */
export function usedLevel({ criteria, levels }: Comparables): number {
  const names = ['size_window', 'years', 'origin', 'treatment'] as const;
  return levels.findIndex((level) => names.every((name) => level[name] === criteria[name]));
}

/** How many sales there are, and how similar their stones are to this one. */
export function basisOf(data: Comparables): string {
  const { stone, criteria, n, as_of: asOf } = data;
  const met = data.levels[usedLevel(data)]?.lots ?? n;
  const stones = [
    `${stone.gem_name} ${weightsWithin(stone.carat, criteria.size_window)}`,
    originOf(data),
    criteria.treatment === 'any' ? words.anyTreatment : valueName('treatment', stone.treatment),
    criteria.years === null ? words.anyTime : words.years(count(criteria.years), date(asOf)),
  ];
  return words.sentence(
    met > n ? words.nearest(count(n), count(met)) : words.sales(n, count(n)),
    stones.join(', '),
    date(data.newest_date),
  );
}

function originOf({ stone: { origin, region }, criteria }: Comparables): string {
  if (criteria.origin === 'any' || origin === null) return words.origins.any;
  if (origin === noValue) return words.origins.unknown;
  return criteria.origin === 'same'
    ? words.origins.same(origin)
    : words.origins.region(origin, region ?? text.notKnown);
}

/** The price of a similar sale, and how it is adjusted to the stone. */
export function adjustmentOf(
  compared: ComparableLot,
  { stone, as_of: asOf }: Comparables,
  price: string,
): string {
  const { lot, trait_factors: factors, index_factor: time, size_factor: size } = compared;
  const step = (name: keyof typeof lots.factors, from: string, to: string, factor: number) =>
    card.step(lots.factors[name], from, to, times(factor));
  const traits = (['origin', 'treatment', 'auction_house'] as const).filter(
    (name) => stone[name] !== null && compared.distance[name] > 0,
  );
  const own = (name: (typeof traits)[number]) => lot[name] ?? text.notKnown;
  const steps = [
    // Of the whole stone: the price per carat and the weight both change.
    step('size', hundredth(lot.carat), carats(stone.carat), (size ?? 1) / compared.size_ratio),
    time !== null && step('time', date(lot.auction_date, lot.auction_date_precision), date(asOf), time),
    ...traits.map((name) => factors[name] !== null && step(name, own(name), stone[name]!, factors[name])),
  ].filter((known) => known !== false);
  const others = traits
    .filter((name) => factors[name] === null)
    .map((name) => `${lots.factors[name]} (${own(name)})`);
  return [
    card.adjusted(price, listed(steps)),
    ...(others.length > 0 ? [card.notAdjusted(listed(others))] : []),
  ].join(' ');
}
