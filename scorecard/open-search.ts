import { Client, type ClientOptions } from '@elastic/elasticsearch';
import { batchSearches } from '../api/search/batched-searches.ts';
import { versionOf } from '../api/search/data-version.ts';
import { type IndexState, readIndexState } from '../api/search/index-state.ts';
import { createSearchContext, createVersionMemos, type SearchContext } from '../api/search/search-context.ts';
import { StoredRecords } from '../api/search/stored-records.ts';

/** Maximum time of one search: nobody waits for it. */
const timeoutMs = 60_000;

/** Searches in the background, as a request of the API makes them. */
export interface BackgroundSearch {
  readState(): Promise<IndexState>;
  searchIn(state: IndexState): SearchContext;
  close(): Promise<void>;
}

export function openSearch(
  connection: ClientOptions,
  indexAlias: string,
  signal: AbortSignal,
): BackgroundSearch {
  const services = { elasticsearch: new Client(connection), records: new StoredRecords(connection) };
  return {
    readState: () =>
      readIndexState(services.elasticsearch, { indexAlias, requestTimeout: timeoutMs, signal }),
    searchIn: (state) =>
      createSearchContext(services, {
        ...{ index: state.index, timeoutMs, signal },
        batched: batchSearches(services, timeoutMs),
        memo: createVersionMemos()(versionOf(state)),
        onTime: () => undefined,
      }),
    async close() {
      await Promise.all([services.elasticsearch.close(), services.records.close()]);
    },
  };
}
