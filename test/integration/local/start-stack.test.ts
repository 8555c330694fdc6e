import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../config/read-settings.ts';
import { type Stack, startStack } from '../../../local/start-stack.ts';

let dir: string;
let stack: Stack;
let client: Client;
const unexpected: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cluster-'));
  const buildDir = resolve(readSettings(['LOCAL_DIR'], process.env).LOCAL_DIR, 'build');
  stack = await startStack({
    dir,
    buildDir,
    nodes: 3,
    onUnexpectedExit: (message) => unexpected.push(message),
  });
  client = new Client({ nodes: stack.elasticsearchUrl.split(',') });
});

afterAll(async () => {
  await client?.close();
  await stack?.stop();
  await rm(dir, { recursive: true, force: true });
});

test('three nodes are one cluster', async () => {
  expect(stack.nodes).toHaveLength(3);
  expect(await client.cluster.health()).toMatchObject({ number_of_nodes: 3, status: 'green' });
});

test('what was written is still there when a node is killed with kill -9, and after its restart', async () => {
  await client.indices.create({ index: 'lots', settings: { number_of_shards: 3, number_of_replicas: 1 } });
  await client.cluster.health({ wait_for_status: 'green' });
  const operations = Array.from({ length: 100 }, (_, id) => [{ index: { _id: String(id) } }, { id }]).flat();
  await client.bulk({ index: 'lots', operations, refresh: true });

  const node = stack.nodes[1]!;
  const { pid, url } = node;
  await node.kill('SIGKILL');
  expect(await client.count({ index: 'lots' })).toMatchObject({ count: 100 });

  await node.restart();
  expect(node.url).toBe(url);
  expect(node.pid).not.toBe(pid);
  const health = await client.cluster.health({ wait_for_nodes: '3', wait_for_status: 'green' });
  expect(health).toMatchObject({ number_of_nodes: 3, status: 'green', timed_out: false });
  expect(await client.count({ index: 'lots' })).toMatchObject({ count: 100 });
});

test('Redis keeps its data over kill -9 and restart', async () => {
  const redis = new Redis(stack.redisUrl, { retryStrategy: () => 50 });
  redis.on('error', () => {});
  await redis.set('job', 'waiting');
  await stack.redis.kill();
  await stack.redis.restart();
  expect(await redis.get('job')).toBe('waiting');
  redis.disconnect();
});

test('what is killed on purpose is not reported, what ends by itself is', async () => {
  expect(unexpected).toEqual([]);
  process.kill(stack.redis.pid, 'SIGKILL');
  await expect.poll(() => unexpected).toEqual([expect.stringMatching(/^Redis ended unexpectedly \(137\)/)]);
});
