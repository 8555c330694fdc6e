import { Client, type ClientOptions } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { clientOptions, redisOptions } from '../config/clients.ts';
import type { IngestConfig } from './config.ts';

/** The connections of a worker or a command. */
export interface IngestServices {
  config: IngestConfig;
  elasticsearch: Client;
  /** For blocking reads of the queues and for announcements: it reconnects to Redis without limit. */
  redis: Redis;
  close(): Promise<void>;
}

/** Timeout of one call to Elasticsearch: a refresh or a bulk request under load is slow, not dead. */
const requestTimeoutMs = 120_000;

/** Options of clients. They never retry: `retryWhileUnavailable` does, once for all calls. */
export function elasticsearchOptions(config: IngestConfig): ClientOptions {
  return {
    ...clientOptions({
      urls: config.ELASTICSEARCH_URL.split(','),
      apiKey: config.ELASTICSEARCH_API_KEY,
      caFile: config.ELASTICSEARCH_CA_FILE,
    }),
    requestTimeout: requestTimeoutMs,
    maxRetries: 0,
  };
}

/** The client of Elasticsearch. */
export const openElasticsearch = (config: IngestConfig): Client => new Client(elasticsearchOptions(config));

/** Opens the connections of a worker. Neither server needs to be available yet. */
export function openServices(config: IngestConfig): IngestServices {
  const elasticsearch = openElasticsearch(config);
  // BullMQ demands null for workers: their blocking reads outlive any number of reconnections.
  const redis = new Redis(config.REDIS_URL, {
    ...redisOptions(config.REDIS_CA_FILE),
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
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
