import { type Filter, type PageState, valuesOf } from '../state/page-state.ts';

/** Filters that the stone itself decides: its comparables are chosen by weight and date, and never by price. */
const decided = [
  ...['weight_min', 'weight_max', 'price_min', 'price_max', 'price_per_carat_min', 'price_per_carat_max'],
  ...['date_to', 'is_sold'],
];

/** Traits of which a stone has one, while a filter takes several. */
const traits = ['origin', 'treatment', 'auction_house'] as const;
export type StoneTrait = (typeof traits)[number];

/** How the filters of the page describe a stone. */
export interface StoneFilters {
  /** Those that are sent. */
  used: Filter[];
  /** Those that have no part in a comparison. */
  unused: Filter[];
  /** Traits with several values, which are left out. */
  ambiguous: StoneTrait[];
}

/** Divides the filters; what the page does not know is sent, as the API says what it cannot use. */
export function comparableFilters(state: PageState): StoneFilters {
  const ambiguous = traits.filter((name) => valuesOf(state, name).length > 1);
  const isUnused = ([name]: Filter) => decided.includes(name);
  const isAmbiguous = ([name]: Filter) => (ambiguous as string[]).includes(name);
  return {
    used: state.filters.filter((filter) => !isUnused(filter) && !isAmbiguous(filter)),
    unused: state.filters.filter(isUnused),
    ambiguous,
  };
}
