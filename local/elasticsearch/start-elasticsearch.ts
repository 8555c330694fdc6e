import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Jdk } from '../java/find-jdk.ts';
import { anyFreePorts } from '../process/ports.ts';
import { type Server, type ServerPlan, startServer } from '../server.ts';
import { launchArguments } from './launch-arguments.ts';
import { diskSettings, sharedSettings } from './settings.ts';

/** The local Elasticsearch. */
interface ElasticsearchPlan extends Pick<ServerPlan, 'log' | 'onUnexpectedExit'> {
  jdk: Jdk;
  /** Folder made by `buildElasticsearch`. */
  home: string;
  /** Folder of its data, and of its backups. */
  dir: string;
  port: number;
  /** As for `java -Xmx`. */
  heap: string;
  /** Settings that make it a part of a cluster; alone by default. */
  settings?: Record<string, string | number>;
}

/** Starts a node; resolves when it has a master and its shards have been found again. */
export async function startElasticsearch({
  jdk,
  home,
  dir,
  port,
  heap,
  settings = { 'discovery.type': 'single-node' },
  ...plan
}: ElasticsearchPlan): Promise<Server> {
  for (const folder of ['data', 'tmp']) mkdirSync(join(dir, folder), { recursive: true });
  const [transportPort] = await anyFreePorts(1);
  const allSettings = {
    ...sharedSettings,
    ...diskSettings,
    'node.name': 'local',
    'network.host': '127.0.0.1',
    'http.port': port,
    'transport.port': transportPort,
    'path.data': join(dir, 'data'),
    'path.logs': dir,
    'path.repo': join(dir, 'snapshots'),
    ...settings,
  };
  const url = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'Elasticsearch',
    url,
    command: [
      join(jdk.home, 'bin/java'),
      `-Xms${heap}`,
      `-Xmx${heap}`,
      `-Djava.io.tmpdir=${join(dir, 'tmp')}`,
      `-XX:ErrorFile=${join(dir, 'java-crash-%p.log')}`,
      ...launchArguments(home),
      ...Object.entries(allSettings).map(([name, value]) => `${name}=${value}`),
    ],
    answers: (pid) => answers(url, pid),
    ...plan,
  });
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
