import Type, { type Static } from 'typebox';
import { type PriceKind, priceKinds } from '../../mappings/price-amounts.ts';
import { newestCpiMonth } from '../../mappings/us-cpi.ts';
import { extension } from '../parameters/kinds.ts';
import { count, oneOf, text } from './fields.ts';

const Deflator = Type.Object(
  {
    index: text('The consumer price index.'),
    base: Type.String({ description: 'The month of the dollars.', examples: ['2015-01'], ...extension }),
    newest_month: text('The newest month of the consumer price index.'),
    left_out: count(
      'Prices that are left out because the sale has no date, or took place before the consumer price index begins.',
    ),
    later_lots: count(
      'Prices of sales after the newest month, or adjusted to a later day, which are deflated by that month.',
    ),
  },
  {
    additionalProperties: false,
    description: 'With `dollars=real`: how prices were deflated.',
    ...extension,
  },
);

/** `meta.prices`: the prices on which the figures are based. */
export const PricesMeta = Type.Object(
  {
    basis: oneOf(priceKinds, 'The prices on which the figures are based.'),
    dollars: oneOf(['nominal', 'real'], 'Whether the dollars are nominal or real.'),
    of_hammer_lots: count('Prices of lots whose published price is the hammer price.'),
    of_premium_lots: count("Prices of lots whose published price includes the buyer's premium."),
    of_unknown_lots: count(
      "Prices of lots where it is unknown whether the published price includes the buyer's premium.",
    ),
    left_out: count(
      'Sold lots that are left out because they have no price of this basis in these dollars; with `dollars=real` also those that `deflator.left_out` counts.',
    ),
    deflator: Type.Optional(Deflator),
  },
  {
    $id: 'PricesMeta',
    title: 'Prices in figures',
    additionalProperties: false,
    description: 'The prices on which the figures are based.',
    ...extension,
  },
);

/** The counts of prices by the basis of the published one. */
export interface PriceCounts {
  hammer: number;
  premium: number;
  unknown: number;
  leftOut: number;
  real?: { leftOut: number; later: number };
}

export function presentPrices(
  { basis = 'published', base = newestCpiMonth }: { basis?: PriceKind; base?: string },
  { hammer, premium, unknown, leftOut, real }: PriceCounts,
): Static<typeof PricesMeta> {
  return {
    basis,
    dollars: real ? 'real' : 'nominal',
    of_hammer_lots: hammer,
    of_premium_lots: premium,
    of_unknown_lots: unknown,
    left_out: leftOut,
    ...(real && {
      deflator: {
        index: 'US CPI-U, all items, not seasonally adjusted',
        base,
        newest_month: newestCpiMonth,
        left_out: real.leftOut,
        later_lots: real.later,
      },
    }),
  };
}
