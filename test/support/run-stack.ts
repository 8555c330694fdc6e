import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from '../../config/read-settings.ts';
import { buildElasticsearch } from '../../local/elasticsearch/build-elasticsearch.ts';
import { findJdk } from '../../local/java/find-jdk.ts';
import { anyFreePorts } from '../../local/process/ports.ts';

const root = resolve(import.meta.dirname, '../..');

/** `npm run stack` in a new process, which tests may end or kill. */
export interface StackProgram {
  process: ChildProcess;
  /** The outputs so far. */
  output: { stdout: string; stderr: string };
  /** Resolves when both addresses are printed, or it has ended. */
  ready: Promise<void>;
  /** Exit code; null after a signal. */
  exited: Promise<number | null>;
}

/** Creates a folder for a local engine that reuses the files built for the tests. */
export async function makeLocalDir(): Promise<string> {
  const build = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  mkdirSync(build, { recursive: true });
  await buildElasticsearch(build, findJdk(), (text) => console.log(text));
  const dir = mkdtempSync(join(tmpdir(), 'stack-'));
  symlinkSync(build, join(dir, 'build'));
  return dir;
}

/** Settings that separate the engine from others on this machine. */
export async function ownSettings(dir: string): Promise<Record<string, string>> {
  const [elasticsearchPort, redisPort] = await anyFreePorts(2);
  return {
    LOCAL_DIR: dir,
    ELASTICSEARCH_PORT: String(elasticsearchPort),
    REDIS_PORT: String(redisPort),
    ELASTICSEARCH_HEAP: '512m',
  };
}

export function runStack(settings: Record<string, string>): StackProgram {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, ['local/stack.ts'], { cwd: root, env });
  const output = { stdout: '', stderr: '' };
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const printed = new Promise<void>((done) => {
    child.stdout.on('data', (text) => {
      output.stdout += text;
      if (/^REDIS_URL=/m.test(output.stdout)) done();
    });
  });
  child.stderr.on('data', (text) => {
    output.stderr += text;
  });
  const closed = once(child, 'close').then(() => {});
  return { process: child, output, ready: Promise.race([printed, closed]), exited };
}

/** The ids of the servers of the engine in this folder. */
export function serversOf(dir: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      // Redis replaces its command line, and works in the folder of its data.
      const isRedis = readlinkSync(`/proc/${pid}/cwd`) === join(dir, 'redis');
      return isRedis || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dir, 'elasticsearch'));
    } catch {
      return false;
    }
  });
}
