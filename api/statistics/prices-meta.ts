import Type, { type Static } from 'typebox';
import { type PriceKind, priceKinds } from '../../mappings/price-amounts.ts';
import { newestCpiMonth } from '../../mappings/us-cpi.ts';
import { extension } from '../parameters/kinds.ts';
import { count, oneOf, text } from './fields.ts';

const Deflator = Type.Object(
  {
    index: text('The price index.'),
    base: Type.String({ description: 'The month of the dollars.', examples: ['2015-01'], ...extension }),
    newest_month: text('The newest month of the index.'),
    left_out: count('Prices left out because the sale has no date, or one before the index begins.'),
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

/** `meta.prices`: which prices went into the figures. */
export const PricesMeta = Type.Object(
  {
    basis: oneOf(priceKinds, 'Which prices the figures are of.'),
    dollars: oneOf(['nominal', 'real'], 'In which dollars.'),
    of_hammer_lots: count('Prices of lots whose published price is the hammer price.'),
    of_premium_lots: count("Prices of lots whose published price includes the buyer's premium."),
    of_unknown_lots: count('Prices of lots of which it is unknown what the published price includes.'),
    left_out: count('Sold lots without such a price.'),
    deflator: Type.Optional(Deflator),
  },
  {
    $id: 'PricesMeta',
    title: 'Prices in figures',
    additionalProperties: false,
    description: 'Which prices went into the figures.',
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
