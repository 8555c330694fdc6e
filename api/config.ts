import { parseNetworks } from '../config/client-address.ts';
import { readSettings } from '../config/read-settings.ts';

const names = [
  'PORT',
  'OPERATIONS_PORT',
  'HOST',
  'PUBLIC_URL',
  'IMAGE_HOSTS',
  'MCP',
  'ELASTICSEARCH_URL',
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_CA_FILE',
  'ELASTICSEARCH_TIMEOUT_MS',
  'REDIS_URL',
  'REDIS_CA_FILE',
  'INDEX_ALIAS',
  'RATE_LIMIT_MAX',
  'RATE_LIMIT_WINDOW_S',
  'TRUST_PROXY',
  'CACHE_MAX_MB',
  'MAX_IN_FLIGHT',
  'MAX_IN_FLIGHT_PER_CLIENT',
  'READ_TIMEOUT_S',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_CLIENT',
  'LOG_LEVEL',
] as const;

/** The settings of the API; config/settings.ts describes each. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings of the API from the environment.
 * @throws SettingsError naming every invalid setting
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const settings = readSettings(names, environment);
  return {
    port: settings.PORT,
    // Undefined: the same as `port`.
    operationsPort: settings.OPERATIONS_PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    imageHosts: settings.IMAGE_HOSTS?.split(',') ?? [],
    mcp: settings.MCP === 'on',
    elasticsearchUrls: settings.ELASTICSEARCH_URL.split(','),
    elasticsearchApiKey: settings.ELASTICSEARCH_API_KEY,
    elasticsearchCaFile: settings.ELASTICSEARCH_CA_FILE,
    elasticsearchTimeoutMs: settings.ELASTICSEARCH_TIMEOUT_MS,
    redisUrl: settings.REDIS_URL,
    redisCaFile: settings.REDIS_CA_FILE,
    indexAlias: settings.INDEX_ALIAS,
    rateLimitMax: settings.RATE_LIMIT_MAX,
    rateLimitWindowMs: settings.RATE_LIMIT_WINDOW_S * 1000,
    trustedProxies: parseNetworks(settings.TRUST_PROXY),
    cacheMaxBytes: settings.CACHE_MAX_MB * 1024 * 1024,
    maxInFlight: settings.MAX_IN_FLIGHT,
    maxInFlightPerClient: settings.MAX_IN_FLIGHT_PER_CLIENT ?? Math.max(32, settings.MAX_IN_FLIGHT / 2),
    readTimeoutMs: settings.READ_TIMEOUT_S * 1000,
    maxConnections: settings.MAX_CONNECTIONS,
    maxConnectionsPerClient: settings.MAX_CONNECTIONS_PER_CLIENT,
    logLevel: settings.LOG_LEVEL,
  };
}
