import ipaddr from 'ipaddr.js';
import { readSettings } from '../config/read-settings.ts';

/** The settings of the API, in its own terms. */
export interface Config {
  port: number;
  host: string;
  elasticsearchUrls: string[];
  elasticsearchApiKey: string | undefined;
  elasticsearchCaFile: string | undefined;
  elasticsearchTimeoutMs: number;
  redisUrl: string;
  redisCaFile: string | undefined;
  indexAlias: string;
  /** Requests a client may make within the window; 0 is no limit. */
  rateLimitMax: number;
  rateLimitWindowMs: number;
  /** Networks of the proxies whose X-Forwarded-For is believed. */
  trustedProxies: [ipaddr.IPv4 | ipaddr.IPv6, number][];
  /** Bytes of rendered answers to keep; 0 is none. */
  cacheMaxBytes: number;
  maxInFlight: number;
  logLevel: string;
}

/**
 * How many answers are made at once while the other requests wait. Brief ones hold little, and the more of them there are
 * the more of their searches go together; long ones keep Elasticsearch busy with a few.
 */
export const madeAtOnce = (maxInFlight: number) => ({
  brief: Math.max(8, Math.ceil(maxInFlight / 4)),
  long: Math.max(8, Math.ceil(maxInFlight / 16)),
});

/** How many exports there may be at once: each lasts as long as its client takes to read it, and holds memory for it. */
export const exportsAtOnce = (maxInFlight: number) => Math.max(4, Math.ceil(maxInFlight / 64));

/**
 * Reads the settings of the API out of the environment.
 * @throws SettingsError naming every setting that cannot be used
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readNamed(environment);
  return {
    port: settings.PORT,
    host: settings.HOST,
    elasticsearchUrls: settings.ELASTICSEARCH_URL.split(','),
    elasticsearchApiKey: settings.ELASTICSEARCH_API_KEY,
    elasticsearchCaFile: settings.ELASTICSEARCH_CA_FILE,
    elasticsearchTimeoutMs: settings.ELASTICSEARCH_TIMEOUT_MS,
    redisUrl: settings.REDIS_URL,
    redisCaFile: settings.REDIS_CA_FILE,
    indexAlias: settings.INDEX_ALIAS,
    rateLimitMax: settings.RATE_LIMIT_MAX,
    rateLimitWindowMs: settings.RATE_LIMIT_WINDOW_S * 1000,
    trustedProxies: settings.TRUST_PROXY?.split(',').map(parseNetwork) ?? [],
    cacheMaxBytes: settings.CACHE_MAX_MB * 1024 * 1024,
    maxInFlight: settings.MAX_IN_FLIGHT,
    logLevel: settings.LOG_LEVEL,
  };
}

function readNamed(environment: NodeJS.ProcessEnv) {
  return readSettings(
    [
      'PORT',
      'HOST',
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
      'LOG_LEVEL',
    ],
    environment,
  );
}

/** A network, or a single address as a network of one. */
function parseNetwork(text: string): Config['trustedProxies'][number] {
  const network = text.trim();
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
  const address = ipaddr.parse(network);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
