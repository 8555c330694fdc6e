import { createLogger } from '../config/create-logger.ts';
import { SettingsError, withLocalStack } from '../config/read-settings.ts';
import { openServices, readIngestConfig } from './services.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

/** Maximum time from SIGTERM to the end of the process. */
const shutdownMs = 9_000;

try {
  const config = readIngestConfig(withLocalStack(process.env));
  const logger = createLogger({ level: config.LOG_LEVEL, name: 'worker' });
  const services = openServices(config);
  let worker: RunningWorker | undefined;
  const stop = async (signal: string) => {
    logger.info({ signal }, 'worker stopping');
    setTimeout(() => process.exit(1), shutdownMs).unref();
    if (worker) {
      await worker.close();
      await services.close();
    }
    process.exit(0);
  };
  // Listen before the start, which waits for Redis: process 1 of a container ignores signals without a listener.
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  worker = await startWorker(services, logger);
  logger.info({ imports: config.INDEX_ALIAS, root: config.IMPORT_ROOT }, 'worker ready');
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
