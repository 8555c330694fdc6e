import Type, { type Static } from 'typebox';
import { type AuctionRecord, recordFields } from '../../mappings/record.ts';

/** A record and its rank in a ranking. */
export const RankedRecord = Type.Object(
  {
    rank: Type.Integer({
      minimum: 1,
      description:
        '1 + the number of lots in the filter with a strictly greater value: equal values share a rank.',
      'x-choice': true,
    }),
    ...recordFields,
  },
  { $id: 'RankedRecord', title: 'Ranked auction record', additionalProperties: false },
);

export type RankedRecord = Static<typeof RankedRecord>;

/**
 * A page of a ranking.
 * @param position the number of records before the page
 * @param firstRank the rank of the page's first record
 */
export function presentRanking(
  records: readonly AuctionRecord[],
  field: 'price_final_usd' | 'price_per_carat_usd',
  position: number,
  firstRank: number,
): RankedRecord[] {
  let rank = firstRank;
  return records.map((record, place) => {
    const isLower = place > 0 && record[field] !== records[place - 1]![field];
    if (isLower) rank = position + place + 1;
    return { rank, ...record };
  });
}
