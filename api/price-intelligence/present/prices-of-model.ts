import { presentPrices } from '../../present/prices-meta.ts';
import { type ByBasisAnswer, readByBasis } from '../../query/price-fields.ts';
import type { PriceChoice } from '../query/chosen-prices.ts';
import type { LeftOutLots } from '../query/priced-lots.ts';

/**
 * `meta.prices` of a price model.
 * @param prices counts among the lots of the model
 */
export function pricesMeta(
  { basis = 'published', base }: Pick<PriceChoice, 'basis'> & { base?: string | undefined },
  prices: ByBasisAnswer,
  { unpriced, before_price_index: leftOut = 0 }: Pick<LeftOutLots, 'unpriced' | 'before_price_index'>,
) {
  const { later, ...counts } = readByBasis(prices);
  return presentPrices(
    { basis, ...(base !== undefined && { base }) },
    { ...counts, leftOut: unpriced, ...(later !== undefined && { real: { later, leftOut } }) },
  );
}
