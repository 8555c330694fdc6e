import Type, { type Static } from 'typebox';
import type { AuctionRecord, RecordField } from '../../../mappings/record.ts';
import { SelectedFields, selectFields } from '../../record/record-fields.ts';

/** A record with all or some fields, and its rank in a ranking. */
export const RankedRecord = Type.Object(
  {
    rank: Type.Integer({
      minimum: 1,
      description:
        '1 + the number of lots in the filter with a strictly greater value: equal values share a rank.',
      'x-choice': true,
    }),
    ...SelectedFields.properties,
  },
  {
    $id: 'RankedRecord',
    title: 'Ranked auction record',
    description: 'All fields are present, unless `fields` selects some; `rank` and `id` always are.',
    additionalProperties: false,
  },
);

export type RankedRecord = Static<typeof RankedRecord>;

/**
 * A page of a ranking.
 * @param measure the value that it is by
 * @param position the number of records before the page
 * @param firstRank the rank of the page's first record
 * @param fields the fields to show beside rank and id; all by default
 */
export function presentRanking(
  records: readonly AuctionRecord[],
  measure: (record: AuctionRecord) => number | null,
  position: number,
  firstRank: number,
  fields?: readonly RecordField[],
): RankedRecord[] {
  let rank = firstRank;
  return records.map((record, place) => {
    const isLower = place > 0 && measure(record) !== measure(records[place - 1]!);
    if (isLower) rank = position + place + 1;
    return { rank, ...(fields ? selectFields(record, fields) : record) };
  });
}
