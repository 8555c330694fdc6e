import { join } from 'node:path';
import type { Jdk } from '../java/find-jdk.ts';
import { anyFreePorts } from '../process/ports.ts';
import type { Server, ServerEvents } from '../server.ts';
import { startElasticsearch } from './start-elasticsearch.ts';

/** A local cluster of one node or several. */
interface ClusterPlan {
  jdk: Jdk;
  /** Folder made by `buildElasticsearch`. */
  home: string;
  /** File made by `buildClassArchive`. */
  classArchive: string;
  /** Folder of the data. */
  dir: string;
  logDir: string;
  /** One for each node. */
  httpPorts: number[];
  /** Of each node, as for `java -Xmx`. */
  heap: string;
  events(node: string): ServerEvents;
}

/** Starts all nodes at once; resolves when they have found each other. If one fails to start, all are stopped. */
export async function startCluster({
  httpPorts,
  dir,
  logDir,
  events,
  ...shared
}: ClusterPlan): Promise<Server[]> {
  const transportPorts = await anyFreePorts(httpPorts.length);
  const cluster = transportPorts.map((transportPort, index) => ({
    name: `node-${index + 1}`,
    transportPort,
  }));
  // A node that has once been alone refuses to join others, so each size of cluster has data of its own.
  const dataDir = join(dir, cluster.length === 1 ? 'elasticsearch' : `elasticsearch-${cluster.length}-nodes`);
  const starts = cluster.map(({ name, transportPort }, index) => {
    const log = join(logDir, cluster.length === 1 ? 'elasticsearch.log' : `elasticsearch-${name}.log`);
    const httpPort = httpPorts[index]!;
    return startElasticsearch({
      ...shared,
      ...{ dir: join(dataDir, name), log, name, httpPort, transportPort, cluster, ...events(name) },
    });
  });
  const nodes = await allOrNone(starts);
  await fetch(`${nodes[0]!.url}/_cluster/health?wait_for_nodes=${nodes.length}&timeout=60s`);
  return nodes;
}

async function allOrNone(starts: Promise<Server>[]): Promise<Server[]> {
  const results = await Promise.allSettled(starts);
  const servers = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return servers;
  await Promise.all(servers.map((server) => server.stop()));
  throw failure.reason;
}
