import type { SortValues } from '../query/order.ts';

/** A record that a search found. */
export interface RecordHit {
  /** Its JSON, as it is published; where the search asked for some fields, with these alone. */
  json: Buffer;
  /** What it was sorted by. */
  sort: SortValues;
}
