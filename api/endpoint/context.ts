import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ConcurrencyLimits } from '../http/limits.ts';
import type { Metrics } from '../http/metrics.ts';
import type { BatchedSearches } from '../search/batched-searches.ts';
import type { IndexStates } from '../search/index-state.ts';
import type { VersionMemo } from '../search/search-context.ts';
import type { Services } from '../search/services.ts';
import type { ResponseCache } from './response-cache.ts';

/** The services and state that the parts of an app share. */
export interface AppContext {
  services: Services;
  config: Config;
  indexStates: IndexStates;
  /** Memoized results for each version of the data. */
  memoOf: (version: string) => VersionMemo;
  responses: ResponseCache;
  /** Cheap searches of several requests, sent together. */
  batched: BatchedSearches;
  limits: ConcurrencyLimits;
  metrics: Metrics;
  log: Logger;
  /** Identifies the code; see `readBuildId`. */
  buildId: string;
  /** The current time; tests inject their own. */
  clock: () => Date;
}
