import { addressOf, emptyState, type PageState } from './page-state.ts';

/** A search that is kept in the browser. */
export interface SavedSearch {
  /** Its filters as a URL of the page. */
  address: string;
  /** When the data of the last visit had changed last: lots updated since are new to the visitor. */
  seen: string;
}

/** The saved searches of a stored text; a text that is not a list of them has none. */
export function readSaved(stored: string | null): SavedSearch[] {
  try {
    const known: unknown = JSON.parse(stored ?? '[]');
    const isSaved = (one: SavedSearch) => typeof one?.address === 'string' && typeof one.seen === 'string';
    return Array.isArray(known) ? known.filter(isSaved) : [];
  } catch {
    return [];
  }
}

/** The address of a search: what it finds and prefers, in one spelling, without the order and "updated since". */
export function savedAddress({ filters, prefer }: PageState): string {
  const kept = filters.filter(([name]) => name !== 'updated_since');
  return addressOf({ ...emptyState, prefer, filters: kept.sort((a, b) => (String(a) < String(b) ? -1 : 1)) });
}

/** The searches after one was shown with the data of a time. */
export const afterVisit = (known: readonly SavedSearch[], address: string, seen: string): SavedSearch[] =>
  known.map((one) => (one.address === address ? { address, seen } : one));

/** The searches with one more, which comes first; or without it if it was saved. */
export function toggled(known: readonly SavedSearch[], address: string, seen: string): SavedSearch[] {
  const others = known.filter((one) => one.address !== address);
  return others.length < known.length ? others : [{ address, seen }, ...others];
}
