import { presentPrices } from '../../present/prices-meta.ts';
import { type PricesAnswer, readPrices } from '../../query/price-fields.ts';
import type { PriceChoice } from '../query/chosen-prices.ts';
import type { LeftOutLots } from '../query/priced-lots.ts';

/**
 * `meta.prices` of a price model.
 * @param prices counts among the lots of the model
 */
export function pricesMeta(
  { basis = 'published', base }: Pick<PriceChoice, 'basis'> & { base?: string | undefined },
  prices: PricesAnswer,
  { unpriced, before_price_index: leftOut = 0 }: Pick<LeftOutLots, 'unpriced' | 'before_price_index'>,
) {
  const { real, ...counts } = readPrices(prices);
  return presentPrices(
    { basis, ...(base !== undefined && { base }) },
    { ...counts, leftOut: unpriced, ...(real && { real: { ...real, leftOut } }) },
  );
}
