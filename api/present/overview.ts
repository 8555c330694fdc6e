import Type, { type Static } from 'typebox';
import { choice, count, orNull } from './fields.ts';
import { nominalFigures, type PriceFigures } from './price-figures.ts';
import { presentSummary, Summary, type Unrounded } from './summary.ts';
import { presentTotals, totalsFields } from './totals.ts';

const distinct = (of: string) => count(`Number of distinct ${of} of the lots.`, choice);
const day = (description: string) => orNull(Type.String({ format: 'date' }), description, choice);

/** The basic statistics of the lots in a filter. */
export const Overview = Type.Object(
  {
    ...totalsFields,
    gem_types: distinct('gemstone types'),
    origins: distinct('known origins'),
    auction_houses: distinct('auction houses'),
    first_auction_date: day('Earliest date of any of the lots.'),
    last_auction_date: day('Latest date of any of the lots.'),
    price_usd: Summary,
    price_per_carat_usd: Summary,
    carat: Summary,
  },
  { $id: 'Overview', title: 'Basic statistics', additionalProperties: false, ...choice },
);

export type Overview = Static<typeof Overview>;

/** The published basic statistics. */
export function presentOverview(
  totals: Parameters<typeof presentTotals>[0],
  span: Pick<
    Overview,
    'gem_types' | 'origins' | 'auction_houses' | 'first_auction_date' | 'last_auction_date'
  >,
  values: Record<'price_usd' | 'price_per_carat_usd' | 'carat', Unrounded>,
  figures: PriceFigures = nominalFigures,
): Overview {
  return {
    ...presentTotals(totals, figures),
    ...span,
    price_usd: presentSummary(values.price_usd, 'price_usd', figures),
    price_per_carat_usd: presentSummary(values.price_per_carat_usd, 'price_per_carat_usd', figures),
    carat: presentSummary(values.carat, 'carat'),
  };
}
