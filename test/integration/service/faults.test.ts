import { expect, inject, it } from 'vitest';
import { sceneLots } from '../../support/faults/lots.ts';
import { type Fault, patience, playScene } from '../../support/faults/scene.ts';

/** Without touching the servers, which other tests use: the ways to them break, and the service's own processes. */
const everythingOnce: Fault = {
  name: 'each part once',
  unavailable: true,
  broken: 'all',
  async strike(service) {
    const { apiToElasticsearch, workerToElasticsearch, toRedis } = service;
    for (const way of [...apiToElasticsearch, ...workerToElasticsearch]) way.cutEvery(5);
    for (const way of toRedis) way.setAway(true);
    await service.killWorker();
  },
  async feel(service, tally) {
    const { apiToElasticsearch, workerToElasticsearch, toRedis } = service;
    const cuts = () => apiToElasticsearch.reduce((sum, way) => sum + way.cuts(), 0);
    await expect.poll(cuts, patience).toBeGreaterThan(20);
    for (const way of toRedis) way.setAway(false);
    await service.startWorker();
    for (const way of [...apiToElasticsearch, ...workerToElasticsearch]) {
      way.cutEvery(0);
      way.setAway(true);
    }
    await expect.poll(() => tally.counts[503], patience).toBeGreaterThan(20);
    await service.killApi();
    await expect.poll(() => tally.counts.broken, patience).toBeGreaterThan(20);
  },
  async relieve(service) {
    for (const way of [...service.apiToElasticsearch, ...service.workerToElasticsearch]) way.setAway(false);
    await service.startApi();
  },
};

it('readers get true answers and no record is lost when each part breaks once', async () => {
  const servers = { elasticsearchUrl: inject('elasticsearchUrl'), redisUrl: inject('redisUrl') };
  const { row } = await playScene(everythingOnce, servers, sceneLots(5_000));
  expect(row.tally.counts[200]).toBeGreaterThan(0);
}, 240_000);
