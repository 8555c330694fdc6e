import { createLogger } from '../config/create-logger.ts';
import { SettingsError, withLocalStack } from '../config/read-settings.ts';
import { openServices, readIngestConfig } from './services.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

/** After SIGTERM the process ends at the latest after this time. */
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
  // From the beginning: the first process of a container does not end by a signal that it does not listen to, and the
  // start waits for Redis.
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  worker = await startWorker(services, logger);
  logger.info({ imports: config.INDEX_ALIAS, root: config.IMPORT_ROOT }, 'worker ready');
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
