import ipaddr from 'ipaddr.js';
import { readSettings, SettingsError } from '../config/read-settings.ts';

/** The settings of the API, in its own terms. */
export interface Config {
  port: number;
  host: string;
  elasticsearchUrls: string[];
  elasticsearchApiKey: string | undefined;
  elasticsearchTimeoutMs: number;
  redisUrl: string;
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
 * Reads the settings of the API out of the environment.
 * @throws SettingsError naming every setting that cannot be used
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const networks = collecting(problems, () => parseNetworks(environment.TRUST_PROXY));
  const settings = collecting(problems, () => readNamed(environment));
  if (settings === undefined || networks === undefined) throw new SettingsError(problems);
  return {
    port: settings.PORT,
    host: settings.HOST,
    elasticsearchUrls: settings.ELASTICSEARCH_URL.split(','),
    elasticsearchApiKey: settings.ELASTICSEARCH_API_KEY,
    elasticsearchTimeoutMs: settings.ELASTICSEARCH_TIMEOUT_MS,
    redisUrl: settings.REDIS_URL,
    indexAlias: settings.INDEX_ALIAS,
    rateLimitMax: settings.RATE_LIMIT_MAX,
    rateLimitWindowMs: settings.RATE_LIMIT_WINDOW_S * 1000,
    trustedProxies: networks,
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
      'ELASTICSEARCH_TIMEOUT_MS',
      'REDIS_URL',
      'INDEX_ALIAS',
      'RATE_LIMIT_MAX',
      'RATE_LIMIT_WINDOW_S',
      'CACHE_MAX_MB',
      'MAX_IN_FLIGHT',
      'LOG_LEVEL',
    ],
    environment,
  );
}

/** What `read` gives, or undefined and its problems among the others. */
function collecting<T>(problems: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(...error.problems);
    return undefined;
  }
}

function parseNetworks(text: string | undefined): Config['trustedProxies'] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const networks = parts.filter((part) => part !== '');
  const broken = networks.filter((network) => !ipaddr.isValidCIDR(network) && !ipaddr.isValid(network));
  if (broken.length > 0) {
    throw new SettingsError([
      `TRUST_PROXY: ${broken.join(', ')} is no network. Allowed: CIDRs separated by commas, such as 10.0.0.0/8,::1/128.`,
    ]);
  }
  return networks.map((network) =>
    ipaddr.isValidCIDR(network) ? ipaddr.parseCIDR(network) : hostNetwork(network),
  );
}

/** A single address as a network of one. */
function hostNetwork(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.parse(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
