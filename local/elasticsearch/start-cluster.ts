import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Jdk } from '../java/find-jdk.ts';
import { anyFreePorts } from '../process/ports.ts';
import { type Server, type ServerEvents, startServer } from '../server.ts';
import { withClassArchive } from './class-archive.ts';
import { launchArguments } from './launch-arguments.ts';
import { diskSettings, sharedSettings } from './settings.ts';

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

/** A node of the cluster. */
interface ClusterNode {
  name: string;
  httpPort: number;
  transportPort: number;
}

/** Starts all nodes at once; resolves when they have found each other. If one fails to start, all are stopped. */
export async function startCluster(plan: ClusterPlan): Promise<Server[]> {
  const transportPorts = await anyFreePorts(plan.httpPorts.length);
  const cluster = plan.httpPorts.map((httpPort, index) => ({
    name: `node-${index + 1}`,
    httpPort,
    transportPort: transportPorts[index]!,
  }));
  const nodes = await allOrNone(cluster.map((node) => startNode(plan, node, cluster)));
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

/** Starts a node; resolves when it has a master and its shards have been found again. */
function startNode(plan: ClusterPlan, node: ClusterNode, cluster: ClusterNode[]): Promise<Server> {
  const { name } = node;
  const isAlone = cluster.length === 1;
  // A node that has once been alone refuses to join others, so each size of cluster has data of its own.
  const dir = join(plan.dir, isAlone ? 'elasticsearch' : `elasticsearch-${cluster.length}-nodes`, name);
  for (const folder of ['data', 'tmp']) mkdirSync(join(dir, folder), { recursive: true });
  const url = `http://127.0.0.1:${node.httpPort}`;
  return startServer({
    name: isAlone ? 'Elasticsearch' : `Elasticsearch ${name}`,
    url,
    command: buildCommand(plan, dir, node, cluster),
    log: join(plan.logDir, isAlone ? 'elasticsearch.log' : `elasticsearch-${name}.log`),
    answers: (pid) => answers(url, pid),
    ...plan.events(name),
  });
}

function buildCommand(
  { jdk, home, classArchive, heap }: ClusterPlan,
  dir: string,
  node: ClusterNode,
  cluster: ClusterNode[],
): string[] {
  const settings: Record<string, string | number> = {
    ...sharedSettings,
    ...diskSettings,
    ...clusterSettings(cluster),
    'node.name': node.name,
    'network.host': '127.0.0.1',
    'http.port': node.httpPort,
    'transport.port': node.transportPort,
    'path.data': join(dir, 'data'),
    'path.logs': dir,
    // Backups may be kept here, by all nodes of the cluster.
    'path.repo': join(dir, '../snapshots'),
  };
  return [
    join(jdk.home, 'bin/java'),
    ...[`-Xms${heap}`, `-Xmx${heap}`],
    ...[`-Djava.io.tmpdir=${join(dir, 'tmp')}`, `-XX:ErrorFile=${join(dir, 'java-crash-%p.log')}`],
    ...withClassArchive(classArchive),
    ...launchArguments(home),
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ];
}

function clusterSettings(cluster: ClusterNode[]): Record<string, string> {
  if (cluster.length === 1) return { 'discovery.type': 'single-node' };
  return {
    'discovery.seed_hosts': cluster.map(({ transportPort }) => `127.0.0.1:${transportPort}`).join(),
    'cluster.initial_master_nodes': cluster.map(({ name }) => name).join(),
  };
}

/**
 * Waits for the master and the shards, because a node answers before it has them and its searches would fail. Missing
 * shards do not block the start forever.
 */
async function answers(url: string, pid: number): Promise<boolean> {
  const self = await fetch(`${url}/_nodes/_local/process?filter_path=nodes.*.process.id`);
  const { nodes = {} } = (await self.json()) as { nodes?: Record<string, { process: { id: number } }> };
  if (!Object.values(nodes).some((node) => node.process.id === pid)) return false;
  const health = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=10s`);
  const { number_of_nodes = 0 } = (await health.json()) as { number_of_nodes?: number };
  return number_of_nodes > 0;
}
