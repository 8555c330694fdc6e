import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../../../local/process/run-program.ts';
import { backupCommands } from '../../support/backup-commands.ts';
import {
  makeLocalDir,
  ownSettings,
  runStack,
  type StackProgram,
  serversOf,
} from '../../support/run-stack.ts';

let dir: string;
let settings: Record<string, string>;
const programs: StackProgram[] = [];

beforeAll(async () => {
  dir = await makeLocalDir();
  settings = await ownSettings(dir);
});

afterAll(async () => {
  await Promise.all(programs.map(end));
  await rm(dir, { recursive: true, force: true });
});

test('a second local stack in the same folder is refused', async () => {
  await start();
  const second = runStack(await ownSettings(dir));
  expect(await second.exited).toBe(1);
  expect(second.output.stderr).toContain('is in use by the local engine');
  expect(second.output.stdout).toBe('');
});

test('SIGTERM ends every process of the local stack, and the next start has its data', async () => {
  const stack = await start();
  await elasticsearch((client) =>
    client.indices.create({ index: 'kept', settings: { number_of_replicas: 0 } }),
  );
  await redis((client) => client.set('kept', 'yes'));
  expect(serversOf(dir)).toHaveLength(2);
  stack.process.kill('SIGTERM');
  expect(await stack.exited).toBe(0);
  expect(serversOf(dir)).toEqual([]);

  await start();
  expect(await elasticsearch((client) => client.indices.exists({ index: 'kept' }))).toBe(true);
  expect(await redis((client) => client.get('kept'))).toBe('yes');
});

test('the documented backup restores an index of the local stack', async () => {
  await start();
  const index = 'auctions-kept';
  await elasticsearch((client) =>
    client.indices.create({ index, settings: { number_of_replicas: 0 }, aliases: { auctions: {} } }),
  );
  const { define, once: register, each, restore } = backupCommands('npm start');
  const es = define.replace(':9200$2', `:${settings.ELASTICSEARCH_PORT}$2`);
  const bash = (...lines: string[]) => runProgram('bash', ['-euc', [es, ...lines].join('\n')]);
  expect(await bash(register, each)).toContain('"state":"SUCCESS"');
  await bash(`es DELETE "/$(es GET '/_cat/indices/auctions-*?h=index' | paste -sd, -)"`);
  expect(await elasticsearch((client) => client.indices.exists({ index }))).toBe(false);
  await bash(restore);
  expect(await elasticsearch((client) => client.indices.existsAlias({ name: 'auctions' }))).toBe(true);
});

test('kill -9 of the local stack leaves no server running, and the command line no longer uses its ports', async () => {
  const stack = await start();
  expect(serversOf(dir)).toHaveLength(2);
  stack.process.kill('SIGKILL');
  await stack.exited;
  const { output } = await runCli();
  expect(output).not.toContain(settings.REDIS_PORT);
  expect(output).not.toContain(settings.ELASTICSEARCH_PORT);
  await expect.poll(() => serversOf(dir), { interval: 200 }).toEqual([]);
});

test('the local stack fails with a message that names the port when a configured port is taken', async () => {
  await Promise.all(programs.map(end));
  const stranger = createServer().listen(Number(settings.REDIS_PORT), '127.0.0.1');
  const stack = runStack(settings);
  expect(await stack.exited).toBe(1);
  expect(stack.output.stderr).toContain(`Port ${settings.REDIS_PORT} is taken. Set REDIS_PORT`);
  await new Promise((closed) => stranger.close(closed));
});

/** Runs the command line with LOCAL_DIR as its only address. */
async function runCli(): Promise<{ code: number; output: string }> {
  const env = { ...process.env, LOCAL_DIR: dir, ELASTICSEARCH_URL: '', REDIS_URL: '' };
  const cli = spawn(process.execPath, ['ingest/cli/gem-auctions.js', 'imports'], { env });
  let output = '';
  for (const stream of [cli.stdout, cli.stderr]) stream.on('data', (data) => (output += data));
  const [code] = await once(cli, 'close');
  return { code, output };
}

/** The running stack, or a new one if none runs, because each start takes some seconds. */
async function start(): Promise<StackProgram> {
  const running = programs.at(-1);
  if (running?.process.exitCode === null && !running.process.signalCode) return running;
  await Promise.all(programs.map(end));
  const stack = runStack(settings);
  programs.push(stack);
  await stack.ready;
  expect(stack.output.stdout, stack.output.stderr).toContain('REDIS_URL=');
  return stack;
}

async function end(stack: StackProgram): Promise<void> {
  stack.process.kill('SIGTERM');
  await stack.exited;
}

async function elasticsearch<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ node: `http://127.0.0.1:${settings.ELASTICSEARCH_PORT}` });
  return use(client).finally(() => client.close());
}

async function redis<Result>(use: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(Number(settings.REDIS_PORT), '127.0.0.1');
  return use(client).finally(() => client.disconnect());
}
