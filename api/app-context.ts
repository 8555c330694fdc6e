import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DataStates } from './data-version.ts';
import type { Metrics } from './metrics.ts';
import type { Services } from './services.ts';

/** What the parts of one app share. */
export interface AppContext {
  services: Services;
  config: Config;
  dataStates: DataStates;
  metrics: Metrics;
  log: Logger;
  /** Names the code; see `readBuildId`. */
  buildId: string;
  /** The current time; tests bring their own. */
  clock: () => Date;
}
