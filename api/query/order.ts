import type { estypes } from '@elastic/elasticsearch';
import type { Field } from '../../mappings/records-index.ts';

/** An order of records without ties: it ends in the id. */
export type Order = estypes.SortCombinations[];

type Direction = 'asc' | 'desc';

/** Newest sales first, undated lots last, then the highest id: the order in which the index is kept. */
export const newestFirst: Order = [by('auction_day', 'desc'), by('id', 'desc')];

function by(field: Field, order: Direction): estypes.SortCombinations {
  return { [field]: { order } };
}
