import type { PriceKind } from '../../../mappings/price-amounts.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { cpiOfMonth, cpiOfSale, newestCpiMonth } from '../../../mappings/us-cpi.ts';
import { extension, listOfTexts } from '../../parameters/kinds.ts';
import { summarizedBy } from '../../statistics/prices.ts';

/** The prices on which a price model is based. */
export interface PriceChoice {
  basis?: PriceKind | undefined;
  dollars?: 'nominal' | 'real' | undefined;
}

/** What a price model chooses. */
export interface ModelChoice extends PriceChoice {
  /** Quarters leave out lots of which only the year is known. */
  interval?: IndexInterval | undefined;
  /** The month of real dollars. */
  base?: string | undefined;
}

/** The chosen price per carat. */
export const pricePerCaratOf = (choice: PriceChoice): Field => summarizedBy(choice).price_per_carat_usd;

/** The chosen price per carat in nominal dollars. */
export const nominalPerCaratOf = ({ basis }: PriceChoice): Field =>
  summarizedBy({ basis }).price_per_carat_usd;

/**
 * The factor from nominal dollars of a day to those of a request; undefined before the consumer price index begins.
 * @param day YYYY-MM-DD
 */
export function dollarsOfDay(
  day: string,
  { dollars, base = newestCpiMonth }: Pick<PriceChoice, 'dollars'> & { base?: string | undefined },
): number | undefined {
  if (dollars !== 'real') return 1;
  const cpi = cpiOfSale(day, 'day');
  return cpi === undefined ? undefined : cpiOfMonth(base)! / cpi;
}

/** Lengths of a period of the index. */
export const indexIntervals = ['year', 'quarter'] as const;

export type IndexInterval = (typeof indexIntervals)[number];

/** The filter `gem_name` where a response is about one gem type: prices of several types cannot be modeled together. */
export const oneGem = listOfTexts({
  description: 'Gemstone type, exactly one, by canonical name or synonym.',
  examples: [['ruby']],
  'x-vocabulary': 'gem_name',
  maxItems: 1,
  ...extension,
});

/** The basis of the prices, in words. */
export function basisOf({ basis = 'published', dollars, base = newestCpiMonth }: ChosenDollars): string {
  const money = dollars === 'real' ? `in US dollars of ${base}` : 'in nominal US dollars';
  return `Prices ${kindsOfPrices[basis](money)}.`;
}

type ChosenDollars = Pick<PriceChoice, 'basis' | 'dollars'> & { base?: string | undefined };

const kindsOfPrices = {
  published: (money: string) =>
    `as published, ${money}: hammer prices and prices with premium are mixed (price_basis of each record)`,
  hammer: (money: string) => `without buyer's premium, ${money}`,
  premium: (money: string) => `with buyer's premium, ${money}`,
} satisfies Record<PriceKind, (money: string) => string>;
