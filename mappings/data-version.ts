/**
 * How the worker tells the API that the data changed. The source of truth is the `_meta` of the index behind the alias;
 * Redis only announces it, so that responses can be cached without a request to Elasticsearch each time.
 */
export interface DataVersion {
  /** Identifies one state of the data; never reused. */
  data_version: string;
  /** When the data last changed: an ISO 8601 time in UTC. */
  as_of: string;
}

/** `_meta` of an index of records. */
export interface RecordsMeta extends DataVersion {
  mapping_version: number;
}

/** The Redis channel on which the data version of the alias is announced, as JSON of `DataVersion`. */
export function dataVersionChannel(indexAlias: string): string {
  return `gem-auctions:${indexAlias}:data-version`;
}
