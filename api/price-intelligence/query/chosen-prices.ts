import { type PriceKind, storedCpi } from '../../../mappings/price-amounts.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { cpiOfMonth, cpiOfSale, newestCpiMonth } from '../../../mappings/us-cpi.ts';
import { needsAmounts, pricesCounted, summarizedBy } from '../../query/price-fields.ts';
import type { Aggregations } from '../../query/statistics.ts';
import { type Moments, momentPowers } from '../regression/moments.ts';

/** Which prices a price model is of, and whether implausible ones are among them. */
export interface PriceChoice {
  basis?: PriceKind | undefined;
  dollars?: 'nominal' | 'real' | undefined;
  outliers?: 'keep' | 'leave_out' | undefined;
}

/** Published prices in nominal dollars: those of which the moments are prepared. */
export const arePrepared = ({ basis = 'published', dollars }: PriceChoice): boolean =>
  basis === 'published' && dollars !== 'real';

/** The price per carat that is chosen. */
export const pricePerCaratOf = (choice: PriceChoice): Field => summarizedBy(choice).price_per_carat_usd;

/** The same in nominal dollars. */
export const nominalPerCaratOf = ({ basis }: PriceChoice): Field =>
  summarizedBy({ basis }).price_per_carat_usd;

/** Counts the prices by what the published ones are, where a request chooses prices. */
export const countedPrices = (choice: PriceChoice): Aggregations =>
  needsAmounts(choice) ? pricesCounted(choice) : {};

/** The factor from stored prices to those that are published: real ones are in dollars of the newest month. */
const toPublished = ({ dollars }: PriceChoice): number =>
  dollars === 'real' ? cpiOfMonth(newestCpiMonth)! / storedCpi : 1;

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

/** Sources of a composite aggregation that tell lots apart by their weight and chosen price. */
export const pricedSources = (choice: PriceChoice) => [
  { carat: { terms: { field: 'carat' } } },
  { price: { terms: { field: pricePerCaratOf(choice) } } },
];

/** Lots of one weight and price. */
export interface PricedKey {
  carat: number;
  price: number;
}

/** The moments of lots of one weight and price. */
export function momentsOfLots({ carat, price }: PricedKey, lots: number, choice: PriceChoice): Moments {
  const [lnCarat, lnPrice] = [Math.log(carat), Math.log(toPublished(choice) * price)];
  return Float64Array.from(momentPowers, ({ x, y }) => lots * lnCarat ** x * lnPrice ** y);
}
