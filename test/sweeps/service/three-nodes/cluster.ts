import type { Client } from '@elastic/elasticsearch';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Stack } from '../../../../local/start-stack.ts';

/** A cluster of three nodes that tests may break, and the unexpected exits that it reported. */
export interface Cluster {
  stack: Stack;
  client: Client;
  unexpected: string[];
}

export function describeCluster(started: () => Cluster): void {
  describe('the local cluster', () => {
    let stack: Stack;
    let client: Client;
    let unexpected: string[];
    beforeAll(() => {
      ({ stack, client, unexpected } = started());
    });

    test('the local stack with three nodes forms one green cluster', async () => {
      expect(stack.nodes).toHaveLength(3);
      expect(await client.cluster.health()).toMatchObject({ number_of_nodes: 3, status: 'green' });
    });

    test('documents with a replica survive kill -9 of a node and its restart', async () => {
      await client.indices.create({
        index: 'lots',
        settings: { number_of_shards: 3, number_of_replicas: 1 },
      });
      await client.cluster.health({ wait_for_status: 'green' });
      const operations = Array.from({ length: 100 }, (_, id) => [
        { index: { _id: String(id) } },
        { id },
      ]).flat();
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

    test('Redis of the local stack keeps its data after kill -9 and a restart', async () => {
      const redis = new Redis(stack.redisUrl, { retryStrategy: () => 50 });
      redis.on('error', () => {});
      await redis.set('job', 'waiting');
      await stack.redis.kill();
      await stack.redis.restart();
      expect(await redis.get('job')).toBe('waiting');
      redis.disconnect();
    });

    test('the local stack reports a server that ends by itself, but not one that it was told to kill', async () => {
      expect(unexpected).toEqual([]);
      process.kill(stack.redis.pid, 'SIGKILL');
      await expect
        .poll(() => unexpected)
        .toEqual([expect.stringMatching(/^Redis ended unexpectedly \(killed by SIGKILL/)]);
    });
  });
}
