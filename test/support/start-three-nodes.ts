import { join } from 'node:path';
import { buildElasticsearch } from '../../local/elasticsearch/build-elasticsearch.ts';
import { startElasticsearch } from '../../local/elasticsearch/start-elasticsearch.ts';
import { findJdk } from '../../local/java/find-jdk.ts';
import { anyFreePorts } from '../../local/process/ports.ts';
import { findRedis } from '../../local/redis/find-redis.ts';
import { startRedis } from '../../local/redis/start-redis.ts';
import type { Server } from '../../local/server.ts';
import type { Stack } from '../../local/start-stack.ts';

/** Three Elasticsearch nodes in one cluster, and Redis. */
export interface ThreeNodes extends Pick<Stack, 'elasticsearchUrl' | 'redisUrl' | 'redis' | 'stop'> {
  /** `node-1`, `node-2`, `node-3`. */
  nodes: Server[];
}

/** Starts the servers with their data in `dir`; resolves when the nodes have found each other. */
export async function startThreeNodes(dir: string, buildDir: string): Promise<ThreeNodes> {
  const jdk = findJdk();
  const home = await buildElasticsearch(buildDir, jdk, console.log);
  const program = await findRedis(buildDir, console.log);
  const [redisPort, ...ports] = (await anyFreePorts(7)) as [number, ...number[]];
  const names = ['node-1', 'node-2', 'node-3'];
  const [httpPorts, transportPorts] = [ports.slice(0, 3), ports.slice(3)];
  const redis = await startRedis({
    program,
    port: redisPort,
    dir: join(dir, 'redis'),
    log: join(dir, 'redis.log'),
  });
  const nodes = await Promise.all(
    names.map((name, i) =>
      startElasticsearch({
        jdk,
        home,
        heap: '512m',
        dir: join(dir, name),
        log: join(dir, `${name}.log`),
        port: httpPorts[i]!,
        settings: {
          'node.name': name,
          'transport.port': transportPorts[i]!,
          'discovery.seed_hosts': transportPorts.map((port) => `127.0.0.1:${port}`).join(),
          'cluster.initial_master_nodes': names.join(),
        },
      }),
    ),
  );
  await fetch(`${nodes[0]!.url}/_cluster/health?wait_for_nodes=3&timeout=60s`);
  return {
    nodes,
    redis,
    elasticsearchUrl: nodes.map(({ url }) => url).join(),
    redisUrl: redis.url,
    async stop() {
      await Promise.all([redis, ...nodes].map((server) => server.stop()));
    },
  };
}
