import { type Filter, type PageState, valuesOf } from '../state/page-state.ts';
import { comparableFilters } from './comparable-filters.ts';
import { priceParams } from './price-params.ts';

/** A parameter of a request; without a value it is omitted. */
type Param = readonly [name: string, value: string | number | undefined];

/** Path and query of a request below /api/v1. */
const url = (path: string, params: readonly Param[]) => address(`/api/v1${path}`, params);
/** Path and query of a request below /api/ext. */
const extensionUrl = (path: string, params: readonly Param[]) => address(`/api/ext${path}`, params);

/** Path and query; parameters without a value are omitted. */
function address(path: string, params: readonly Param[]): string {
  const search = new URLSearchParams();
  for (const [name, value] of params) if (value !== undefined) search.append(name, String(value));
  // Commas and colons are not encoded, because the URL is shown to people.
  const query = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return `${path}${query === '' ? '' : `?${query}`}`;
}

/** The values that the form for a stone offers. */
const stoneFacets: Param = ['facets', 'gem_type,origin,treatment,lab'];

/** The gems, and the origins, treatments and laboratories of some gems: the options of the form for a stone. */
export const stoneOptionsUrl = (gems: readonly string[], isReal: boolean) =>
  url('/auctions', [
    ...gems.map((gem): Param => ['gem_name', gem]),
    ['is_synthetic', isReal ? 'false' : undefined],
    ['limit', 1],
    stoneFacets,
  ]);

/** What a typed phrase means. */
export const interpretUrl = (typed: string) => extensionUrl('/interpret', [['q', typed]]);

/** The number of lots of some filters. */
export const countUrl = (filters: readonly Filter[]) =>
  url('/auctions', [...filters, ['limit', 1], ['fields', 'id']]);

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
export const newestUrl = url('/auctions', [
  ['is_synthetic', 'false'],
  ['is_sold', 'true'],
  ['limit', newestLots],
  ['fields', newestFields.join(',')],
]);

/** Names and titles that begin with the typed text. */
export const suggestionsUrl = (typed: string) =>
  url('/suggestions', [
    ['q', typed],
    ['limit', 8],
  ]);

/** Rows per page of the list. */
export const rowsPerPage = 20;
/** Maximum price records shown. */
const maxRecords = 100;
/** Maximum gem types, origins and houses in a chart. */
export const maxGroups = 12;
/** Maximum auction houses in the table of houses. */
const maxHouses = 200;
const salesPerPage = 50;

const facets: Param = ['facets', 'gem_type,origin,auction_house,object_type,flags'];

/** A page of the list, with the facets. */
export const listUrl = (state: PageState) =>
  url('/auctions', [...state.filters, orderOf(state), ['page', state.page], ['limit', rowsPerPage], facets]);

/** Preferred words are an order of their own. */
const orderOf = ({ sort, prefer }: PageState): Param =>
  sort === undefined ? ['prefer', prefer] : ['sort', sort];

/** Only the facets, for views without a list. */
export const facetsUrl = (state: PageState) => url('/auctions', [...state.filters, ['limit', 1], facets]);

/** The whole filtered set as a file for spreadsheets, in the order of the list. */
export const exportUrl = (state: PageState) =>
  extensionUrl('/export/auctions', [
    ['format', 'csv'],
    ['spreadsheet', 'true'],
    ...state.filters,
    orderOf(state),
  ]);

/** A feed of the newest lots that meet the filters. */
export const feedUrl = (state: PageState) => extensionUrl('/feed/auctions.atom', state.filters);

/** One lot. */
export const lotUrl = (id: string) => `/api/v1/auctions/${encodeURIComponent(id)}`;

/** Counts, sums and summaries of the filtered set. */
export const overviewUrl = (filters: PageState['filters']) => url('/stats', filters);

/** Periods of the filtered set. */
export const trendsUrl = (state: PageState) =>
  url('/stats/trends', [
    ['interval', state.interval ?? 'year'],
    ...state.filters,
    ...priceParams('trends', state),
  ]);

/** Groups of the filtered set. */
const marketUrl = (state: PageState, ...params: Param[]) =>
  url('/stats/market', [...params, ...state.filters, ...priceParams('market', state)]);

/** The groups with the most lots by one field. */
export const groupsUrl = (state: PageState, groupBy: string) =>
  marketUrl(state, ['group_by', groupBy], ['sort', '-lots'], ['limit', maxGroups]);

/** The figures of auction houses, the highest turnover first. */
export const housesUrl = (state: PageState) =>
  marketUrl(state, ['group_by', 'auction_house'], ['limit', maxHouses]);

/** The figures of auction houses by year. */
export const houseYearsUrl = (state: PageState) =>
  marketUrl(state, ['group_by', 'auction_house,year'], ['limit', 1000]);

/** A page of the sales of an auction house, the newest first. */
export const salesUrl = (state: PageState) =>
  marketUrl(
    state,
    ['group_by', 'sale'],
    ['sort', '-newest_sale'],
    ['page', state.page],
    ['limit', salesPerPage],
  );

/** All size classes or years of these gem types, so that no cell is missing. */
export const gemGroupsUrl = (state: PageState, gemTypes: readonly string[], field: 'carat_band' | 'year') => {
  const gems = valuesOf(state, 'gem_name').length > 0 ? [] : gemTypes;
  const chosen = gems.map((gem): Param => ['gem_name', gem]);
  return marketUrl(state, ['group_by', `gem_type,${field}`], ['sort', '-lots'], ['limit', 1000], ...chosen);
};

/** The price index of one gem type. */
export const priceIndexUrl = (state: PageState) =>
  extensionUrl('/price-index', [
    ...state.filters,
    ['interval', state.interval],
    ['base', state.base],
    ...priceParams('price-index', state),
  ]);

/** The sales most similar to a stone. */
export const comparablesUrl = (state: PageState) =>
  extensionUrl('/comparables', [
    ...comparableFilters(state).used,
    ['carat', state.carat],
    ['as_of', state.as_of],
    ...priceParams('comparables', state),
    ['limit', rowsPerPage],
  ]);

/** The price per carat of one gem type by weight. */
export const sizeCurveUrl = (state: PageState) =>
  extensionUrl('/size-curve', [...state.filters, ...priceParams('size-curve', state)]);

/** The scorecard of gem types, all by default, of real lots alone where only these are chosen. */
export const scorecardUrl = (gems: readonly string[], isReal: boolean) =>
  extensionUrl('/scorecard', [
    ...gems.map((gem): Param => ['gem_name', gem]),
    ['is_synthetic', isReal ? 'false' : undefined],
  ]);

/** The history of record prices. */
export const recordsUrl = (state: PageState) =>
  extensionUrl('/records', [
    ...state.filters,
    ['of', state.of],
    ...priceParams('records', state),
    ['limit', maxRecords],
  ]);

/** Stones that were offered again, with all their lots. */
export const stonesUrl = ({ filters }: PageState) => extensionUrl('/stones', filters);

/** Prices compared with estimates, by groups of one field. */
export const estimatesUrl = (state: PageState) =>
  extensionUrl('/estimates', [
    ['group_by', state.by ?? 'auction_house'],
    ['limit', 1000],
    ...state.filters,
    ...priceParams('estimates', state),
  ]);

/** The trait effects of one gem type. */
export const premiaUrl = (state: PageState) =>
  extensionUrl('/premia', [
    ...state.filters,
    ['trait', state.trait ?? 'origin'],
    ...priceParams('premia', state),
  ]);

/** The coverage by house and year. */
export const coverageUrl = (state: PageState) =>
  extensionUrl('/coverage', [['group_by', 'auction_house,year'], ['limit', 1000], ...state.filters]);
