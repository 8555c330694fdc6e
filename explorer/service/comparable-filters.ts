import { type Filter, type PageState, valuesOf } from '../state/page-state.ts';

/** Filters that do not apply, because the stone determines weight and date, and prices must not select comparables. */
const notApplicable = [
  'weight_min',
  'weight_max',
  'price_min',
  'price_max',
  'price_per_carat_min',
  'price_per_carat_max',
  'date_to',
  'is_sold',
  'status',
  'carat_band',
  'year',
  'sale',
  'location',
  'lot_number',
  'report_number',
  'stone_id',
  'resold',
];

/** Traits with one value for a stone, but several for a filter. */
const traits = ['gem_name', 'origin', 'treatment', 'auction_house'];

/** Divides the filters into those that are sent and the others. Unknown filters are sent, because the API reports them. */
export function comparableFilters(state: PageState): { used: Filter[]; unused: Filter[] } {
  const isUsed = ([name]: Filter) =>
    !notApplicable.includes(name) && !(traits.includes(name) && valuesOf(state, name).length > 1);
  const { used = [], unused = [] } = Object.groupBy(state.filters, (filter) =>
    isUsed(filter) ? 'used' : 'unused',
  );
  return { used, unused };
}
