import { type Filter, type PageState, priceChoice, valuesOf } from '../state/page-state.ts';
import { comparableFilters } from './comparable-filters.ts';

/** Parameters that a request has once; those without a value are omitted. */
type Own = Record<string, string | number | undefined>;

/** Path and query: the filters, which may be repeated, and the other parameters. */
function address(path: string, own: Own, filters: readonly Filter[] = []): string {
  const search = new URLSearchParams(filters.map(([name, value]) => [name, value]));
  for (const [name, value] of Object.entries(own))
    if (value !== undefined) search.append(name, String(value));
  // Commas and colons are not encoded, because the URL is shown to people.
  const query = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${path}${query === '' ? '' : `?${query}`}`;
}

const gemFilters = (gems: readonly string[]) => gems.map((gem): Filter => ['gem_name', gem]);

/** The filter by which only real sales are used, or nothing. */
const realOnly = (isReal: boolean): Own => ({ is_synthetic: isReal ? 'false' : undefined });

/** The gems, and the origins, treatments and laboratories of some gems: the options of the form for a stone. */
export const stoneOptionsUrl = (gems: readonly string[], isReal: boolean) =>
  address(
    '/api/v1/auctions',
    { ...realOnly(isReal), limit: 1, facets: 'gem_type,origin,treatment,lab' },
    gemFilters(gems),
  );

/** What a typed phrase means. */
export const interpretUrl = (typed: string) => address('/api/ext/interpret', { q: typed });

/** The number of lots of some filters. */
export const countUrl = (filters: readonly Filter[]) =>
  address('/api/v1/auctions', { limit: 1, fields: 'id' }, filters);

/** Maximum lots on the home page. */
export const newestLots = 6;

/** The fields of a lot that the home page shows. */
const newestFields = [
  'id',
  'title',
  'carat',
  'auction_date',
  'auction_date_precision',
  'auction_house',
  'price_final_usd',
  'sale_status',
  'estimate_low_usd',
  'estimate_high_usd',
  'is_synthetic',
  'url',
];

/** The newest real sales. */
export const newestUrl = address('/api/v1/auctions', {
  is_synthetic: 'false',
  is_sold: 'true',
  limit: newestLots,
  fields: newestFields.join(','),
});

/** Names and titles that begin with the typed text. */
export const suggestionsUrl = (typed: string) => address('/api/v1/suggestions', { q: typed, limit: 8 });

/** Rows per page of the list. */
export const rowsPerPage = 20;
/** Maximum price records shown. */
const maxRecords = 100;
/** Maximum gem types, origins and houses in a chart. */
export const maxGroups = 12;
/** Maximum auction houses in the table of houses. */
const maxHouses = 200;
const salesPerPage = 50;

const facets = 'gem_type,origin,auction_house,object_type,flags';

/** A page of the list, with the facets. */
export const listUrl = (state: PageState) =>
  address(
    '/api/v1/auctions',
    { ...orderOf(state), page: state.page, limit: rowsPerPage, facets },
    state.filters,
  );

/** Preferred words are an order of their own. */
const orderOf = ({ sort, prefer }: PageState): Own => (sort === undefined ? { prefer } : { sort });

/** Only the facets, for views without a list. */
export const facetsUrl = ({ filters }: PageState) =>
  address('/api/v1/auctions', { limit: 1, facets }, filters);

/** The whole filtered set as a file for spreadsheets, in the order of the list. */
export const exportUrl = (state: PageState) =>
  address(
    '/api/ext/export/auctions',
    { format: 'csv', spreadsheet: 'true', ...orderOf(state) },
    state.filters,
  );

/** A feed of the newest lots that meet the filters. */
export const feedUrl = ({ filters }: PageState) => address('/api/ext/feed/auctions.atom', {}, filters);

/** One lot. */
export const lotUrl = (id: string) => `/api/v1/auctions/${encodeURIComponent(id)}`;

/** Counts, sums and summaries of the filtered set. */
export const overviewUrl = (filters: PageState['filters']) => address('/api/v1/stats', {}, filters);

/** Periods of the filtered set. */
export const trendsUrl = (state: PageState) =>
  address(
    '/api/v1/stats/trends',
    { interval: state.interval ?? 'year', ...priceChoice(state) },
    state.filters,
  );

/** Groups of the filtered set. */
const marketUrl = (state: PageState, own: Own, filters: readonly Filter[] = []) =>
  address('/api/v1/stats/market', { ...own, ...priceChoice(state) }, [...state.filters, ...filters]);

/** The groups with the most lots by one field. */
export const groupsUrl = (state: PageState, field: string) =>
  marketUrl(state, { group_by: field, sort: '-lots', limit: maxGroups });

/** The figures of auction houses, the highest turnover first. */
export const housesUrl = (state: PageState) =>
  marketUrl(state, { group_by: 'auction_house', limit: maxHouses });

/** The figures of auction houses by year. */
export const houseYearsUrl = (state: PageState) =>
  marketUrl(state, { group_by: 'auction_house,year', limit: 1000 });

/** A page of the sales of an auction house, the newest first. */
export const salesUrl = (state: PageState) =>
  marketUrl(state, { group_by: 'sale', sort: '-newest_sale', page: state.page, limit: salesPerPage });

/** All size classes or years of these gem types, so that no cell is missing. */
export const gemGroupsUrl = (state: PageState, gemTypes: readonly string[], field: 'carat_band' | 'year') =>
  marketUrl(
    state,
    { group_by: `gem_type,${field}`, sort: '-lots', limit: 1000 },
    valuesOf(state, 'gem_name').length > 0 ? [] : gemFilters(gemTypes),
  );

/** The price index of one gem type. */
export const priceIndexUrl = (state: PageState) =>
  address(
    '/api/ext/price-index',
    { interval: state.interval, base: state.base, ...priceChoice(state) },
    state.filters,
  );

/** The sales most similar to a stone. */
export const comparablesUrl = (state: PageState) =>
  address(
    '/api/ext/comparables',
    { carat: state.carat, as_of: state.as_of, ...priceChoice(state), limit: rowsPerPage },
    comparableFilters(state).used,
  );

/** The price per carat of one gem type by weight. */
export const sizeCurveUrl = (state: PageState) =>
  address('/api/ext/size-curve', priceChoice(state), state.filters);

/** The scorecard of gem types, all by default, of real lots alone where only these are chosen. */
export const scorecardUrl = (gems: readonly string[], isReal: boolean) =>
  address('/api/ext/scorecard', realOnly(isReal), gemFilters(gems));

/** The history of record prices. */
export const recordsUrl = (state: PageState) =>
  address('/api/ext/records', { of: state.of, ...priceChoice(state), limit: maxRecords }, state.filters);

/** Stones that were offered again, with all their lots. */
export const stonesUrl = ({ filters }: PageState) => address('/api/ext/stones', {}, filters);

/** Prices compared with estimates, by groups of one field. */
export const estimatesUrl = (state: PageState) =>
  address(
    '/api/ext/estimates',
    {
      group_by: state.by ?? 'auction_house',
      limit: 1000, // Estimates need a single basis, and published prices mix two.
      basis: state.basis === 'published' ? undefined : state.basis,
    },
    state.filters,
  );

/** The trait effects of one gem type. */
export const premiaUrl = (state: PageState) =>
  address('/api/ext/premia', { trait: state.trait ?? 'origin', basis: state.basis }, state.filters);

/** The coverage by house and year. */
export const coverageUrl = ({ filters }: PageState) =>
  address('/api/ext/coverage', { group_by: 'auction_house,year', limit: 1000 }, filters);
