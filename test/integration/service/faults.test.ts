import { expect, inject, it } from 'vitest';
import { sceneLots } from '../../support/faults/lots.ts';
import { type Fault, patience, playScene } from '../../support/faults/scene.ts';
import type { SceneService } from '../../support/faults/service.ts';

/** Without touching the servers, which other tests use: the ways to them break, and the service's own processes. */
const everythingOnce: Fault = {
  name: 'each part once',
  unavailable: true,
  broken: 'all',
  async strike(service) {
    for (const way of toElasticsearch(service)) way.setAway(true);
  },
  async feel(service, tally) {
    await expect.poll(() => tally.counts[503], patience).toBeGreaterThan(20);
    for (const way of toElasticsearch(service)) {
      way.setAway(false);
      way.cutEvery(5);
    }
    for (const way of service.toRedis) way.setAway(true);
    await service.killWorker();
    const cuts = () => service.apiToElasticsearch.reduce((sum, way) => sum + way.cuts(), 0);
    await expect.poll(cuts, patience).toBeGreaterThan(20);

    for (const way of service.toRedis) way.setAway(false);
    for (const way of toElasticsearch(service)) way.cutEvery(0);
    await service.startWorker();
    await service.killApi();
    await expect.poll(() => tally.counts.broken, patience).toBeGreaterThan(20);
  },
  relieve: (service) => service.startApi(),
};

const toElasticsearch = (service: SceneService) => [
  ...service.apiToElasticsearch,
  ...service.workerToElasticsearch,
];

it('readers get true answers and no record is lost when each part breaks once', async () => {
  const servers = { elasticsearchUrl: inject('elasticsearchUrl'), redisUrl: inject('redisUrl') };
  const { row } = await playScene(everythingOnce, servers, sceneLots(4_000));
  expect(row.tally.counts[200]).toBeGreaterThan(0);
}, 240_000);
