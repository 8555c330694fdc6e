import ipaddr from 'ipaddr.js';
import { readSettings } from '../config/read-settings.ts';

/** The settings of the API. */
export interface Config {
  port: number;
  /** The port for metrics and readiness; undefined: the same as `port`. */
  operationsPort: number | undefined;
  host: string;
  /** Under which clients reach the API. */
  publicUrl: string;
  /** A URI to which vulnerabilities are reported. */
  securityContact: string | undefined;
  elasticsearchUrls: string[];
  elasticsearchApiKey: string | undefined;
  elasticsearchCaFile: string | undefined;
  elasticsearchTimeoutMs: number;
  redisUrl: string;
  redisCaFile: string | undefined;
  indexAlias: string;
  /** Maximum requests of a client within the window; 0 disables the limit. */
  rateLimitMax: number;
  rateLimitWindowMs: number;
  /** Networks of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies: [ipaddr.IPv4 | ipaddr.IPv6, number][];
  /** Memory for cached responses; 0 disables the cache. */
  cacheMaxBytes: number;
  /** Maximum requests in flight, waiting ones included. */
  maxInFlight: number;
  /** Maximum concurrent requests of a client; 0 disables the limit. */
  maxInFlightPerClient: number;
  /** The limits for clients that read slowly. */
  reading: {
    /** Minimum bytes per second while a response waits for its client. */
    minBytesPerS: number;
    /** How long a client may be slower than the minimum, or read nothing. */
    graceMs: number;
    /** Maximum time from the arrival of a request to the last byte of its response. */
    timeoutMs: number;
  };
  maxConnections: number;
  /** Of one address, unless it is a trusted proxy. */
  maxConnectionsPerClient: number;
  logLevel: string;
}

/**
 * Reads the settings of the API from the environment.
 * @throws SettingsError naming every invalid setting
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readNamed(environment);
  return {
    port: settings.PORT,
    operationsPort: settings.OPERATIONS_PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    securityContact: settings.SECURITY_CONTACT,
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
    maxInFlightPerClient: settings.MAX_IN_FLIGHT_PER_CLIENT ?? Math.max(32, settings.MAX_IN_FLIGHT / 2),
    reading: {
      minBytesPerS: settings.READ_MIN_BYTES_PER_S,
      graceMs: settings.READ_GRACE_S * 1000,
      timeoutMs: settings.READ_TIMEOUT_S * 1000,
    },
    maxConnections: settings.MAX_CONNECTIONS,
    maxConnectionsPerClient: settings.MAX_CONNECTIONS_PER_CLIENT,
    logLevel: settings.LOG_LEVEL,
  };
}

function readNamed(environment: NodeJS.ProcessEnv) {
  return readSettings(
    [
      'PORT',
      'OPERATIONS_PORT',
      'HOST',
      'PUBLIC_URL',
      'SECURITY_CONTACT',
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
      'READ_MIN_BYTES_PER_S',
      'READ_GRACE_S',
      'READ_TIMEOUT_S',
      'MAX_CONNECTIONS',
      'MAX_CONNECTIONS_PER_CLIENT',
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
