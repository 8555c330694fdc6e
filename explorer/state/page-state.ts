import { elementsOf, quoted } from './list-values.ts';

/**
 * The places of the page, and the sections of each; the first section is the default. The first place is shown for an empty
 * URL, the second for a URL with only filters.
 */
export const sections = {
  home: ['home'],
  search: ['lots', 'records', 'stones'],
  prices: ['market', 'index', 'factors'],
  value: ['value'],
  houses: ['table'],
  about: ['coverage', 'glossary'],
} as const;
export type Place = keyof typeof sections;
export type Section = (typeof sections)[Place][number];

/** A filter as in the URL: a parameter name with one value, or with one element of a list. */
export type Filter = readonly [name: string, value: string];

/**
 * Parameters of the page itself. All others are filters, which the API checks. `lot` is the ID of the open lot, `term` the
 * glossary term that is shown first, and `prefer` the words that order the list.
 */
const ownNames = [
  ...(['lot', 'sort', 'page', 'interval', 'by', 'base', 'of', 'carat'] as const),
  ...(['as_of', 'trait', 'basis', 'dollars', 'term'] as const),
  ...(['section', 'prefer'] as const),
] as const;
type OwnParameters = Record<(typeof ownNames)[number], string | undefined>;

/** Everything that determines what the page shows; all of it is in the URL. */
export interface PageState extends OwnParameters {
  view: Place;
  /** Filters in the order in which they were set; a list has one entry per value. */
  filters: readonly Filter[];
}

const readOwn = (read: (name: string) => string | undefined) =>
  Object.fromEntries(ownNames.map((name) => [name, read(name)])) as OwnParameters;

/** Filters that accept several values. */
export const listNames = [
  ...(['gem_name', 'origin', 'auction_house', 'treatment', 'lab', 'object_type', 'flags'] as const),
  ...(['status', 'carat_band', 'year', 'sale', 'location', 'lot_number', 'report_number'] as const),
] as const;

/** Whether a filter accepts several values. */
export const isList = (name: string) => (listNames as readonly string[]).includes(name);

/** Reads the state from the query of a URL. */
export function readState(search: string): PageState {
  const params = new URLSearchParams(search);
  const view = params.get('view') ?? '';
  const isOwn = (name: string) => name === 'view' || (ownNames as readonly string[]).includes(name);
  return {
    view: isPlace(view) ? view : params.size === 0 ? 'home' : 'search',
    ...readOwn((name) => params.get(name) ?? undefined),
    filters: [...params].filter(([name]) => !isOwn(name)),
  };
}

const isPlace = (view: string): view is Place => Object.hasOwn(sections, view);

/** The section that a state shows. */
export function sectionOf({ view, section }: PageState): Section {
  const known: readonly Section[] = sections[view];
  return known.find((one) => one === section) ?? known[0]!;
}

/** The URL of a state, relative to the page. */
export function addressOf(state: PageState): string {
  const params = new URLSearchParams(state.filters.map(([name, value]) => [name, value]));
  for (const name of ownNames) if (state[name] !== undefined) params.set(name, state[name]);
  const isImplied = state.view === (params.size === 0 ? 'home' : 'search');
  const search = new URLSearchParams([...(isImplied ? [] : [['view', state.view]]), ...params]).toString();
  return search === '' ? '/' : `/?${search}`;
}

/** Maximum gems whose price indexes are shown together: each is a request. */
export const mostGems = 4;

/** The values of a filter. */
export function valuesOf(state: PageState, name: string): string[] {
  return state.filters.filter(([known]) => known === name).map(([, value]) => value);
}

/** The state with these values for a filter, on the first page, with no lot open. */
export function withFilter(state: PageState, name: string, values: readonly string[]): PageState {
  const others = state.filters.filter(([known]) => known !== name);
  const filters = [...others, ...values.map((value): Filter => [name, value])];
  return { ...state, filters, page: undefined, lot: undefined };
}

/** The state with this value added to a list, or set. */
export function withValue(state: PageState, name: string, value: string): PageState {
  const others = isList(name) ? valuesOf(state, name).filter((known) => known !== value) : [];
  return withFilter(state, name, [...others, value]);
}

/** The state without this value of a filter. */
export function withoutValue(state: PageState, name: string, value: string): PageState {
  return withFilter(
    state,
    name,
    valuesOf(state, name).filter((known) => known !== value),
  );
}

/** The filters for exactly these values, of which the unknown ones have none. */
export const filtersFor = (values: Readonly<Record<string, string | null>>): Filter[] =>
  Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, quoted(value)] as const]));

/** The list of the lots of a facet value or of a group, by the filter from the API. */
export function lotsOf(filter: Readonly<Record<string, string>>): PageState {
  const filters = Object.entries(filter).flatMap(([name, value]) =>
    (isList(name) ? elementsOf(value) : [value]).map((one): Filter => [name, one]),
  );
  return { ...emptyState, filters };
}

/** Another place or section with the same filters and price choices. */
export function inPlace(state: PageState, view: Place, section?: Section): PageState {
  const shown = section === sections[view][0] ? undefined : section;
  return { ...emptyState, ...priceChoice(state), view, section: shown, filters: state.filters };
}

/** The price choices. */
export const priceChoice = ({ basis, dollars }: PageState) => ({ basis, dollars });

/** The state without filters; the switch "real sales only" stays. */
export function withoutFilters(state: PageState): PageState {
  const filters = state.filters.filter(isSwitch);
  return { ...state, filters, prefer: undefined, page: undefined, lot: undefined };
}

const isSwitch = ([name, value]: Filter) => name === 'is_synthetic' && value === 'false';

/** The filters without the switch "real sales only". */
export const shownFilters = (state: PageState) => state.filters.filter((filter) => !isSwitch(filter));

/** Whether only real sales are shown. */
export const isRealOnly = (state: PageState) => state.filters.some(isSwitch);

/** The state with the switch "real sales only" on or off. */
export function withRealOnly(state: PageState, isReal: boolean): PageState {
  return { ...withFilter(state, 'is_synthetic', isReal ? ['false'] : []), lot: state.lot };
}

/** The list of all lots. */
export const emptyState: PageState = { ...readOwn(() => undefined), view: 'search', filters: [] };

/** A state without the filters of a page, but with its switch "real sales only". */
export const freshState = (page: PageState, own: Partial<PageState> = {}): PageState =>
  withRealOnly({ ...emptyState, ...own }, isRealOnly(page));

/** The glossary, at a term. */
export const glossaryAt = (term?: string): PageState => ({
  ...emptyState,
  view: 'about',
  section: 'glossary',
  term,
});
