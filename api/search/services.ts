import { once } from 'node:events';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { clientOptions } from '../../config/elasticsearch-client.ts';
import { redisOptions } from '../../config/redis-options.ts';
import type { Config } from '../config.ts';
import { StoredRecords } from './stored-records.ts';

/** The clients of a process, connected or trying to. */
export interface Services {
  elasticsearch: Client;
  /** Searches of the same servers for records as JSON text. */
  records: StoredRecords;
  /** Commands on it fail at once while Redis is away. */
  redis: Redis;
  /** Another connection, for announcements: a subscribed one takes no other commands. */
  subscriber: Redis;
}

/** A connection on which a command waits as long without a byte from Redis is broken and made anew, in milliseconds. */
const socketTimeoutMs = 3000;

/** Creates the clients. Nothing waits for a server: the API starts without them and says so. */
export function connectServices(config: Config): Services {
  const options = {
    ...clientOptions({
      urls: config.elasticsearchUrls,
      apiKey: config.elasticsearchApiKey,
      caFile: config.elasticsearchCaFile,
    }),
    requestTimeout: config.elasticsearchTimeoutMs,
    // A lost node is left for another one once.
    maxRetries: 1,
  };
  const elasticsearch = new Client(options);
  const records = new StoredRecords(options);
  const reconnect = (attempt: number) => Math.min(attempt * 200, 2000);
  // By default a request would hang for as long as Redis is away. A second is long for Redis, and short for a process
  // that stands still for a moment on a busy machine and would then count by itself.
  const redis = new Redis(config.redisUrl, {
    ...redisOptions(config.redisCaFile),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
    connectTimeout: 2000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: reconnect,
  });
  const subscriber = new Redis(config.redisUrl, {
    ...redisOptions(config.redisCaFile),
    enableOfflineQueue: false,
    autoResubscribe: false,
    connectTimeout: 2000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: reconnect,
  });
  // An error without a listener would be printed by ioredis at each attempt; `/readyz` and the metrics show it.
  for (const client of [redis, subscriber]) client.on('error', () => undefined);
  return { elasticsearch, records, redis, subscriber };
}

/** Longest wait for Redis at the start. */
const firstContactTimeoutMs = 1000;

/**
 * Resolves when Redis is there, or is known to be away. Requests that are answered before it is there would be counted
 * by this process alone.
 */
export async function firstContact({ redis }: Services): Promise<void> {
  if (redis.status === 'ready') return;
  const signal = AbortSignal.timeout(firstContactTimeoutMs);
  await Promise.race([once(redis, 'ready', { signal }), once(redis, 'close', { signal })]).catch(
    () => undefined,
  );
}

/** Lets go of the servers, in reverse. */
export async function closeServices({ elasticsearch, records, redis, subscriber }: Services): Promise<void> {
  subscriber.disconnect();
  redis.disconnect();
  await Promise.all([elasticsearch.close(), records.close()]);
}
