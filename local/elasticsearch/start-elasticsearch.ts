import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Jdk } from '../java/find-jdk.ts';
import { type Server, type ServerEvents, startServer } from '../server.ts';
import { withClassArchive } from './class-archive.ts';
import { launchArguments } from './launch-arguments.ts';
import { diskSettings, sharedSettings } from './settings.ts';

/** One node of the local Elasticsearch. */
interface ElasticsearchPlan extends ServerEvents {
  jdk: Jdk;
  /** Folder made by `buildElasticsearch`. */
  home: string;
  /** File made by `buildClassArchive`. */
  classArchive: string;
  /** Folder of the node's data. */
  dir: string;
  log: string;
  /** Name of the node; in a cluster each has its own. */
  name: string;
  httpPort: number;
  transportPort: number;
  /** As for `java -Xmx`: 1g, 512m. */
  heap: string;
  /** Every node of the cluster, this one included. */
  cluster: { name: string; transportPort: number }[];
}

/** Starts a node; resolves when it has a master and its shards have been found again. */
export function startElasticsearch(plan: ElasticsearchPlan): Promise<Server> {
  for (const folder of ['data', 'tmp']) mkdirSync(join(plan.dir, folder), { recursive: true });
  const url = `http://127.0.0.1:${plan.httpPort}`;
  return startServer({
    name: plan.cluster.length > 1 ? `Elasticsearch ${plan.name}` : 'Elasticsearch',
    url,
    command: buildCommand(plan),
    log: plan.log,
    answers: (pid) => answers(url, pid),
    onProcess: plan.onProcess,
    onUnexpectedExit: plan.onUnexpectedExit,
  });
}

function buildCommand(plan: ElasticsearchPlan): string[] {
  const { jdk, home, classArchive, dir, heap } = plan;
  const settings: Record<string, string | number> = {
    ...sharedSettings,
    ...diskSettings,
    ...clusterSettings(plan),
    'node.name': plan.name,
    'network.host': '127.0.0.1',
    'http.port': plan.httpPort,
    'transport.port': plan.transportPort,
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

function clusterSettings({ cluster }: ElasticsearchPlan): Record<string, string> {
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
