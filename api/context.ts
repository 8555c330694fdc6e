import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Admission } from './endpoint/concurrency-limits.ts';
import type { AnswerCache } from './endpoint/response-cache.ts';
import type { Metrics } from './http/metrics.ts';
import type { SlowReaders } from './http/slow-readers.ts';
import type { GatheredSearches } from './search/batched-searches.ts';
import type { DataStates } from './search/data-version.ts';
import type { Services } from './search/services.ts';
import type { createKnownFacts } from './search/version-memo.ts';

/** What the parts of one app share. */
export interface AppContext {
  services: Services;
  config: Config;
  dataStates: DataStates;
  /** What earlier requests learnt about a state of the data. */
  knownFacts: ReturnType<typeof createKnownFacts>;
  answers: AnswerCache;
  /** Cheap searches that several requests share. */
  gathered: GatheredSearches;
  /** Bounds what is worked on at once, fairly between clients. */
  admission: Admission;
  slowReaders: SlowReaders;
  metrics: Metrics;
  log: Logger;
  /** Names the code; see `readBuildId`. */
  buildId: string;
  /** The current time; tests bring their own. */
  clock: () => Date;
}
