import { priceFieldOf } from '../../mappings/price-amounts.ts';
import { newestCpiMonth } from '../../mappings/us-cpi.ts';
import type { PricesParams } from '../params/prices.ts';
import { atLeast, type Clause, equals, present, soldLots } from './filters.ts';
import type { Aggregations, SummarizedFields } from './statistics.ts';

type Choice = Pick<PricesParams, 'basis' | 'dollars'>;

/** The summarized fields of a request; real prices are in dollars of 1982–84. */
export function summarizedBy({ basis = 'published', dollars }: Choice): SummarizedFields {
  const carat = 'carat';
  if (dollars === 'real') {
    const real = `amounts.real_${basis}` as const;
    return { price_usd: real, price_per_carat_usd: `${real}_per_carat`, carat };
  }
  const price_usd = priceFieldOf[basis];
  if (basis === 'published') return { price_usd, price_per_carat_usd: 'price_per_carat_usd', carat };
  return { price_usd, price_per_carat_usd: `amounts.${basis}_per_carat`, carat };
}

/** Whether a request chooses its prices. */
export const needsAmounts = ({ basis, dollars }: Choice): boolean =>
  basis !== undefined || dollars !== undefined;

/** The lots whose published price is of a known basis. */
export const ofBasis = (basis: 'hammer' | 'premium'): Clause => equals('price_basis', basis);

/**
 * Counts the prices that went into the figures, by the basis of the published price, and the sold lots that have none;
 * they are named `prices`.
 */
export function pricesCounted(choice: Choice): Aggregations {
  const counted = { filter: present(summarizedBy(choice).price_usd), aggs: pricesByBasis(choice) };
  const nominal = { filter: present(priceFieldOf[choice.basis ?? 'published']) };
  return {
    prices: { filter: soldLots, aggs: { counted, ...(choice.dollars === 'real' && { nominal }) } },
  };
}

/** Counts prices by the basis of the published one, and real ones after the newest month of the price index. */
export const pricesByBasis = ({ dollars }: Choice): Aggregations => ({
  hammer: { filter: ofBasis('hammer') },
  premium: { filter: ofBasis('premium') },
  ...(dollars === 'real' && { later: { filter: atLeast('auction_date', firstLaterDay) } }),
});

/** The first day after the newest month of the price index. */
const firstLaterDay = new Date(
  Date.UTC(Number(newestCpiMonth.slice(0, 4)), Number(newestCpiMonth.slice(5)), 1),
)
  .toISOString()
  .slice(0, 10);

/** The search response for `pricesCounted`. */
export interface PricesAnswer {
  doc_count: number;
  counted: ByBasisAnswer;
  nominal?: { doc_count: number };
}

/** The search response for lots with `pricesByBasis`. */
export interface ByBasisAnswer {
  doc_count: number;
  hammer: { doc_count: number };
  premium: { doc_count: number };
  later?: { doc_count: number };
}

/** The counts, of a response. */
export function readPrices({ doc_count: sold, counted, nominal }: PricesAnswer) {
  const { later, ...byBasis } = readByBasis(counted);
  const n = counted.doc_count;
  return {
    ...{ ...byBasis, leftOut: sold - n },
    ...(nominal && later !== undefined && { real: { leftOut: nominal.doc_count - n, later } }),
  };
}

export const readByBasis = ({ doc_count: n, hammer, premium, later }: ByBasisAnswer) => ({
  hammer: hammer.doc_count,
  premium: premium.doc_count,
  unknown: n - hammer.doc_count - premium.doc_count,
  later: later?.doc_count,
});
