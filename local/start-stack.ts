import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProcess } from '../config/process-table.ts';
import { publishStack, withdrawStack } from '../config/read-settings.ts';
import { buildElasticsearch } from './elasticsearch/build-elasticsearch.ts';
import { startElasticsearch } from './elasticsearch/start-elasticsearch.ts';
import { findJdk } from './java/find-jdk.ts';
import { tryLock } from './process/lock.ts';
import { checkPorts, onFreePort, type PortSetting, type WantedPort } from './process/ports.ts';
import { findRedis } from './redis/find-redis.ts';
import { startRedis } from './redis/start-redis.ts';
import type { Server, ServerEvents } from './server.ts';

const anyPort: WantedPort = { port: 0, exact: false };

/** Options of the local stack. */
export interface StackOptions {
  /** Folder of data and logs, created if missing; only one stack may run in it. */
  dir: string;
  /** Folder of the prepared jars and binaries, which stacks can share; `dir`/build by default. */
  buildDir?: string;
  /** Any free port by default. */
  elasticsearchPort?: WantedPort;
  /** Any free port by default. */
  redisPort?: WantedPort;
  /** Further ports to check before anything is prepared. */
  furtherPorts?: PortSetting[];
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
  /** Notes the process of another program that uses the stack: the next start waits for its end, too. */
  noteProcess(name: string, pid: number): void;
  /** Ends every process; the data stays. */
  stop(): Promise<void>;
}

/**
 * Starts Elasticsearch and Redis; resolves when both answer. They end with this process, however it ends.
 * @throws Error with a message for the user: a missing JDK or Maven, a taken port or folder, a server that does not start
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dir = resolve(options.dir);
  mkdirSync(dir, { recursive: true });
  const lock = tryLock(join(dir, 'lock.sqlite'));
  const holder = join(dir, 'stack.pid');
  if (!lock) {
    // The process that has just got the lock may not have written its number yet.
    const pid = existsSync(holder) ? ` of process ${readFileSync(holder, 'utf8')}` : '';
    throw new Error(
      `${dir} is in use by the local engine${pid}. End that process, or set LOCAL_DIR to another folder.`,
    );
  }
  writeFileSync(holder, String(process.pid));
  try {
    const servers = await startServers({ ...options, dir });
    const { redis, elasticsearch } = servers;
    publishStack(dir, { ELASTICSEARCH_URL: elasticsearch.url, REDIS_URL: redis.url });
    const stop = async () => {
      withdrawStack(dir);
      await Promise.all([redis.stop(), elasticsearch.stop()]);
      lock.release();
    };
    return { elasticsearchUrl: elasticsearch.url, redisUrl: redis.url, ...servers, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startServers(
  options: StackOptions,
): Promise<Pick<Stack, 'redis' | 'elasticsearch' | 'noteProcess'>> {
  const { dir, heap = '1g', onWork = () => {}, furtherPorts = [] } = options;
  const { elasticsearchPort = anyPort, redisPort = anyPort } = options;
  const buildDir = resolve(options.buildDir ?? join(dir, 'build'));
  const processes = join(dir, 'processes.json');
  await endLeftovers(processes);
  const ports = {
    elasticsearch: { setting: 'ELASTICSEARCH_PORT', ...elasticsearchPort },
    redis: { setting: 'REDIS_PORT', ...redisPort },
  };
  await checkPorts([ports.elasticsearch, ports.redis, ...furtherPorts]);
  const jdk = findJdk();
  const home = await buildElasticsearch(buildDir, jdk, onWork);
  const program = await findRedis(buildDir, onWork);

  const logDir = join(dir, 'logs');
  const pids = new Map<string, number>();
  const noteProcess = (name: string, pid: number) =>
    writeFileSync(processes, JSON.stringify([...pids.set(name, pid).values()].map(identify)));
  const events = (name: string): ServerEvents => ({
    onProcess: (pid) => noteProcess(name, pid),
    onUnexpectedExit: options.onUnexpectedExit,
  });
  const redis = await onFreePort(ports.redis, (port) => {
    const log = join(logDir, 'redis.log');
    return startRedis({ program, dir: join(dir, 'redis'), log, port, ...events('redis') });
  });
  try {
    const elasticsearch = await onFreePort(ports.elasticsearch, (port) => {
      const log = join(logDir, 'elasticsearch.log');
      const at = { dir: join(dir, 'elasticsearch'), log, port };
      return startElasticsearch({ jdk, home, heap, ...at, ...events('elasticsearch') });
    });
    return { redis, elasticsearch, noteProcess };
  } catch (error) {
    await redis.stop();
    throw error;
  }
}

/** The guards need up to 6 seconds to end the processes of a killed stack. */
const timeoutMs = 8000;

/**
 * Waits until the processes of an earlier, killed stack have ended, because they still use its data and ports. Ends those
 * that do not end by themselves.
 */
export async function endLeftovers(file: string): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (const left of readProcesses(file)) {
    while (isAlive(left) && Date.now() < deadline) await pause(100);
    while (isAlive(left)) {
      process.kill(left.pid, 'SIGKILL');
      await pause(100);
    }
  }
}

/** A process that was started. Its id alone could belong to a later process. */
export interface Started {
  pid: number;
  startedAt: string;
}

/** The identity of a process, unique over time. */
function identify(pid: number): Started {
  return { pid, startedAt: findProcess(pid)?.startedAt ?? '' };
}

/** Whether the process still runs, and not another one with its id. */
export function isAlive({ pid, startedAt }: Started): boolean {
  return findProcess(pid)?.startedAt === startedAt;
}

function readProcesses(file: string): Started[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Started[];
  } catch {
    return [];
  }
}
