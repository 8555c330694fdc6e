import { once } from 'node:events';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { clientOptions, redisOptions } from '../../config/clients.ts';
import type { Config } from '../config.ts';
import { elasticsearchRetries, redisDelayMs, redisRetries } from '../http/retries.ts';

/** The clients of a process, connected or connecting. */
export interface Services {
  elasticsearch: Client;
  /** Commands on it fail immediately while Redis is unavailable. */
  redis: Redis;
  /** Another connection, for announcements: a subscribed connection accepts no other commands. */
  subscriber: Redis;
}

/**
 * A connection on which a command waits this long without a byte from Redis is closed and reopened, in milliseconds.
 */
const socketTimeoutMs = 3000;

/** Creates the clients. It does not wait for servers: the API starts without them and reports this. */
export function connectServices(config: Config): Services {
  const elasticsearch = new Client({
    ...clientOptions({
      urls: config.elasticsearchUrls,
      apiKey: config.elasticsearchApiKey,
      caFile: config.elasticsearchCaFile,
    }),
    requestTimeout: config.elasticsearchTimeoutMs,
    maxRetries: elasticsearchRetries,
  });
  // By default a request would hang while Redis is unavailable. A second is long for Redis, but short enough for a
  // process that pauses on a busy machine and would then count in its own memory.
  const options = {
    ...redisOptions(config.redisCaFile),
    enableOfflineQueue: false,
    connectTimeout: 2000,
    socketTimeout: socketTimeoutMs,
    retryStrategy: redisDelayMs,
  };
  const redis = new Redis(config.redisUrl, {
    ...options,
    maxRetriesPerRequest: redisRetries,
    commandTimeout: 1000,
  });
  const subscriber = new Redis(config.redisUrl, { ...options, autoResubscribe: false });
  // Without a listener ioredis would print an error at each attempt; `/readyz` and the metrics show it.
  for (const client of [redis, subscriber]) client.on('error', () => undefined);
  return { elasticsearch, redis, subscriber };
}

/** Maximum wait for Redis at the start. */
const waitForRedisMs = 1000;

/**
 * Resolves when Redis is connected or known to be unavailable. Requests that are answered before would be counted
 * only in the memory of this process.
 */
export async function waitForRedis({ redis }: Services): Promise<void> {
  if (redis.status === 'ready') return;
  const signal = AbortSignal.timeout(waitForRedisMs);
  await Promise.race([once(redis, 'ready', { signal }), once(redis, 'close', { signal })]).catch(
    () => undefined,
  );
}

/** Closes the connections, in reverse order. */
export async function closeServices({ elasticsearch, redis, subscriber }: Services): Promise<void> {
  subscriber.disconnect();
  redis.disconnect();
  await elasticsearch.close();
}
