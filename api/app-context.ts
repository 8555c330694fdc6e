import type { Logger } from 'pino';
import type { Admission } from './admission.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Config } from './config.ts';
import type { DataStates } from './data-version.ts';
import type { GatheredSearches } from './gathered-searches.ts';
import type { createKnownFacts } from './known-facts.ts';
import type { Metrics } from './metrics.ts';
import type { Services } from './services.ts';
import type { SlowReaders } from './slow-readers.ts';

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
