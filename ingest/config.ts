import { resolve } from 'node:path';
import { readSettings } from '../config/read-settings.ts';
import type { Settings } from '../config/settings.ts';

const names = [
  'ELASTICSEARCH_URL',
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_CA_FILE',
  'REDIS_URL',
  'REDIS_CA_FILE',
  'INDEX_ALIAS',
  'INDEX_SHARDS',
  'INDEX_REPLICAS',
  'LOCAL_DIR',
  'IMPORT_ROOT',
  'LOG_LEVEL',
  'HOST',
  'WORKER_PORT',
  'DASHBOARD_USER',
  'DASHBOARD_PASSWORD',
] as const;

/** The settings of the worker and the command line, with `IMPORT_ROOT` as an absolute folder. */
export type IngestConfig = Pick<Settings, (typeof names)[number]> & { IMPORT_ROOT: string };

/**
 * The settings of the worker and the command line.
 * @throws SettingsError naming every setting that cannot be used.
 */
export function readIngestConfig(environment: NodeJS.ProcessEnv): IngestConfig {
  const config = readSettings(names, environment);
  return { ...config, IMPORT_ROOT: resolve(config.IMPORT_ROOT ?? `${config.LOCAL_DIR}/imports`) };
}
