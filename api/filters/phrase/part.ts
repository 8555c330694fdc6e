/** The kinds of the parts of a phrase. */
export const partKinds = [
  ...(['gem_type', 'origin', 'treatment', 'auction_house', 'lab', 'object_type', 'status'] as const),
  ...(['weight', 'price', 'price_per_carat', 'date', 'location', 'lot_number'] as const),
] as const;

export type PartKind = (typeof partKinds)[number];

/** A piece of a phrase that means filters. */
export interface Part {
  kind: PartKind;
  /** Its characters in the phrase: the first, and the one after the last. */
  start: number;
  end: number;
  /** The parameters of the list that it means, and their values. */
  filter: Record<string, string>;
  /** Its meaning, in words: "Myanmar", "2.00–3.00 ct". */
  label: string;
  /** The weight of one stone. */
  carat?: number;
}
