import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildElasticsearch } from './elasticsearch/build-elasticsearch.ts';
import { startElasticsearch } from './elasticsearch/start-elasticsearch.ts';
import { findJdk } from './java/find-jdk.ts';
import { tryLock } from './process/lock.ts';
import { anyFreePorts } from './process/ports.ts';
import { findRedis } from './redis/find-redis.ts';
import { startRedis } from './redis/start-redis.ts';
import type { Server } from './server.ts';

/** Options of the local stack. */
export interface StackOptions {
  /** Folder of data and logs, created if missing; only one stack may run in it. */
  dir: string;
  /** Folder of the prepared jars and binaries, which stacks can share; `dir`/build by default. */
  buildDir?: string;
  /** Free ports; any by default. */
  ports?: Record<'ELASTICSEARCH_PORT' | 'REDIS_PORT', number>;
  /** Heap of Elasticsearch, as for `java -Xmx`; 1g by default. */
  heap?: string;
  /** Called with a message when the caller has to wait. */
  onWork?(text: string): void;
  /** Called when a server ends unexpectedly. */
  onUnexpectedExit?(message: string): void;
}

/** A running Elasticsearch and Redis. */
export interface Stack {
  readonly elasticsearchUrl: string;
  readonly redisUrl: string;
  readonly elasticsearch: Server;
  readonly redis: Server;
  /** Ends every process; the data stays. */
  stop(): Promise<void>;
}

/**
 * Starts Elasticsearch and Redis; resolves when both answer. They end with this process, however it ends.
 * @throws Error with a message for the user: a missing JDK or Maven, a taken folder, a server that does not start
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { heap = '1g', onWork = () => {}, onUnexpectedExit } = options;
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true });
  const release = tryLock(join(dir, 'lock.sqlite'));
  if (!release)
    throw new Error(`${dir} is in use by the local engine. End it, or set LOCAL_DIR to another folder.`);
  const started: Server[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    release();
  };
  try {
    const jdk = findJdk();
    const buildDir = resolve(options.buildDir ?? join(dir, 'build'));
    const home = await buildElasticsearch(buildDir, jdk, onWork);
    const program = await findRedis(buildDir, onWork);
    const [elasticsearchPort, redisPort] = options.ports
      ? [options.ports.ELASTICSEARCH_PORT, options.ports.REDIS_PORT]
      : ((await anyFreePorts(2)) as [number, number]);
    const redis = await startRedis({
      program,
      dir: join(dir, 'redis'),
      log: join(dir, 'logs/redis.log'),
      port: redisPort,
      onUnexpectedExit,
    });
    started.push(redis);
    const elasticsearch = await startElasticsearch({
      jdk,
      home,
      heap,
      dir: join(dir, 'elasticsearch'),
      log: join(dir, 'logs/elasticsearch.log'),
      port: elasticsearchPort,
      onUnexpectedExit,
    });
    started.push(elasticsearch);
    const [elasticsearchUrl, redisUrl] = [elasticsearch.url, redis.url];
    // The command line, `npm run api` and `npm run worker` read it.
    const addresses = { pid: process.pid, ELASTICSEARCH_URL: elasticsearchUrl, REDIS_URL: redisUrl };
    writeFileSync(join(dir, 'stack.json'), JSON.stringify(addresses));
    return { elasticsearchUrl, redisUrl, elasticsearch, redis, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
