import type { Filter } from '../state/page-state.ts';

/** A parameter of a request; without a value it is omitted. */
export type Param = readonly [name: string, value: string | number | undefined];

/** Path and query of a request below /api/v1. */
export const url = (path: string, params: readonly Param[]) => address(`/api/v1${path}`, params);
/** Path and query of a request below /api/ext. */
export const extensionUrl = (path: string, params: readonly Param[]) => address(`/api/ext${path}`, params);

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

/** The newest real sales, and the values that the form offers. */
export const newestUrl = url('/auctions', [
  ['is_synthetic', 'false'],
  ['is_sold', 'true'],
  ['limit', newestLots],
  ['fields', newestFields.join(',')],
  stoneFacets,
]);

/** Names and titles that begin with the typed text. */
export const suggestionsUrl = (typed: string) =>
  url('/suggestions', [
    ['q', typed],
    ['limit', 8],
  ]);

/** The price index of some lots by year, without its model. */
export const yearIndexUrl = (filters: readonly Filter[]) => extensionUrl('/price-index', filters);
