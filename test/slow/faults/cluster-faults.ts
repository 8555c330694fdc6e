import { Client } from '@elastic/elasticsearch';
import { expect } from 'vitest';
import type { Server } from '../../../local/server.ts';
import type { Fault } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';
import type { ThreeNodes } from '../../support/start-three-nodes.ts';

/** Kills the node with the primary shard of the records, whose loss has the greatest effect. */
export const nodeKilled = (stack: ThreeNodes): Fault => {
  let victim: Server;
  return {
    name: 'one of three Elasticsearch nodes killed and restarted',
    unavailable: true,
    async inject(service) {
      await green(service);
      victim = await nodeOfPrimary(stack, service);
      await victim.kill('SIGKILL');
    },
    async observe(_service, tally) {
      const before = tally.counts[200];
      await expect.poll(() => tally.counts[200]).toBeGreaterThan(before + 500);
      // At most the requests in flight, and as many again that were sent before the loss was known.
      expect(tally.counts[503] + tally.counts.broken).toBeLessThan(20);
    },
    async recover(service) {
      await victim.restart();
      await green(service);
    },
  };
};

async function nodeOfPrimary(stack: ThreeNodes, { ingest }: ScenarioService): Promise<Server> {
  const shards = await ingest.elasticsearch.cat.shards({ index: ingest.alias, format: 'json' });
  const { node } = shards.find(({ prirep }) => prirep === 'p')!;
  return stack.nodes[Number(/\d+$/.exec(node!)![0]) - 1]!;
}

async function green({ ingest }: ScenarioService): Promise<void> {
  const nodes = ingest.environment.ELASTICSEARCH_URL.split(',');
  const client = new Client({ nodes, maxRetries: 5, requestTimeout: 660_000 });
  const health = await client.cluster.health({ wait_for_status: 'green', timeout: '600s' });
  await client.close();
  expect(health.status).toBe('green');
}
