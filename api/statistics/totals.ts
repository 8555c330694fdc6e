import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import { flags } from '../../mappings/flags.ts';
import type { LeftOut } from './auction-lots.ts';
import { choice, count, orNull, share } from './fields.ts';
import { caratsFigure, type PriceFigures, ratio } from './price-figures.ts';

/** The counts and sums of a group of lots: 0 for an empty group, with a null rate. */
export const totalsFields = {
  lots: count('Number of lots.', choice),
  sold_lots: count('Number of sold lots.', choice),
  unsold_lots: count('Number of lots that were offered and not sold.', choice),
  other_lots: count('Number of all other lots: withdrawn, only listed, or of unknown status.', choice),
  sell_through_rate: share(
    'sold_lots / (sold_lots + unsold_lots), 6 decimals; null without such lots.',
    choice,
  ),
  total_value_usd: Type.Integer({ minimum: 0, description: 'Sum of the prices of sold lots.', ...choice }),
  total_carats: Type.Number({
    minimum: 0,
    description: 'Sum of the known weights of all lots, 4 decimals.',
    ...choice,
  }),
} satisfies TProperties;

export type PublishedTotals = Static<TObject<typeof totalsFields>>;

/** Counts and sums, unrounded. */
interface Totals {
  lots: number;
  soldLots: number;
  unsoldLots: number;
  valueUsd: number;
  carats: number;
}

/** Published counts and sums. */
export function presentTotals(totals: Totals, figures: PriceFigures): PublishedTotals {
  return {
    lots: totals.lots,
    sold_lots: totals.soldLots,
    unsold_lots: totals.unsoldLots,
    other_lots: totals.lots - totals.soldLots - totals.unsoldLots,
    sell_through_rate: ratio(totals.soldLots, totals.soldLots + totals.unsoldLots),
    total_value_usd: figures.total(totals.valueUsd),
    total_carats: caratsFigure(totals.carats),
  };
}

/** Below this number of priced lots, price statistics are unreliable. */
export const lowSampleBelow = 5;

export const lowSample = Type.Boolean({
  description: `Whether fewer than ${lowSampleBelow} lots have a price: too few for reliable price statistics.`,
  ...choice,
});

/** A relative change, 6 decimals, or null where it cannot be calculated. */
export const relativeChange = (description: string) =>
  orNull(Type.Number({ minimum: -1 }), description, choice);

/** The meta of paths about lots: the number of those that are generated samples. */
export const syntheticMeta = {
  synthetic_lots: count(
    'Number of lots in this response or its figures that are generated samples, not real sales.',
    choice,
  ),
} satisfies TProperties;

const flag = 'MULTI_STONE';

/** `meta.excluded`: the lots that figures leave out. */
export const Excluded = Type.Optional(
  Type.Object(
    {
      lots: Type.Integer({
        minimum: 0,
        description: 'Number of lots of several stones with a price per carat.',
      }),
      flag: Type.String({ description: 'The flag of the lots of several stones.' }),
      reason: Type.String({ description: 'Why these lots are left out.' }),
      objects: Type.Integer({
        minimum: 0,
        description:
          'Number of watches, boxes and other objects in the filter. They are left out unless the request has `object_type`.',
      }),
      hand_picked: Type.Integer({
        minimum: 0,
        description:
          'Number of the other hand-picked lots in the filter. Statistics and price models leave them out unless the request has `selection=all` or `flags=HAND_PICKED`.',
      }),
    },
    {
      additionalProperties: false,
      description:
        'Only where lots of the filter are left out: `lots` counts lots of several stones, which are left out of every price per carat; `objects` and `hand_picked` count those left out of all figures.',
      'x-choice': true,
    },
  ),
);

/** @param lots the number of lots of several stones */
export const presentExcluded = (
  lots: number,
  { objects, hand_picked }: LeftOut,
): Static<typeof Excluded> | undefined =>
  lots + objects + hand_picked > 0 ? { lots, flag, reason: flags[flag], objects, hand_picked } : undefined;
