import { resolve } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { clientOptions, redisOptions } from '../config/clients.ts';
import { readSettings, SettingsError } from '../config/read-settings.ts';
import type { Settings } from '../config/settings.ts';
import { elasticsearchRetries, reconnectAfterMs } from './retries.ts';

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
  'S3_ENDPOINT',
  'S3_CA_FILE',
  'S3_REGION',
  ...(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SESSION_TOKEN'] as const),
  'SOURCE_TIMEOUT_S',
  'LOG_LEVEL',
  'HOST',
  'WORKER_PORT',
  'TRUST_PROXY',
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

/** The connections of a worker or a command. */
export interface IngestServices {
  config: IngestConfig;
  elasticsearch: Client;
  /** For blocking reads of the queues and for notifications. It reconnects without limit. */
  redis: Redis;
  close(): Promise<void>;
}

/** Timeout of one call to Elasticsearch; long, because a refresh or a bulk request is slow under load. */
const requestTimeoutMs = 120_000;

/** The client of Elasticsearch. */
export const openElasticsearch = (config: IngestConfig): Client =>
  new Client({
    ...clientOptions({
      urls: config.ELASTICSEARCH_URL.split(','),
      apiKey: config.ELASTICSEARCH_API_KEY,
      caFile: config.ELASTICSEARCH_CA_FILE,
    }),
    requestTimeout: requestTimeoutMs,
    maxRetries: elasticsearchRetries,
  });

/** Opens the connections of a worker. Neither server needs to be available yet. */
export function openServices(config: IngestConfig): IngestServices {
  const elasticsearch = openElasticsearch(config);
  // BullMQ demands null for workers: their blocking reads outlive any number of reconnections.
  const redis = new Redis(config.REDIS_URL, {
    ...redisOptions(config.REDIS_CA_FILE),
    maxRetriesPerRequest: null,
    retryStrategy: reconnectAfterMs,
  });
  redis.on('error', () => {
    // ioredis reconnects by itself; the workers report failed commands.
  });
  return {
    config,
    elasticsearch,
    redis,
    async close() {
      redis.disconnect();
      await elasticsearch.close();
    },
  };
}
