import type { estypes } from '@elastic/elasticsearch';

/** What a search asks, without the index that it asks. */
export type SearchBody = Omit<estypes.SearchRequest, 'index'>;
