/** Flags for unusual data of a record. The names are published; docs/flags.md gives each rule. */
export const flags = {
  MULTI_STONE: 'the price or weight covers several stones, so the price per carat is of the whole lot',
  LAB_GROWN: 'the gem is synthetic: made by people, not found in nature',
  CARAT_FROM_TITLE: 'the weight was read out of the title',
  HAND_PICKED: 'the source is a selection of lots, such as records and highlights, not all lots of its sales',
  DATE_PARTIAL: 'the source gives only the month or the year of the sale',
  FUTURE_SALE: 'sold, but the day of the sale is after that of the import',
  CURRENCY_CONVERTED: 'the price was converted from another currency',
  NOT_CONVERTED: 'sold at a price in another currency, for which no exchange rate is known',
  PRICE_OUTLIER: 'the price per carat is far from those of its gem type',
  SOLD_WITHOUT_PRICE: 'sold, but the source publishes no price',
  UNSOLD_WITH_PRICE: 'unsold, yet the source gives a price (kept in price_original)',
  WEIGHT_UNREADABLE: 'the source gives a weight that cannot be read; it is left out',
  URL_UNREADABLE: 'the source gives a URL of the lot or of its photo that cannot be used; it is left out',
  ESTIMATE_UNREADABLE: 'the source gives an estimate that cannot be read; it is left out',
} as const;

export type Flag = keyof typeof flags;

export const flagNames = Object.keys(flags) as Flag[];
