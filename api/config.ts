import ipaddr from 'ipaddr.js';
import { readSettings } from '../config/read-settings.ts';
import type { AdmissionLimits } from './endpoint/concurrency-limits.ts';
import type { ReadingLimits } from './http/slow-readers.ts';

/** The settings of the API, in its own terms. */
export interface Config {
  port: number;
  /** Where metrics and readiness are answered instead; undefined is on `port`. */
  operationsPort: number | undefined;
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
  /** Answers that are made at once, waiting ones included. */
  maxInFlight: number;
  /** Requests that a client has in progress at once; 0 is no limit. */
  maxInFlightPerClient: number;
  /** How slowly clients may read. */
  reading: ReadingLimits;
  maxConnections: number;
  /** Of an address that is no trusted proxy. */
  maxConnectionsPerClient: number;
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
const exportsAtOnce = (maxInFlight: number) => Math.max(4, Math.ceil(maxInFlight / 16));

/** Longest wait for an export of the same client to end: proxies wait longer. */
const exportWaitMs = 30_000;

/** Of answers that Elasticsearch is busy with, one client has few: the searches of the others wait behind them there. */
export function admissionLimits({
  maxInFlight,
  maxInFlightPerClient,
  elasticsearchTimeoutMs: timeoutMs,
}: Pick<Config, 'maxInFlight' | 'maxInFlightPerClient' | 'elasticsearchTimeoutMs'>): AdmissionLimits {
  const share = (most: number) => (maxInFlightPerClient === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most));
  const { brief, long } = madeAtOnce(maxInFlight);
  const maxPerClient = share(maxInFlightPerClient);
  const fewPerClient = share(maxInFlightPerClient / 4);
  return {
    maxAdmitted: maxInFlight,
    maxPerClient,
    of: {
      brief: {
        maxAdmitted: maxInFlight,
        maxPerClient,
        places: brief,
        placesPerClient: share(brief / 2),
        timeoutMs,
      },
      // Those that wait long leave room for those that do not.
      long: {
        maxAdmitted: Math.ceil(maxInFlight / 2),
        maxPerClient: fewPerClient,
        places: long,
        placesPerClient: share(long / 4),
        timeoutMs,
      },
      export: {
        maxAdmitted: Math.ceil(maxInFlight / 4),
        maxPerClient: fewPerClient,
        places: exportsAtOnce(maxInFlight),
        placesPerClient: share(1),
        timeoutMs: exportWaitMs,
      },
    },
  };
}

/**
 * Reads the settings of the API out of the environment.
 * @throws SettingsError naming every setting that cannot be used
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const settings = readNamed(environment);
  return {
    port: settings.PORT,
    operationsPort: settings.OPERATIONS_PORT,
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
