import { resolve } from 'node:path';
import { readSettings, SettingsError } from '../config/read-settings.ts';
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
  'SCORECARD',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_SESSION_TOKEN',
  'S3_CA_FILE',
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
  if (!config.S3_ACCESS_KEY_ID !== !config.S3_SECRET_ACCESS_KEY) {
    throw new SettingsError(['Set both S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or neither.']);
  }
  return { ...config, IMPORT_ROOT: resolve(config.IMPORT_ROOT ?? `${config.LOCAL_DIR}/imports`) };
}
