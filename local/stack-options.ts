import { readSettings } from '../config/read-settings.ts';

/**
 * Reads the settings of the local engine. A port that is set must be free; a default port may be replaced by the next free
 * one.
 * @throws SettingsError naming every setting that cannot be used
 */
export function readStackOptions(environment: NodeJS.ProcessEnv) {
  const names = ['LOCAL_DIR', 'ELASTICSEARCH_PORT', 'REDIS_PORT', 'ELASTICSEARCH_HEAP'] as const;
  const settings = readSettings(names, environment);
  return {
    dir: settings.LOCAL_DIR,
    elasticsearchPort: { port: settings.ELASTICSEARCH_PORT, exact: Boolean(environment.ELASTICSEARCH_PORT) },
    redisPort: { port: settings.REDIS_PORT, exact: Boolean(environment.REDIS_PORT) },
    heap: settings.ELASTICSEARCH_HEAP,
  };
}
