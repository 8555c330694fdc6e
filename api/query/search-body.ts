import type { estypes } from '@elastic/elasticsearch';

/** The body of a search, without its index. */
export type SearchBody = Omit<estypes.SearchRequest, 'index'>;

const figures = { size: 0, track_total_hits: false } as const;

/** A search for figures of its lots alone, whose response Elasticsearch caches. */
export const cachedFigures = { ...figures, request_cache: true } as const;

/** The same, not cached: the response is as costly to store as to compute, or the request is rarely repeated. */
export const uncachedFigures = { ...figures, request_cache: false } as const;
