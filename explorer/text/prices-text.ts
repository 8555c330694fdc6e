import { enPrices, type PricesText } from './en-prices.ts';

/** The texts of the views of prices in the page's language. */
export const pricesText: PricesText = enPrices;
