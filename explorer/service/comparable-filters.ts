import { type Filter, type PageState, valuesOf } from '../state/page-state.ts';

/** Filters that do not apply, because the stone determines weight and date, and prices must not select comparables. */
const notApplicable = [
  ...['weight_min', 'weight_max', 'price_min', 'price_max', 'price_per_carat_min', 'price_per_carat_max'],
  ...['date_to', 'is_sold', 'status', 'carat_band', 'year'],
  ...['sale', 'location', 'lot_number', 'report_number'],
];

/** Traits with one value for a stone, but several for a filter. */
const traits = ['origin', 'treatment', 'auction_house'] as const;
export type StoneTrait = (typeof traits)[number];

/** The description of a stone by the filters of the page. */
interface StoneFilters {
  /** The filters that are sent. */
  used: Filter[];
  /** The filters that do not apply to a comparison. */
  unused: Filter[];
  /** Traits with several values, which are not sent. */
  ambiguous: StoneTrait[];
}

/** Divides the filters. Unknown filters are sent, because the API reports them. */
export function comparableFilters(state: PageState): StoneFilters {
  const ambiguous = traits.filter((name) => valuesOf(state, name).length > 1);
  const isUnused = ([name]: Filter) => notApplicable.includes(name);
  const isAmbiguous = ([name]: Filter) => (ambiguous as string[]).includes(name);
  return {
    used: state.filters.filter((filter) => !isUnused(filter) && !isAmbiguous(filter)),
    unused: state.filters.filter(isUnused),
    ambiguous,
  };
}
