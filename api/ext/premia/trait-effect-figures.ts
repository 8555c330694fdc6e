import Type, { type Static } from 'typebox';
import { round } from '../../../mappings/round.ts';
import { GroupFilter } from '../../filters/grouped-fields.ts';
import { extension } from '../../parameters/kinds.ts';
import {
  count,
  estimateDecimals,
  nameOrNull,
  object,
  oneOf,
  orNull,
  positive,
  text,
} from '../../statistics/fields.ts';
import { Fit } from '../price-model/model-figures.ts';
import { LeftOut } from '../price-model/priced-lots.ts';
import { kinds } from '../regression/hedonic-index.ts';
import type { Interval } from '../regression/quantiles.ts';
import { type Refusal, refusals } from './trait-effect.ts';

const ComparedValue = object('ComparedValue', 'Value of a trait, compared with the reference', {
  value: Type.String({ description: 'The value.', examples: ['Kashmir'], ...extension }),
  lots: count('Its lots in the regression.'),
  sales: count('Number of sales with such lots.'),
  factor: positive(
    'Price per carat of lots with this value ÷ price per carat of lots with the reference, all else equal; null where the two are not compared.',
  ),
  low: positive('Lower end of its 95% interval.'),
  high: positive('Upper end of its 95% interval.'),
  refused: orNull(
    Type.Enum([...refusals]),
    'Why the two values are not compared: `no_common_weight`: one value has fewer than 5 lots in the size classes in which the other has lots; `no_common_period`: the same for years; `not_separable`: other traits differ in the same way, so that the data cannot tell which of them explains the price. Null where they are compared.',
  ),
  filter: GroupFilter,
});

const ComparedValues = Type.Array(ComparedValue, {
  description: 'The other values with at least 5 lots: highest factor first, then those that are refused.',
  maxItems: 50,
  ...extension,
});

/** The effects of the values of a trait on the price. */
export const Premia = object('Premia', 'What a trait is worth', {
  trait: oneOf(kinds, 'What is compared.'),
  reference: object('PremiaReference', 'Reference', {
    value: nameOrNull(
      'The value with which the others are compared: the known one with the most lots, of equal ones the first by name; null without lots.',
    ),
    lots: count('Its lots in the regression.'),
    filter: orNull(GroupFilter, 'Parameters of the list that find its lots; null without lots.'),
  }),
  values: ComparedValues,
  pooled: object('PremiaPooled', 'Values too rare to be compared', {
    values: count('Values with fewer than 5 lots, or beyond the 50 most frequent ones.'),
    lots: count('Their lots.'),
  }),
  unknown_lots: count('Lots in the regression whose value is not known.'),
  model: object('PremiaModel', 'Model of trait effects', {
    price_basis: text('The basis of the prices.'),
    n: count('Number of lots in the regression.'),
    left_out: LeftOut,
    fit: orNull(Fit, 'The regression; null where there are too few lots.'),
  }),
});

export type Premia = Static<typeof Premia>;
type ComparedValue = Static<typeof ComparedValue>;

/** A value and its effect, unrounded, or why there is none. */
interface UnroundedValue {
  value: string;
  lots: number;
  sales: number;
  effect: Interval | Refusal;
  filter: Record<string, string>;
}

/** The published values, highest factor first. */
export const presentValues = (values: readonly UnroundedValue[]): ComparedValue[] =>
  values.map(presentValue).sort(byFactor);

function presentValue({ value, lots, sales, effect, filter }: UnroundedValue): ComparedValue {
  const head = { value, lots, sales };
  if (typeof effect === 'string') return { ...head, ...nothing, refused: effect, filter };
  const published = (number: number) => round(number, estimateDecimals);
  return {
    ...head,
    factor: published(effect.value),
    low: published(effect.low),
    high: published(effect.high),
    refused: null,
    filter,
  };
}

const nothing = { factor: null, low: null, high: null };

/** Equal ones, and refused ones, by lots and then by name. */
function byFactor(a: ComparedValue, b: ComparedValue): number {
  if (a.factor !== b.factor) return (b.factor ?? -1) - (a.factor ?? -1);
  return b.lots - a.lots || (a.value < b.value ? -1 : 1);
}
