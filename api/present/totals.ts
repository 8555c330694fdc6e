import Type, { type Static, type TProperties } from 'typebox';
import { caratsFigure, ratio } from './figure.ts';

const choice = { 'x-choice': true };
const count = (description: string) => Type.Integer({ minimum: 0, description, ...choice });

/** The counts and sums of a group of lots: 0 where there is nothing, the rate null. */
export const totalsFields = {
  lots: count('Lots, sold or not.'),
  sold_lots: count('Lots that sold.'),
  unsold_lots: count('Lots that did not sell.'),
  sell_through_rate: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'sold_lots / lots, 6 decimals; null without lots.',
    ...choice,
  }),
  total_value_usd: Type.Number({ minimum: 0, description: 'Sum of the prices of sold lots.', ...choice }),
  total_carats: Type.Number({
    minimum: 0,
    description: 'Sum of the weights of all lots that have one, 4 decimals.',
    ...choice,
  }),
} satisfies TProperties;

export type PublishedTotals = Static<ReturnType<typeof totalsObject>>;
const totalsObject = () => Type.Object(totalsFields);

/** Counts and sums as they are published. */
export function presentTotals(totals: {
  lots: number;
  soldLots: number;
  valueUsd: number;
  carats: number;
}): PublishedTotals {
  return {
    lots: totals.lots,
    sold_lots: totals.soldLots,
    unsold_lots: totals.lots - totals.soldLots,
    sell_through_rate: ratio(totals.soldLots, totals.lots),
    total_value_usd: totals.valueUsd,
    total_carats: caratsFigure(totals.carats),
  };
}

/** Priced lots under which statistics of prices say little. */
export const lowSampleBelow = 5;

export const lowSample = Type.Boolean({
  description: `Whether fewer than ${lowSampleBelow} lots have a price: too few for their prices to say much.`,
  ...choice,
});

/** A share between 0 and 1, 6 decimals, or null where there is no whole. */
export const share = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description, ...choice });

/** A relative change, 6 decimals, or null where it cannot be told. */
export const relativeChange = (description: string) =>
  Type.Union([Type.Number({ minimum: -1 }), Type.Null()], { description, ...choice });

/** Meta of every statistic: how many of its lots are generated samples. */
export const syntheticMeta = {
  synthetic_lots: Type.Integer({
    minimum: 0,
    description: 'How many of the lots are generated samples and no real sales.',
    ...choice,
  }),
} satisfies TProperties;
