import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import { flags } from '../../mappings/flags.ts';
import { choice, count, orNull, share } from './fields.ts';
import { caratsFigure, nominalFigures, type PriceFigures, ratio } from './price-figures.ts';

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
export function presentTotals(totals: Totals, figures: PriceFigures = nominalFigures): PublishedTotals {
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
  synthetic_lots: count('Number of lots that are generated samples, not real sales.', choice),
} satisfies TProperties;

const flag = 'MULTI_STONE';

/** `meta.excluded`: the lots that figures of price per carat leave out. */
export const Excluded = Type.Object(
  {
    lots: Type.Integer({ minimum: 0, description: 'Number of excluded lots.' }),
    flag: Type.String({ description: 'The flag of these lots.' }),
    reason: Type.String({ description: 'Why.' }),
    objects: Type.Integer({
      minimum: 0,
      description:
        'Number of watches, boxes and other objects in the filter: their prices are in no figure, unless `object_type` names them.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'Lots that are left out: `lots` in the filter have a price per carat, but are in no figure of it; `objects` are in no figure at all.',
    'x-choice': true,
  },
);

export const presentExcluded = (lots: number, objects: number): Static<typeof Excluded> => ({
  lots,
  flag,
  reason: flags[flag],
  objects,
});
