import type { AuctionRecord } from '../../mappings/record.ts';

/** The order of the list: newest date, undated last, then highest id. */
export function newestFirst(a: AuctionRecord, b: AuctionRecord): number {
  return later(a.auction_date ?? '', b.auction_date ?? '') || b.id - a.id;
}

const later = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

export type RankedField = 'price_final_usd' | 'price_per_carat_usd';

/** Ids and ranks of a whole ranking, by its definition. */
export function plainRanking(
  records: readonly AuctionRecord[],
  field: RankedField,
): [id: number, rank: number][] {
  const ranked = records
    .filter((record) => record.is_sold && record[field] !== null)
    .filter((record) => field === 'price_final_usd' || !record.flags.includes('MULTI_STONE'))
    .sort((a, b) => b[field]! - a[field]! || newestFirst(a, b));
  const firstPlaces = new Map<number, number>();
  ranked.forEach((record, place) => {
    if (!firstPlaces.has(record[field]!)) firstPlaces.set(record[field]!, place + 1);
  });
  return ranked.map((record) => [record.id, firstPlaces.get(record[field]!)!]);
}
