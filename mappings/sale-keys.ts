/** The traits that differ between the lots of a sale. */
export const saleTraits = ['origin', 'treatment'] as const;

export type SaleTrait = (typeof saleTraits)[number];

/**
 * Computed fields that name the sale of a lot, a day at a house, and its values within the sale. Lots of a sale are
 * counted by one field instead of two or three, which costs Elasticsearch half as much.
 */
export type SaleKeys = { sale: string } & Partial<Record<SaleTrait, string>>;

/** Between the parts of a key: names, origins and treatments have no control characters. */
export const saleKeySeparator = '\t';

/** The day, YYYY-MM-DD, and the house of a sale by its key. */
export function readSaleKey(sale: string): { day: string; house: string | null } {
  const place = sale.indexOf(saleKeySeparator);
  return { day: sale.slice(0, place), house: sale.slice(place + 1) || null };
}

/** The sale and the value of a trait by the key of both. */
export function readValueKey(key: string): { sale: string; value: string } {
  const place = key.lastIndexOf(saleKeySeparator);
  return { sale: key.slice(0, place), value: key.slice(place + 1) };
}
