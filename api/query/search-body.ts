import type { estypes } from '@elastic/elasticsearch';

/** The body of a search, without its index. */
export type SearchBody = Omit<estypes.SearchRequest, 'index'>;
